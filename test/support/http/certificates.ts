import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import type { KeyPair, KeyPairFiles } from '../../../src/http/server/certificate.ts';
import { remembered } from '../remembered.ts';

export const dayMs = 86_400_000;

/** A pair as an operator would bring it: not made by the service. Valid from a day ago for `days`. */
export const operatorsPair = async ({
  commonName = 'images.example.org',
  days = 90,
  keyType = 'ec',
}: Readonly<{
  commonName?: string;
  days?: number;
  keyType?: 'ec' | 'rsa';
}> = {}): Promise<KeyPair> => {
  const begin = Date.now() - dayMs;
  const made = await generate([{ name: 'commonName', value: commonName }], {
    keyType,
    algorithm: 'sha256',
    notBeforeDate: new Date(begin),
    notAfterDate: new Date(begin + days * dayMs),
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: commonName }] }],
  });
  return { cert: made.cert, key: made.private };
};

/** Files with the pair of `localhost` that services of this process share, until it ends. */
export const sharedPair = remembered(async (): Promise<KeyPairFiles> => {
  const folder = mkdtempSync(join(tmpdir(), 'shrinkd-pair-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const { cert, key } = await operatorsPair({ commonName: 'localhost' });
  await Promise.all([writeFile(files.cert, cert), writeFile(files.key, key)]);
  return files;
});
