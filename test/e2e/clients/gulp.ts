/**
 * What gulp does with a plugin: a file goes in, what comes out takes its place.
 * `gulp.ts PLUGIN OPTIONS FILE`, the options as JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

type File = Readonly<{ contents: Buffer }>;
type Plugin = (
  options: unknown,
) => NodeJS.EventEmitter & Readonly<{ write: (file: unknown) => void; end: () => void }>;

const require = createRequire(import.meta.url);
const [name = '', options = '{}', path = ''] = process.argv.slice(2);
const plugin = (require(name) as Plugin)(JSON.parse(options));
const File = require('vinyl') as new (fields: object) => unknown;

plugin.on('error', () => (process.exitCode = 1));
plugin.on('data', ({ contents }: File) => writeFileSync(path, contents));
plugin.write(new File({ path, contents: readFileSync(path) }));
plugin.end();
