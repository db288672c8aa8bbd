/**
 * Imports the module of `src` named by the first argument, opens a data folder with files where the second one names
 * it, and prints the packages that were loaded, one a line.
 */
import { registerHooks } from 'node:module';

const loaded = new Set<string>();
registerHooks({
  load: (url, context, nextLoad) => {
    const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1];
    if (name !== undefined) loaded.add(name);
    return nextLoad(url, context);
  },
});

const [module = '', folder] = process.argv.slice(2);
await import(`../../../src/${module}`);
if (folder !== undefined) {
  const { makeData } = await import('../data/made-data.ts');
  await makeData(folder);
}
console.log([...loaded].toSorted().join('\n'));
