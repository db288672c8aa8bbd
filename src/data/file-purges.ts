import { readFileSync } from 'node:fs';
import { sharedWrite, writeFileAtomically } from '../durable-file.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import { newGeneration, type Purges } from '../state/purges.ts';

/** The generation of a source, and until when it is remembered, in milliseconds since 1970. */
type Purge = readonly [generation: string, until: number];

/**
 * Purges in a file, for one node, which are read once. Where that cannot be stored, the purge counts until the end of the
 * process, and its call rejects.
 * @throws StartError for a file that cannot be read.
 */
export const createFilePurges = (path: string, now: () => number): Purges => {
  const purges = readPurges(path);
  const file = sharedWrite(() => writeFileAtomically(path, `${JSON.stringify([...purges])}\n`));
  return {
    generationOf: async (source) => purges.get(source)?.[0],
    purge: (source, keptMs) => {
      for (const [old, [, until]] of purges) if (until <= now()) purges.delete(old);
      purges.set(source, [newGeneration(), now() + keptMs]);
      return file.run();
    },
  };
};

const readPurges = (path: string): Map<string, Purge> => {
  try {
    return new Map(JSON.parse(readFileSync(path, 'utf8')) as (readonly [string, Purge])[]);
  } catch (error) {
    if (systemCodeOf(error) === 'ENOENT') return new Map();
    // Without it, what was purged would be delivered again.
    const advice = 'Remove it together with the outputs folder, which is a cache.';
    throw new StartError(`${path}, which has the purges, cannot be read. ${advice}`, 1, error);
  }
};
