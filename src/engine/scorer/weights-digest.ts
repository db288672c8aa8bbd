import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** SHA-256 of the weights of the score, as hex; part of the cache key. */
export const weightsDigest = (): string =>
  createHash('sha256')
    .update(readFileSync(new URL('../../image/score/weights.json', import.meta.url)))
    .digest('hex');
