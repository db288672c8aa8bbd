import { randomNumbers } from '../support/random.ts';
import { hostileJson } from './hostile-json.ts';
import { hostilePicture, type Hostile, type Sources } from './hostile-pictures.ts';

/** One request: the same for the same seed and index. */
export type Case = Hostile &
  Readonly<{
    index: number;
    /** An upload, an address or nonsense as JSON to `/shrink`, or an operation on an output. */
    to: 'upload' | 'shrink' | 'operation';
    isJson: boolean;
    method: 'POST' | 'GET';
  }>;

export const caseOf = (sources: Sources, seed: number, index: number): Case => {
  const random = randomNumbers(Math.imul(seed, 0x9e3779b1) + index);
  const kind = random(10);
  if (kind < 6) {
    const picture = hostilePicture(sources, random);
    return { index, ...picture, to: 'upload', isJson: false, method: 'POST' };
  }
  const json = hostileJson(random);
  if (kind === 6) return { index, ...json, to: 'shrink', isJson: true, method: 'POST' };
  const method = random(4) === 0 ? 'GET' : 'POST';
  return { index, ...json, to: 'operation', isJson: true, method };
};
