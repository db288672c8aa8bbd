import { generate } from 'selfsigned';
import type { KeyPair } from '../../../src/http/server/certificate.ts';

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
  });
  return { cert: made.cert, key: made.private };
};
