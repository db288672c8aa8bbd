import { hash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { hasCode, misused, StartError } from '../../errors.ts';
import { bytesOf } from '../../image/bytes.ts';
import { isComplete } from '../../image/is-complete.ts';
import { mediaTypeOf } from '../../image/media-type.ts';
import { decodeFailed } from '../../image/decode-failed.ts';
import { writeHashedFile } from '../../jobs/hashed-file.ts';
import { isPlainDownload, type Operation } from '../../service/operation.ts';
import type { Compressor } from '../compressor.ts';
import { howMade } from '../how-made.ts';
import { type Answer, createRequests, type Requests } from './requests.ts';

type RemoteOptions = Readonly<{
  /** Address of the service, as in its documents. */
  url: string;
  key: string;
  certificate: string | undefined;
  /** Folder for files on their way. */
  folder: string;
  atOnce: number;
}>;

/**
 * Compresses by a running service, through its published API alone.
 * @throws StartError where the service cannot be reached or refuses the key.
 */
export const openRemote = async (options: RemoteOptions): Promise<Compressor> => {
  const { key, certificate, folder, atOnce } = options;
  const url = addressOf(options.url);
  const requests = createRequests({ url, key, certificate, atOnce });
  await checkKey(requests, key);
  let last = 0;

  const compress: Compressor['compress'] = async (body, operation, signal) => {
    last += 1;
    const [sent, got] = ['sent', 'got'].map((name) => join(folder, `${last}-${name}`)) as [
      string,
      string,
    ];
    const release = async (): Promise<void> => {
      await rm(sent, { force: true });
      await rm(got, { force: true });
    };
    const startedAt = performance.now();
    try {
      const source = await writeHashedFile(body, sent, undefined, signal);
      const file = { path: sent, bytes: source.bytes };
      const uploaded = await requests.send({ method: 'POST', path: '/shrink', file }, signal);
      const path = pathIn(uploaded.headers.location);
      const answer = await requests.send(
        isPlainDownload(operation)
          ? { method: 'GET', path }
          : { method: 'POST', path, json: jsonOf(operation) },
        signal,
      );
      await writeFile(got, answer.body);
      const receipt = await receiptOf(requests, answer, path, signal);
      const mediaType = answer.headers['content-type'] ?? '';
      const types = { sourceType: receipt.source.mediaType, mediaType };
      return {
        ...{ path: got, bytes: answer.body.length, sha256: hash('sha256', answer.body) },
        ...{ source, made: howMade(receipt, types, startedAt) },
        [Symbol.asyncDispose]: release,
      };
    } catch (error) {
      await release();
      throw error;
    }
  };

  const check: Compressor['check'] = async (body) => {
    const bytes = bytesOf(await buffer(body));
    if (!isComplete(bytes, await mediaTypeOf(bytes)))
      throw decodeFailed('The result is not whole.');
  };

  return {
    ...{ compress, check, preview: async () => undefined, atOnce },
    settings: `service ${url.origin}`,
    close: async () => requests.close(),
  };
};

const addressOf = (text: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:') {
    throw misused(`--server: expected an address that begins with https://, got "${text}".`);
  }
  return url;
};

/** Costs nothing, and counts as nothing. */
const checkKey = async (requests: Requests, key: string): Promise<void> => {
  const { signal } = new AbortController();
  if (!/^[\x21-\x7e]+$/.test(key)) throw misused('--key: expected an API key.');
  await requests.send({ method: 'POST', path: '/shrink' }, signal).catch((error: unknown) => {
    if (hasCode(error, 'unavailable')) throw new StartError(error.message, 1, error);
    if (error instanceof StartError) throw error;
  });
};

/** The service may name itself by another address than the one that it is reached by. */
const pathIn = (location: string | undefined): string => {
  if (location === undefined) throw new Error('The service names no result.');
  return new URL(location, 'https://service').pathname;
};

const jsonOf = ({ resize, convert, preserve }: Operation): object => ({
  ...(resize && { resize }),
  ...(convert && { convert: { type: convert } }),
  ...(preserve.length > 0 && { preserve }),
});

type Receipt = Parameters<typeof howMade>[0] & Readonly<{ source: { mediaType: string } }>;

/** How a result was made. The link in its answer names the receipt of an operation. */
const receiptOf = async (
  requests: Requests,
  { headers }: Answer,
  path: string,
  signal: AbortSignal,
): Promise<Receipt> => {
  const link = /<([^>]+)>/.exec(String(headers['link'] ?? ''))?.[1];
  const { body } = await requests.send(
    { method: 'GET', path: link === undefined ? `${path}/receipt` : pathIn(link) },
    signal,
  );
  return JSON.parse(body.toString()) as Receipt;
};
