/**
 * Imports the module of `src` named by the first argument, opens a data folder with files where the second one names
 * it, and prints what of Redis' client was loaded.
 */
import { createRequire } from 'node:module';

const [module = '', folder] = process.argv.slice(2);
await import(`../../../src/${module}`);
if (folder !== undefined) {
  const { makeData } = await import('../data/made-data.ts');
  await makeData(folder);
}
const loaded = Object.keys(createRequire(import.meta.url).cache);
console.log(loaded.filter((path) => path.includes('@redis')).length);
