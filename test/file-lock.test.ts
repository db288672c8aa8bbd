import { expect } from 'chai';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ServiceError, StartError } from '../src/errors.ts';
import { holdLock, withLock } from '../src/file-lock.ts';
import { rejectionOf } from './support/rejection.ts';
import { temporaryFolders } from './support/temporary-folders.ts';

const startHolder = (path: string) =>
  spawn(process.execPath, [`${import.meta.dirname}/support/lock-holder.ts`, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
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

  it('neither follows a link in its place nor waits for a pipe', async () => {
    symlinkSync(inFolder('other'), inFolder('link'));
    execFileSync('mkfifo', [inFolder('pipe')]);
    for (const [name, code] of [
      ['link', 'ELOOP'],
      ['pipe', 'ENXIO'],
    ] as const) {
      const error = await rejectionOf(holdLock(inFolder(name)));
      expect((error as StartError).message).to.equal(
        `The lock file ${inFolder(name)} cannot be opened (${code}). Remove what is in its place, or make it writable.`,
      );
    }
    expect(existsSync(inFolder('other'))).to.equal(false);
  });

  it('gives up on a file system that does not answer, with a sentence', async () => {
    const program = inFolder('flock');
    writeFileSync(program, '#!/bin/sh\nexec /bin/sleep 60\n', { mode: 0o755 });
    const error = await rejectionOf(holdLock(inFolder('lock'), { answerMs: 50, program }));
    expect(error).to.be.instanceOf(StartError);
    expect((error as StartError).message).to.contain('The file system may not serve locks');
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
    const holder = startHolder(inFolder('lock'));
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
