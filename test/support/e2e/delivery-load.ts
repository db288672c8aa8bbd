import { hash, randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { isComplete } from '../../../src/image/is-complete.ts';
import { bytes, chunk, ihdr, pngSignature, strictSource } from '../image/builders.ts';
import { pixelsOfContent } from '../image/pictures.ts';
import { rejectionOf } from '../rejection.ts';
import type { RunningService } from '../service/service.ts';
import { type Answer, type Client, createClient } from './client.ts';
import { addressOf, shownIn } from './delivering.ts';

const width = 24;

/** Each version has another height; after so many they begin again. */
const versions = 5;
const heightOf = (version: number): number => width + 4 * (version % versions);

/** A picture of noise. */
const pictureOf = (version: number): Buffer => {
  const height = heightOf(version);
  const rows = Array.from({ length: height }, () => bytes(0, randomBytes(3 * width)));
  return bytes(
    ...[pngSignature, ihdr(width, height, 8, 2)],
    ...[chunk('IDAT', deflateSync(bytes(...rows))), chunk('IEND')],
  );
};

/** A source that changes, and what is known of it. */
type ChangingSource = {
  readonly name: string;
  /** Of the file. Each change is one more. */
  version: number;
  /** The last one that a purge was answered for: no older one may be delivered. */
  purged: number;
};

export const changingSources = (folder: string, count: number): readonly ChangingSource[] =>
  Array.from({ length: count }, (_, index) => {
    const source = { name: `${index}.png`, version: 0, purged: 0 };
    writeFileSync(`${folder}/${source.name}`, pictureOf(0));
    return source;
  });

/** How each source is asked for: a part of its width, and a type. */
const forms = [
  { part: 2, type: 'jpg' },
  { part: 4, type: 'jpg' },
  { part: 2, type: 'webp' },
  { part: 2, type: 'png' },
] as const;

/** How many answers were a draft, how many the best result, and how many purges were answered. */
type Seen = { drafts: number; best: number; purges: number };

/** Asks for a form of a source. @throws where the answer is not whole, or older than a purge before it. */
const ask = async (
  client: Client,
  source: ChangingSource,
  { part, type }: (typeof forms)[number],
  seen: Seen,
): Promise<Answer> => {
  const { purged } = source;
  const path = `/w:${width / part}/plain/local:///${source.name}@${type}`;
  const answer = await client.send({ path: addressOf(path) });
  const { status, headers, body } = answer;
  const what = `${path}, ${status}, ${body.toString('latin1', 0, 100)}`;
  if (status !== 200) throw new Error(`no picture: ${what}`);
  const shown = await shownIn(body);
  const digest = hash('sha256', body).slice(0, 32);
  if (headers.etag !== `"${digest}"`) throw new Error(`another digest: ${what}`);
  if (headers['content-type'] !== shown.mediaType) throw new Error(`another type: ${what}`);
  if (shown.width !== width / part) throw new Error(`another width: ${what}`);
  if (!isComplete(strictSource(body), shown.mediaType)) throw new Error(`not whole: ${what}`);
  const allowed = rangeOf(purged, source.version).map((version) => heightOf(version) / part);
  if (!allowed.includes(shown.height)) {
    throw new Error(`${shown.height} high, expected ${allowed.join(' or ')}: ${what}`);
  }
  seen[headers['x-shrinkd-quality'] === 'draft' ? 'drafts' : 'best'] += 1;
  return answer;
};

const rangeOf = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Asks once for every form of every source, and decodes it. */
export const askForAll = async (
  service: RunningService,
  sources: readonly ChangingSource[],
  seen: Seen,
): Promise<void> => {
  const client = createClient(service);
  try {
    await Promise.all(
      sources.flatMap((source) =>
        forms.map(async (form) => {
          const { headers, body } = await ask(client, source, form, seen);
          await pixelsOfContent(body, headers['content-type']!);
        }),
      ),
    );
  } finally {
    client.close();
  }
};

const clients = 4;

/** Clients that ask, and one that changes sources and purges them, until their connections break. */
export const deliveryLoad = (
  service: RunningService,
  {
    folder,
    sources,
    key,
    seen,
  }: Readonly<{
    folder: string;
    sources: readonly ChangingSource[];
    key: string;
    seen: Seen;
  }>,
) => {
  const client = createClient(service);
  const underWay = Promise.withResolvers<void>();
  const anyOf = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!;

  const asking = async (): Promise<never> => {
    for (;;) await ask(client, anyOf(sources), anyOf(forms), seen);
  };

  const purging = async (): Promise<never> => {
    for (;;) {
      const source = anyOf(sources);
      const version = source.version + 1;
      // Counted before the file is there: an answer may have it from then on.
      source.version = version;
      writeFileSync(`${folder}/next`, pictureOf(version));
      renameSync(`${folder}/next`, `${folder}/${source.name}`);
      const path = `/delivery?source=local:///${source.name}`;
      const { status, body } = await client.send({ path, method: 'DELETE', key });
      if (status !== 200) throw new Error(`not purged: ${status}, ${body.toString('latin1')}`);
      source.purged = version;
      seen.purges += 1;
      underWay.resolve();
      // A result at least is made between two purges.
      await ask(client, source, anyOf(forms), seen);
    }
  };

  const ends = [...Array.from({ length: clients }, asking), purging()].map((end) =>
    rejectionOf(end).finally(() => underWay.resolve()),
  );
  return {
    isUnderWay: underWay.promise,
    /** Resolves when all have ended, with the failures that are no broken connection. */
    failures: async (): Promise<readonly unknown[]> => {
      const failures = (await Promise.all(ends)).filter((error) => !isBroken(error));
      client.close();
      return failures;
    },
  };
};

const isBroken = (error: unknown): boolean =>
  ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'].includes((error as { code?: string }).code ?? '');
