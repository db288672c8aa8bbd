import { existsSync, globSync, readFileSync } from 'node:fs';
import { importsOf } from './support/architecture.ts';

/** The modules that start processes: a browser is one. */
const processModules = ['node:child_process', 'playwright-core'];

/**
 * The test files among `files` (paths from the project's folder) that start no process: neither they nor
 * any file that they import, directly or through others, imports a module that does.
 */
export const pureTests = (
  files: readonly string[],
  read: (path: string) => string = readIfThere,
): readonly string[] => {
  const targets = new Map<string, readonly string[]>();
  const targetsOf = (path: string): readonly string[] => {
    const known = targets.get(path);
    if (known !== undefined) return known;
    const found = importsOf({ path, text: read(path) })
      .filter(({ isType }) => !isType)
      .filter(({ target, isOurs }) => !isOurs || target.endsWith('.ts'))
      .map(({ target }) => target);
    targets.set(path, found);
    return found;
  };
  const isPure = (path: string): boolean => {
    const reached = new Set([path]);
    for (const file of reached) {
      if (processModules.includes(file)) return false;
      if (file.endsWith('.ts')) for (const target of targetsOf(file)) reached.add(target);
    }
    return true;
  };
  return files.filter(isPure);
};

/** Tests of import rules hold imports of files that do not exist, as text. */
const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

// bin/test --quick runs this file for the list.
if (import.meta.main) {
  console.log(pureTests(globSync('test/**/*.test.ts').toSorted()).join('\n'));
}
