import { hash } from 'node:crypto';
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { createOutputs } from '../../src/outputs/outputs.ts';
import type { OutputLease } from '../../src/outputs/output.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { diskUseOf } from '../support/outputs/note-store.ts';

describe('outputs after kill -9', function () {
  this.timeout(120_000);
  const temporary = temporaryFolders();

  /** The ids a publishing process has acknowledged when it is killed, a random while after `count`. */
  const killedAfter = async (count: number, maxBytes: number): Promise<string[]> => {
    const script = new URL('../support/outputs/publishing-process.ts', import.meta.url).pathname;
    const args = [script, temporary('outputs'), String(maxBytes), temporary('work')];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    const exited = once(child, 'close');
    const complaints: string[] = [];
    child.stderr.on('data', (text) => complaints.push(String(text)));
    const ids: string[] = [];
    for await (const id of createInterface({ input: child.stdout })) {
      ids.push(id);
      // The moment within the work differs with what the three publishers are at.
      if (ids.length === count) setTimeout(() => child.kill('SIGKILL'), Math.random() * 10);
    }
    const [, signal] = await exited;
    expect({ complaints, signal }).to.deep.equal({ complaints: [], signal: 'SIGKILL' });
    return ids;
  };

  const expectWhole = async (lease: OutputLease): Promise<void> => {
    const { source, result } = lease.output;
    const digests = [await lease.source(), lease.resultPath].map(async (path) =>
      hash('sha256', await readFile(path)),
    );
    expect(await Promise.all(digests)).to.deep.equal([source.sha256, result.sha256]);
    lease.release();
  };

  const cases: [string, number, boolean][] = [
    ['all acknowledged outputs are there, whole', 1e9, true],
    ['all outputs left by eviction are whole, and under the limit', 500_000, false],
  ];
  for (const [promise, maxBytes, isRoomy] of cases) {
    it(promise, async () => {
      mkdirSync(temporary('work'));
      const acknowledged: string[] = [];
      for (let run = 0; run < 5; run += 1) {
        acknowledged.push(...(await killedAfter(5 + Math.floor(Math.random() * 30), maxBytes)));
        expect(diskUseOf(temporary('outputs'))).to.be.at.most(maxBytes);
        const problems: string[] = [];
        const onProblem = (message: string) => problems.push(message);
        const outputs = await createOutputs({ folder: temporary('outputs'), maxBytes, onProblem });
        const ids = await readdir(temporary('outputs'));
        for (const id of ids) {
          const lease = await outputs.open(id);
          if (!lease) throw new Error(`${id} is not found`);
          await expectWhole(lease);
        }
        if (isRoomy) expect(ids).to.include.members(acknowledged);
        expect(problems).to.deep.equal([]);
        expect(outputs.stats().bytes).to.equal(diskUseOf(temporary('outputs')));
        await outputs.close();
      }
    });
  }
});
