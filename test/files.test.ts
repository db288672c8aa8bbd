import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ServiceError, StartError } from '../src/errors.ts';
import { holdLock, removeTemporaries, withLock, writeFileAtomically } from '../src/files.ts';
import { rejectionOf } from './support/rejection.ts';
import { temporaryFolders } from './support/temporary-folders.ts';

const startHelper = (name: string, ...args: string[]) =>
  spawn(process.execPath, [`${import.meta.dirname}/support/${name}`, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** Calls `onSync` at the beginning of every `FileHandle.sync` while `work` runs. */
const observingSync = async (
  path: string,
  onSync: () => void,
  work: () => Promise<void>,
): Promise<void> => {
  const file = await open(path);
  const prototype = Object.getPrototypeOf(file) as FileHandle;
  const original = prototype.sync;
  await file.close();
  prototype.sync = function sync(this: FileHandle) {
    onSync();
    return original.call(this);
  };
  try {
    await work();
  } finally {
    prototype.sync = original;
  }
};

describe('writing a file atomically', () => {
  const inFolder = temporaryFolders();

  it('replaces the file, for its owner alone, and leaves nothing beside it', async () => {
    writeFileSync(inFolder('a.json'), 'old', { mode: 0o644 });
    await writeFileAtomically(inFolder('a.json'), 'new');
    expect(readFileSync(inFolder('a.json'), 'utf8')).to.equal('new');
    expect(statSync(inFolder('a.json')).mode & 0o777).to.equal(0o600);
    expect(readdirSync(inFolder())).to.deep.equal(['a.json']);
  });

  it('takes bytes and a mode', async () => {
    await writeFileAtomically(inFolder('a.bin'), Uint8Array.of(0, 255), { mode: 0o400 });
    expect([...readFileSync(inFolder('a.bin'))]).to.deep.equal([0, 255]);
    expect(statSync(inFolder('a.bin')).mode & 0o777).to.equal(0o400);
  });

  it('syncs the bytes before the new name is visible and the folder after it', async () => {
    const path = inFolder('a.json');
    writeFileSync(path, 'old');
    const visible: string[] = [];
    await observingSync(
      path,
      () => visible.push(readFileSync(path, 'utf8')),
      () => writeFileAtomically(path, 'new'),
    );
    expect(visible).to.deep.equal(['old', 'new']);
  });

  it('removes its temporary file when it fails', async () => {
    mkdirSync(inFolder('taken'));
    const error = await rejectionOf(writeFileAtomically(inFolder('taken'), 'new'));
    expect(error).to.have.property('code', 'EISDIR');
    expect(readdirSync(inFolder())).to.deep.equal(['taken']);
  });

  it('leaves the old file whole when the process is killed before the rename', async () => {
    writeFileSync(inFolder('a.json'), 'old');
    const [, signal] = await once(startHelper('killed-writer.ts', inFolder('a.json')), 'exit');
    expect(signal).to.equal('SIGKILL');
    expect(readFileSync(inFolder('a.json'), 'utf8')).to.equal('old');
    expect(readdirSync(inFolder())).to.have.length(2);
    expect(await removeTemporaries(inFolder('a.json'))).to.equal(1);
    expect(readdirSync(inFolder())).to.deep.equal(['a.json']);
  });

  it("removes the temporary files of one file and not another's", async () => {
    for (const name of ['a.json', 'a.json.tmp-1', 'b.json.tmp-1', 'a.json.lock']) {
      writeFileSync(inFolder(name), '');
    }
    await removeTemporaries(inFolder('a.json'));
    expect(readdirSync(inFolder())).to.deep.equal(['a.json', 'a.json.lock', 'b.json.tmp-1']);
  });
});

describe('holding a lock', () => {
  const inFolder = temporaryFolders();

  it('gives it to one at a time', async () => {
    const first = await holdLock(inFolder('lock'));
    expect(first).not.to.equal(undefined);
    expect(await holdLock(inFolder('lock'))).to.equal(undefined);
    await first?.release();
    const second = await holdLock(inFolder('lock'));
    expect(second).not.to.equal(undefined);
    await second?.release();
  });

  it('leaves no file open when it does not get the lock', async () => {
    const held = await holdLock(inFolder('lock'));
    const filesOpen = (): number => readdirSync('/proc/self/fd').length;
    const before = filesOpen();
    for (let attempt = 0; attempt < 3; attempt += 1) await holdLock(inFolder('lock'));
    expect(filesOpen()).to.be.below(before + 3);
    await held?.release();
  });

  it('lets a lock be released twice without touching what was opened since', async () => {
    const lock = await holdLock(inFolder('lock'));
    await lock?.release();
    const next = await holdLock(inFolder('lock'));
    await lock?.release();
    expect(await holdLock(inFolder('lock'))).to.equal(undefined);
    await next?.release();
  });

  it('keeps a lock that nothing refers to any more', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    await holdLock(inFolder('lock'));
    collectGarbage();
    await setImmediate();
    expect(await holdLock(inFolder('lock'))).to.equal(undefined);
  });

  it('frees the lock of a killed process though a child of it lives on', async () => {
    const holder = startHelper('lock-holder.ts', inFolder('lock'));
    const [printed] = (await once(holder.stdout, 'data')) as [Buffer];
    const childId = Number(printed.toString());
    try {
      expect(await holdLock(inFolder('lock'))).to.equal(undefined);
      holder.kill('SIGKILL');
      await once(holder, 'exit');
      const lock = await holdLock(inFolder('lock'));
      expect(lock).not.to.equal(undefined);
      await lock?.release();
      expect(process.kill(childId, 0)).to.equal(true);
    } finally {
      holder.kill('SIGKILL');
      process.kill(childId, 'SIGKILL');
    }
  });

  it('rejects for a folder that does not exist', async () => {
    const error = await rejectionOf(holdLock(inFolder('none/lock')));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain(inFolder('none/lock')).and.contain('ENOENT');
  });
});

describe('working under a lock', () => {
  const inFolder = temporaryFolders();

  it('lets in one caller after the other', async () => {
    let inside = 0;
    const work = async (): Promise<number> => {
      inside += 1;
      const seen = inside;
      await setImmediate();
      inside -= 1;
      return seen;
    };
    const all = Array.from({ length: 5 }, () => withLock(inFolder('lock'), work));
    expect(await Promise.all(all)).to.deep.equal([1, 1, 1, 1, 1]);
  });

  it('frees the lock when the work fails', async () => {
    const failing = withLock(inFolder('lock'), () => Promise.reject(new Error('no')));
    expect(await rejectionOf(failing)).to.have.property('message', 'no');
    expect(await withLock(inFolder('lock'), async () => 'done', { timeoutMs: 50 })).to.equal(
      'done',
    );
  });

  it('gives up after the timeout without having worked', async () => {
    const held = await holdLock(inFolder('lock'));
    let worked = false;
    const work = async (): Promise<void> => {
      worked = true;
    };
    const error = await rejectionOf(withLock(inFolder('lock'), work, { timeoutMs: 50 }));
    await held?.release();
    expect(error).to.be.instanceOf(ServiceError).with.property('code', 'unavailable');
    expect(worked).to.equal(false);
  });
});
