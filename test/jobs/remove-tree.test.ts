import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { removeTree } from '../../src/jobs/remove-tree.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { fixtureTool } from '../support/tools/processes.ts';

describe('removing a folder that a tool has left', () => {
  const file = temporaryFolders();
  beforeEach(() => mkdir(file('job')));

  const nest = (depth: number, target = ''): void => {
    const args = [`${depth}`, target];
    const { status } = spawnSync(fixtureTool('nests'), args, { cwd: file('job') });
    expect(status).to.equal(0);
  };

  const odd: readonly (readonly [string, () => unknown])[] = [
    ['is empty', () => undefined],
    ['is missing', () => removeTree(file('job'))],
    ['has deeper folders than a path is long', () => nest(3000)],
    [
      'has deep folders side by side, and files beside them',
      async () => {
        nest(40);
        await mkdir(file('job/other'));
        spawnSync(fixtureTool('nests'), ['40'], { cwd: file('job/other') });
        await writeFile(file('job/file'), 'some');
      },
    ],
    [
      'has names with line breaks',
      async () => {
        nest(40);
        await mkdir(file('job/a\nb'));
        await writeFile(file('job/a\nb/c\n'), 'some');
      },
    ],
    [
      'has names that are no text',
      async () => {
        nest(40);
        for (const name of ['\x80\xff', '\xc3']) {
          await mkdir(Buffer.concat([Buffer.from(file('job/')), Buffer.from(name, 'latin1')]));
        }
      },
    ],
  ];
  for (const [title, prepare] of odd) {
    it(`removes one that ${title}`, async () => {
      await prepare();
      await removeTree(file('job'));
      expect(existsSync(file('job'))).to.equal(false);
    });
  }

  it('follows no links, however deep', async () => {
    await mkdir(file('outside'));
    await writeFile(file('outside/precious'), 'some');
    nest(40, file('outside'));
    for (const target of [file('outside'), file('outside/precious'), '/nonexistent']) {
      await symlink(target, file(`job/link-${target.replaceAll('/', '-')}`));
    }
    await removeTree(file('job'));
    expect(existsSync(file('job'))).to.equal(false);
    expect(await readFile(file('outside/precious'), 'utf8')).to.equal('some');
  });

  it('removes folders that may be neither read nor written', async function () {
    nest(40);
    const deep = `job/${Array(10).fill('n'.repeat(200)).join('/')}`;
    await mkdir(file('job/closed/below'), { recursive: true });
    await writeFile(file('job/closed/below/file'), 'some');
    for (const closed of [deep, 'job/closed/below', 'job/closed']) await chmod(file(closed), 0);
    // Root may read everything, and therefore lets nobody remove it.
    if (process.getuid?.() !== 0) return removeTree(file('job'));
    const nobody = 65_534;
    const module = fileURLToPath(new URL('../../src/jobs/remove-tree.ts', import.meta.url));
    const isReadable = spawnSync('setpriv', [`--reuid=${nobody}`, 'cat', module]).status === 0;
    if (!isReadable) this.skip();
    spawnSync('chown', ['-R', '--no-dereference', `${nobody}`, file()]);
    await chown(file(), nobody, nobody);
    const { stderr } = spawnSync(
      'setpriv',
      [
        ...[`--reuid=${nobody}`, '--clear-groups', process.execPath, '--input-type=module', '-e'],
        `const { removeTree } = await import(${JSON.stringify(module)});
        await removeTree(${JSON.stringify(file('job'))});`,
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).to.not.match(/Error/);
    expect(existsSync(file('job'))).to.equal(false);
  });
});
