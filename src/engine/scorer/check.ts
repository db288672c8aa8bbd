import { writeFile } from 'node:fs/promises';
import type { JobFolders } from '../../jobs/job-folder.ts';
import { createPermits } from '../../queue/permits.ts';
import { isSimdSupported } from '../../simd.ts';
import { createScorer, type ScorerOptions } from './client.ts';

type ScorerCheck = Omit<ScorerOptions, 'permits'> &
  Readonly<{
    folders: JobFolders;
    /** A PNG. */
    picture: Uint8Array;
  }>;

/**
 * Measures a picture against itself, and makes what is built in of it, as the service does. Undefined where that works,
 * else why not. It leaves the sources of the scoring process compiled, for a service that may not write them. On a
 * processor without SIMD the service measures nothing, so nothing is tried.
 */
export const checkScorer = async ({
  folders,
  picture,
  ...options
}: ScorerCheck): Promise<string | undefined> => {
  if (!isSimdSupported()) return undefined;
  const scorer = createScorer({ ...options, permits: createPermits({ slots: 1 }) });
  const folder = await folders.open();
  const file = folder.file('picture');
  const { signal } = new AbortController();
  const use = {
    client: { requestId: 'check', accountId: 'check', jobNumber: 1, signal },
    endBy: performance.now() + options.deadlineMs,
  };
  try {
    await writeFile(file, picture);
    const request = { reference: file, result: file, tiles: undefined, looksForBands: true };
    const { score } = await scorer.score(request, use);
    if (score !== perfectScore) return `a picture scores ${score} against itself`;
    const derived = { kind: 'lossy-png', quality: 50 } as const;
    const files = { source: file, result: folder.file('result') };
    const { verdict } = await scorer.make({ ...files, derived }, use);
    return verdict === 'done' ? undefined : 'it makes no lossy PNG';
  } catch (error) {
    return String(error);
  } finally {
    await scorer.close();
    await folder.remove();
  }
};

const perfectScore = 100;
