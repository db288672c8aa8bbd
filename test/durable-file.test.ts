import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import {
  removeTemporaries,
  sharedWrite,
  syncPath,
  writeFileAtomically,
} from '../src/durable-file.ts';
import { rejectionOf } from './support/rejection.ts';
import { replacingSync } from './support/replacing-sync.ts';
import { temporaryFolders } from './support/temporary-folders.ts';

const startWriter = (path: string) =>
  spawn(process.execPath, [`${import.meta.dirname}/support/killed-writer.ts`, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

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
    await replacingSync(
      (_, sync) => {
        visible.push(readFileSync(path, 'utf8'));
        return sync();
      },
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
    const [, signal] = await once(startWriter(inFolder('a.json')), 'exit');
    expect(signal).to.equal('SIGKILL');
    expect(readFileSync(inFolder('a.json'), 'utf8')).to.equal('old');
    expect(readdirSync(inFolder())).to.have.length(2);
    expect(await removeTemporaries(inFolder('a.json'))).to.equal(1);
    expect(readdirSync(inFolder())).to.deep.equal(['a.json']);
  });

  it('takes a file system that cannot sync folders, with one warning', async () => {
    const warned = once(process, 'warning');
    // The kernel answers EINVAL there.
    await syncPath('/proc');
    await syncPath('/proc');
    const [warning] = (await warned) as [Error];
    expect(warning.message).to.match(/^The file system of \/proc cannot sync folders/);
  });

  it("removes the temporary files of one file and not another's", async () => {
    for (const name of ['a.json', 'a.json.tmp-1', 'b.json.tmp-1', 'a.json.lock']) {
      writeFileSync(inFolder(name), '');
    }
    await removeTemporaries(inFolder('a.json'));
    expect(readdirSync(inFolder())).to.deep.equal(['a.json', 'a.json.lock', 'b.json.tmp-1']);
  });
});

describe('a shared write', () => {
  /** Writes what `text` is when a write begins. Each ends when it is told to. */
  const writes = () => {
    const written: string[] = [];
    const ends: PromiseWithResolvers<void>[] = [];
    let text = '';
    const file = sharedWrite(() => {
      written.push(text);
      const end = Promise.withResolvers<void>();
      ends.push(end);
      return end.promise;
    });
    const add = (more: string): Promise<void> => {
      text += more;
      return file.run();
    };
    return { written, ends, add, settled: file.settled };
  };
  const turn = (): Promise<void> => new Promise(setImmediate);

  it('has what all have changed who share it, one after the other', async () => {
    const { written, ends, add, settled } = writes();
    const first = [add('a'), add('b')];
    await turn();
    const second = [add('c'), add('d')];
    await turn();
    expect(written).to.deep.equal(['ab']);
    ends[0]!.resolve();
    await Promise.all(first);
    await turn();
    expect(written).to.deep.equal(['ab', 'abcd']);
    ends[1]!.resolve();
    await Promise.all(second);
    await settled();
  });

  it('fails for those who share it alone', async () => {
    const { written, ends, add, settled } = writes();
    const first = [add('a'), add('b')].map(rejectionOf);
    await turn();
    const second = add('c');
    ends[0]!.reject(new Error('full'));
    expect((await Promise.all(first)).map(String)).to.deep.equal(['Error: full', 'Error: full']);
    await turn();
    ends[1]!.resolve();
    await second;
    await settled();
    expect(written).to.deep.equal(['ab', 'abc']);
  });
});
