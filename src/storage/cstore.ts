import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { systemCodeOf } from '../errors.ts';
import type { createAccessTokens } from './access-tokens.ts';
import { connectionFailure, cstoreFailure, type Failure, silence } from './failures.ts';
import type { Answer, Sender } from './send.ts';
import type { CstoreTarget, StoredFile } from './storage.ts';

export type CstoreUpload = Readonly<{
  target: CstoreTarget;
  file: StoredFile;
  signal: AbortSignal;
}>;

type CstoreParts = Readonly<{
  sender: Sender;
  accessToken: ReturnType<typeof createAccessTokens>;
  silenceMs: number;
}>;

/**
 * Makes the function that puts a file into Google Cloud Storage, once; it resolves with what went
 * wrong. One request of its JSON API, `multipart` upload: the object's description, then its bytes.
 * Google's own client takes proxies from the environment and cannot be told not to, so it is not used.
 */
export const createCstore =
  ({ sender, accessToken, silenceMs }: CstoreParts) =>
  async ({ target, file, signal }: CstoreUpload): Promise<Failure | undefined> => {
    const md5 = await md5Of(file.path);
    try {
      const got = await accessToken(target.rights, signal);
      if ('failure' in got) return got.failure;
      const { headers, body } = multipart(descriptionOf(target, file, md5), file);
      const answer = await sender.send({
        url: uploadAddress(target),
        headers: { ...headers, Authorization: `Bearer ${got.token.reveal()}` },
        body,
        signal,
      });
      return failureIn(answer, md5);
    } catch (error) {
      const code = systemCodeOf(error) ?? 'unknown';
      return code === 'ETIMEDOUT' ? silence(silenceMs / 1000, true) : connectionFailure(code);
    }
  };

const uploadAddress = ({ endpoint, bucket, objectKey }: CstoreTarget): URL => {
  const url = new URL(`${endpoint}/upload/storage/v1/b/${encodeURIComponent(bucket)}/o`);
  url.search = new URLSearchParams({ uploadType: 'multipart', name: objectKey }).toString();
  return url;
};

/** Google compares the MD5 and keeps nothing when the bytes are not those. */
const descriptionOf = ({ headers }: CstoreTarget, { mediaType }: StoredFile, md5: string) => ({
  contentType: mediaType,
  md5Hash: md5,
  cacheControl: headers.cacheControl,
  contentDisposition: headers.contentDisposition,
  metadata: headers.metadata,
});

/** Base64, as Google writes it. */
const md5Of = async (path: string): Promise<string> => {
  const hash = createHash('md5');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('base64');
};

/** A `multipart/related` body (RFC 2387) that is read from the file as it is sent. */
const multipart = (description: object, { path, mediaType, bytes }: StoredFile) => {
  const boundary = randomBytes(20).toString('hex');
  const head = Buffer.from(
    [
      `--${boundary}`,
      'Content-Type: application/json; charset=UTF-8',
      '',
      JSON.stringify(description),
      `--${boundary}`,
      `Content-Type: ${mediaType}`,
      '',
      '',
    ].join('\r\n'),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    headers: {
      'Content-Type': `multipart/related; boundary=${boundary}`,
      'Content-Length': head.length + bytes + tail.length,
    },
    body: Readable.from(pieces(head, path, tail), { objectMode: false }),
  };
};

async function* pieces(head: Buffer, path: string, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  yield* createReadStream(path) as AsyncIterable<Buffer>;
  yield tail;
}

type ErrorBody = Readonly<{ errors?: readonly Readonly<{ reason?: string }>[]; message?: string }>;

const failureIn = ({ status, json }: Answer, md5: string): Failure | undefined => {
  const isStored = status === 200 && json['md5Hash'] === md5;
  if (isStored) return undefined;
  const error = (json['error'] ?? {}) as ErrorBody;
  const reason = error.errors?.[0]?.reason ?? `HTTP${status}`;
  const isDamaged = status === 200 || /MD5|CRC32C/i.test(error.message ?? '');
  return cstoreFailure({ status, code: isDamaged ? 'checksumMismatch' : reason });
};
