import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { importsOf } from './support/architecture.ts';

/** The modules that start processes: a browser is one. */
const processModules = ['node:child_process', 'playwright-core', 'execa'];

/** Files that take more than a second and a half of CPU. */
const slow = [
  'test/bulk/walk.test.ts',
  'test/http/body/json-body.test.ts',
  'test/http/openapi/document.test.ts',
  'test/http/routes/many-keys.test.ts',
  'test/http/server/reload-certificate.test.ts',
  'test/http/server/self-signed.test.ts',
  'test/image/jpeg/quantisation-tables.test.ts',
  'test/image/png/deflate/deflated-png.test.ts',
  'test/image/read-facts.test.ts',
  'test/image/score/comparison.test.ts',
  'test/outputs/workload.test.ts',
  'test/storage/bucket/received.test.ts',
  'test/storage/cstore.test.ts',
];

/** Where tests start servers, browsers and published clients. */
const serverFiles = [
  'test/e2e/',
  'test/support/deploy/',
  'test/support/e2e/',
  'test/support/state/redis-server.ts',
  'test/support/storage/radosgw.ts',
  'test/support/web/browser.ts',
];

/**
 * The test files among `files` (paths from the project's folder) that start no process: neither they nor
 * any file that they import, directly or through others, imports a module that does.
 */
export const pureTests = (
  files: readonly string[],
  read?: (path: string) => string,
): readonly string[] => {
  const reachedBy = createReached(read);
  return files.filter((file) => !reachedBy(file).some((path) => processModules.includes(path)));
};

/** What bin/setup is to set up for these test files: npm packages, the tools of the service, or servers and clients too. */
export const needsOf = (
  files: readonly string[],
  read?: (path: string) => string,
): 'code' | 'serve' | 'test' => {
  const reached = files.flatMap(createReached(read));
  if (reached.some((path) => serverFiles.some((start) => path.startsWith(start)))) return 'test';
  return reached.some((path) => processModules.includes(path)) ? 'serve' : 'code';
};

/** A function that gives a file and all that it imports, directly or through others. */
const createReached = (
  read: (path: string) => string = readIfThere,
): ((file: string) => readonly string[]) => {
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
  return (file) => {
    const reached = new Set([file]);
    for (const path of reached) {
      if (path.endsWith('.ts')) for (const target of targetsOf(path)) reached.add(target);
    }
    return [...reached];
  };
};

/** Tests of import rules hold imports of files that do not exist, as text. */
const readIfThere = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');

/** The test files below what is named. */
const filesIn = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => {
    const below = relative('.', resolve(path));
    return below.endsWith('.ts') ? [below] : globSync(join(below, '**/*.test.ts'));
  });

// bin/test runs this file: for the list of --quick, or for what the files that are named need.
if (import.meta.main) {
  const [option, ...paths] = process.argv.slice(2);
  const files = globSync('test/**/*.test.ts', { exclude: ['**/node_modules/**'] }).filter(
    (file) => !slow.includes(file),
  );
  console.log(
    option === '--needs' ? needsOf(filesIn(paths)) : pureTests(files.toSorted()).join('\n'),
  );
}
