import { hash } from 'node:crypto';
import { rejectionOf } from '../rejection.ts';
import type { GoogleStorage } from '../storage/google-storage.ts';
import type { RunningService } from '../service/service.ts';
import { createClient, type Answer } from './client.ts';
import { newJpeg, newPng } from './pictures.ts';

/** What clients do at the same time, and how many of them. */
const clients = { upload: 3, operation: 3, download: 1, store: 2 } as const;

/** So many of each kind are acknowledged before the load counts as under way. */
export const leastOfEach = 4;

export type Kind = keyof typeof clients;
export const kinds = Object.keys(clients) as readonly Kind[];

/** An answer that has come whole. */
export type Acknowledged = Readonly<{
  kind: Kind;
  /** Of the output. */
  path: string;
  /** Compressions that it was billed, and the total that it told; undefined for downloads. */
  price: number;
  count: number | undefined;
  /** SHA-256 of the image that was sent; undefined where none was. */
  sha256: string | undefined;
  /** Folder below `outputs` in which the result is kept. */
  entry: string;
  /** Name of the stored object. */
  object: string | undefined;
  isPng: boolean;
}>;

export type Load = Readonly<{
  acknowledged: readonly Acknowledged[];
  /** The most that what was asked last, and not answered, may be billed. */
  unanswered: () => number;
  /** Answers that were no success, and failures other than a broken connection. */
  refused: () => Promise<readonly unknown[]>;
  /** Resolves with the next answer that is no download's. */
  nextAnswer: () => Promise<void>;
  /** Resolves when `leastOfEach` of every kind are acknowledged, or a client has given up. */
  isUnderWay: Promise<void>;
}>;

/** A request that is about to be sent. */
type Asked = Readonly<{ price: number; answered: () => Promise<Acknowledged> }>;

/** Clients of every kind, at work until their connections break. `known` are outputs from before. */
export const mixedLoad = (
  service: RunningService,
  google: GoogleStorage,
  known: readonly Acknowledged[],
): Load => {
  const client = createClient(service);
  const acknowledged: Acknowledged[] = [];
  const underWay = new Map<object, number>();
  const allSeen = Promise.withResolvers<void>();
  const firstOutput = Promise.withResolvers<void>();
  /** Resolves with the next answer that is no download's. */
  let turn = Promise.withResolvers<void>();
  const nextTurn = (): void => {
    turn.resolve();
    turn = Promise.withResolvers();
  };
  if (known.length > 0) firstOutput.resolve();

  /** One of the latest outputs, which eviction has not reached. */
  const anOutput = (isPng: boolean): Acknowledged => {
    const all = [...known, ...acknowledged].filter(
      (output) => output.kind === 'upload' && (output.isPng || !isPng),
    );
    return all.slice(-20)[Math.floor(Math.random() * Math.min(all.length, 20))]!;
  };

  const post = (path: string, body: object): Promise<Answer> => {
    const headers = { 'Content-Type': 'application/json' };
    return client.send({ method: 'POST', path, headers, body: JSON.stringify(body) });
  };

  const asking: Readonly<Record<Kind, () => Asked>> = {
    upload: () => {
      const isPng = Math.random() < 0.5 || acknowledged.length === 0;
      const price = 1;
      const answered = async () => {
        const answer = await client.upload(isPng ? newPng() : newJpeg());
        const path = new URL(expected(answer, 201).headers.location!).pathname;
        return { ...told('upload', path, price, answer), sha256: undefined, isPng };
      };
      return { price, answered };
    },
    operation: () => {
      const { path } = anOutput(true);
      const isConverted = Math.random() < 0.5;
      const price = isConverted ? 2 : 1;
      const operation = {
        resize: { method: 'scale', width: aWidth() },
        ...(isConverted && { convert: { type: 'image/webp' } }),
      };
      const answered = async () => told('operation', path, price, await post(path, operation));
      return { price, answered };
    },
    download: () => {
      const { path } = anOutput(false);
      const answered = async () => ({
        ...told('download', path, 0, await client.send({ path })),
        count: undefined,
      });
      return { price: 0, answered };
    },
    store: () => {
      const { path } = anOutput(true);
      const price = Math.random() < 0.5 ? 1 : 0;
      const object = `pictures/${hash('sha256', String(Math.random()))}`;
      const operation = {
        store: { service: 'cstore', cstore_access_token: google.token, path: object },
        ...(price > 0 && { resize: { method: 'scale', width: aWidth() } }),
      };
      const answered = async () => {
        const answer = await post(path, operation);
        return { ...told('store', path, price, answer), object, sha256: undefined };
      };
      return { price, answered };
    },
  };

  const work = async (kind: Kind): Promise<void> => {
    const self = {};
    if (kind !== 'upload') await firstOutput.promise;
    for (let number = 1; ; number += 1) {
      // Or downloads, which cost next to nothing, would be nearly all that is done.
      if (kind === 'download' && number % downloadsInTurn === 0) await turn.promise;
      const { price, answered } = asking[kind]();
      underWay.set(self, price);
      acknowledged.push(await answered());
      underWay.delete(self);
      if (kind !== 'download') nextTurn();
      firstOutput.resolve();
      const numbers = kinds.map((each) => acknowledged.filter((one) => one.kind === each).length);
      if (Math.min(...numbers) >= leastOfEach) allSeen.resolve();
    }
  };

  const ends = kinds.flatMap((kind) =>
    Array.from({ length: clients[kind] }, () =>
      rejectionOf(work(kind)).finally(() => {
        firstOutput.resolve();
        nextTurn();
      }),
    ),
  );
  return {
    acknowledged,
    nextAnswer: () => Promise.race([turn.promise, ...ends]).then(() => undefined),
    unanswered: () => [...underWay.values()].reduce((sum, price) => sum + price, 0),
    refused: async () => {
      const refused = (await Promise.all(ends)).filter((end) => !isBroken(end));
      client.close();
      return refused;
    },
    isUnderWay: Promise.race([allSeen.promise, ...ends]).then(() => undefined),
  };
};

const downloadsInTurn = 5;

/** Smaller than the pictures are. */
const aWidth = (): number => 2 + Math.floor(Math.random() * 20);

const expected = (answer: Answer, status: number): Answer => {
  if (answer.status !== status) throw new Error(`Answered ${answer.status}: ${answer.body}`);
  return answer;
};

/** What a successful answer says. */
const told = (kind: Kind, path: string, price: number, answer: Answer): Acknowledged => {
  const { headers, body } = expected(answer, kind === 'upload' ? 201 : 200);
  const [, resultId] = /\/receipt\/([0-9a-f]{64})>/.exec(String(headers.link ?? '')) ?? [];
  const count = Number(headers['compression-count']);
  const sha256 = hash('sha256', body);
  const entry = resultId ?? path.split('/').at(-1)!;
  return { kind, path, price, count, sha256, entry, object: undefined, isPng: false };
};

const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as { code?: string }).code ?? '');
