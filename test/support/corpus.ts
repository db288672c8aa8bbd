import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const folder =
  process.env.SHRINKD_CORPUS ?? fileURLToPath(new URL('../../../shared/corpus', import.meta.url));

/** One picture of the corpus: its name (`photo/kodim03.png`) and its path. */
export type CorpusFile = Readonly<{ name: string; path: string }>;

/**
 * The pictures of the corpus in `SHRINKD_CORPUS` (else `../shared/corpus` beside the project); none
 * where there is no such folder.
 */
export const corpusFiles = (): readonly CorpusFile[] => {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(jpg|png|webp)$/.test(name))
    .toSorted()
    .map((name) => ({ name, path: join(folder, name) }));
};

/** Where a picture of the corpus lies. @throws Error without the corpus. */
export const corpusPath = (name: string): string => {
  const path = corpusFiles().find((file) => file.name === name)?.path;
  if (path === undefined) throw new Error('The benchmarks need the corpus; set SHRINKD_CORPUS.');
  return path;
};
