import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { temporaryFolders } from '../support/temporary-folders.ts';

const program = fileURLToPath(new URL('../../bin/shrinkd', import.meta.url));

/** A user that the system does not know, so that nothing else is hers. */
const ann = 54_321;

/** Only root can run commands as one user and another, and give folders away. */
describe('a data folder of another user', function () {
  before(function () {
    if (process.getuid?.() !== 0) this.skip();
  });
  const inFolder = temporaryFolders();
  beforeEach(() => {
    mkdirSync(inFolder('ann/data'), { recursive: true });
    for (const name of ['', 'ann', 'ann/data']) chmodSync(inFolder(name), 0o755);
    for (const name of ['ann', 'ann/data']) chownSync(inFolder(name), ann, ann);
  });

  const run = async (uid: number, ...args: readonly string[]) => {
    const child = spawn(program, [...args, '--data', inFolder('ann/data')], {
      ...{ uid, gid: uid, cwd: '/' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], stdout, stderr] = await Promise.all([
      once(child, 'close') as Promise<[number | null]>,
      text(child.stdout),
      text(child.stderr),
    ]);
    return { code, stdout, stderr };
  };
  const ownersIn = (folder: string): ReadonlySet<number> =>
    new Set(
      readdirSync(inFolder(folder)).map((name) => statSync(inFolder(`${folder}/${name}`)).uid),
    );

  const added = async (): Promise<void> => {
    expect(await run(0, 'account', 'add', '--name', 'Ann')).to.include({ code: 0, stderr: '' });
  };

  it('keeps its owner when root makes accounts', async () => {
    await added();
    expect([...ownersIn('ann/data')]).to.deep.equal([ann]);
  });

  it('keeps its owner when root changes accounts', async () => {
    await added();
    expect(await run(0, 'account', 'disable', 'Ann')).to.include({ code: 0, stderr: '' });
    expect([...ownersIn('ann/data')]).to.deep.equal([ann]);
  });

  it('is made for the owner of the folder that it is in', async () => {
    rmdirSync(inFolder('ann/data'));
    await added();
    expect([...ownersIn('ann'), ...ownersIn('ann/data')]).to.deep.equal([ann, ann]);
  });

  it('is refused to a service of root, with the command to use', async () => {
    const { code, stderr } = await run(0, 'serve');
    expect(code).to.equal(1);
    expect(stderr).to.contain(`belongs to user ${ann}`).and.contain(`sudo -u '#${ann}' bin/serve`);
    expect(readdirSync(inFolder('ann/data'))).to.deep.equal([]);
  });

  it('is refused to a third user, with its owner and the command to use', async () => {
    chmodSync(inFolder('ann/data'), 0o700);
    const { code, stderr } = await run(ann + 1, 'account', 'list');
    expect(code).to.equal(1);
    expect(stderr).to.match(/^shrinkd: [^\n]+\(EACCES\)[^\n]*\n$/);
    expect(stderr)
      .to.contain(`belongs to user ${ann}, and shrinkd runs as user ${ann + 1}.`)
      .and.contain(`sudo -u '#${ann}'`);
  });

  it('names the file that was taken from its owner, and how to give it back', async () => {
    const file = inFolder('ann/data/accounts.json');
    for (const name of ['secret.key', 'counters.json', 'accounts.json']) {
      writeFileSync(inFolder(`ann/data/${name}`), '', { mode: 0o600 });
    }
    const { code, stderr } = await run(ann, 'account', 'list');
    expect([code, stderr.includes('backup')]).to.deep.equal([1, false]);
    expect(stderr).to.contain(`${file} belongs to root (user 0)`);
    expect(stderr).to.contain(`sudo chown '#${ann}' ${file}`);
  });
});
