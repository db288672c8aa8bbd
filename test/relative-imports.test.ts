import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { relativeImports } from '../src/tools/process/compiled-sources.ts';
import { rejectionOf } from './support/rejection.ts';
import { temporaryFolders } from './support/temporary-folders.ts';

describe('imports by relative paths', () => {
  const inFolder = temporaryFolders();

  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(inFolder(name)), { recursive: true });
      writeFileSync(inFolder(name), text);
    }
  };

  const run = async (program: string): Promise<string> => {
    const args = [...relativeImports, inFolder(program)];
    return (await promisify(execFile)(process.execPath, args)).stdout.trim();
  };

  const packages: readonly (readonly [title: string, files: Readonly<Record<string, string>>])[] = [
    [
      'of types that are erased',
      { 'in.ts': "export { made } from './made.ts';", 'made.ts': 'export const made: number = 7;' },
    ],
    [
      'of a package of modules',
      {
        'in.ts': "export { made } from 'p';",
        'node_modules/p/package.json': '{"type":"module","main":"a.js"}',
        'node_modules/p/a.js': "export { made } from './lib/b.js';",
        'node_modules/p/lib/b.js': "export { made } from '../c.mjs';",
        'node_modules/p/c.mjs': 'export const made = 7;',
      },
    ],
    [
      'of a module beside files that are required',
      {
        'in.ts': "export { default as made } from 'p';",
        'node_modules/p/package.json': '{"exports":"./a.mjs"}',
        'node_modules/p/a.mjs': "export { default } from './b.js';",
        'node_modules/p/b.js': "module.exports = require('./lib');",
        'node_modules/p/lib/index.js': "module.exports = require('./c').made;",
        'node_modules/p/lib/c.json': '{"made":7}',
      },
    ],
    [
      'of JSON',
      {
        'in.ts': "export { default as made } from './made.json' with { type: 'json' };",
        'made.json': '7',
      },
    ],
  ];
  for (const [title, files] of packages) {
    it(`load files ${title}`, async () => {
      write({ ...files, 'main.ts': "import { made } from './in.ts'; console.log(made);" });
      expect(await run('main.ts')).to.equal('7');
    });
  }

  it('name the file at the path, and do not look where a link leads', async () => {
    write({
      'main.ts': "import { url } from './link.ts'; console.log(url);",
      'other/linked.ts': 'export const url = import.meta.url;',
    });
    symlinkSync('other/linked.ts', inFolder('link.ts'));
    expect(await run('main.ts')).to.match(/\/link\.ts$/);
  });

  it('name the file that is missing', async () => {
    write({ 'main.ts': "import './missing.ts';" });
    const { message } = (await rejectionOf(run('main.ts'))) as Error;
    expect(message)
      .to.contain("ENOENT: no such file or directory, open '")
      .and.contain('missing.ts');
  });
});
