import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** SHA-256 of the weights of the score, as hex; part of the cache key. */
export const weightsDigest = (): string =>
  hash('sha256', readFileSync(new URL('../../image/score/weights.json', import.meta.url)));
