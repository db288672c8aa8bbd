import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inPlace, runOver } from '../support/bulk/running.ts';
import { snapshotOf } from '../support/bulk/snapshot.ts';
import { undoOver } from '../support/bulk/undoing.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

/** `SHRINKD_KILLS=100 bin/test test/bulk/kill.test.ts` makes more. */
const rounds = Number(process.env['SHRINKD_KILLS'] ?? 6);
const files = 30 * rounds;
const program = fileURLToPath(new URL('../support/bulk/halving-process.ts', import.meta.url));

/** Kills a run at a random moment after its first file. */
const killedRun = async (folder: string): Promise<void> => {
  const child = spawn(process.execPath, [program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout);
  const ended = once(child, 'close');
  const compressed = new Promise<void>((resolve) => {
    lines.on('line', (line) => line === 'compressed' && resolve());
  });
  await Promise.race([compressed, ended]);
  await setTimeout(Math.random() * 60);
  child.kill('SIGKILL');
  await ended;
};

describe('kill -9 during a run in place', () => {
  const inFolder = temporaryFolders();

  it('leaves the old or the new file whole, each is counted once, and all can be undone', async function () {
    this.timeout(60_000 + rounds * 5000);
    mkdirSync(inFolder('photos'));
    const old = (number: number): string => `${number} `.repeat(1000 + number);
    const halved = (text: string): string => text.slice(0, Math.ceil(text.length / 2));
    for (let number = 0; number < files; number += 1) {
      writeFileSync(inFolder(`photos/${number}.jpg`), old(number));
    }
    const before = snapshotOf(inFolder('photos'));
    let changed = 0;
    for (let round = 0; round < rounds; round += 1) {
      await killedRun(inFolder('photos'));
      const texts = readdirSync(inFolder('photos'))
        .filter((name) => name.endsWith('.jpg'))
        .map(
          (name) =>
            [Number.parseInt(name, 10), readFileSync(inFolder(`photos/${name}`), 'utf8')] as const,
        );
      expect(texts).to.have.lengthOf(files);
      const neither = texts.filter(
        ([number, text]) => ![old(number), halved(old(number))].includes(text),
      );
      expect(neither).to.deep.equal([]);
      const now = texts.filter(([number, text]) => text !== old(number)).length;
      expect(now).to.be.at.least(changed);
      changed = now;
    }
    expect(changed).to.be.within(rounds / 2, files);

    const outcomes = await runOver([inFolder('photos')], inPlace);
    const done = outcomes.filter(({ happened }) => happened === 'done');
    const compressed = outcomes.filter(({ happened }) => happened === 'compressed');
    expect([done.length, compressed.length]).to.deep.equal([changed, files - changed]);
    expect(new Set(outcomes.map(({ path }) => path)).size).to.equal(files);
    for (let number = 0; number < files; number += 1) {
      expect(readFileSync(inFolder(`photos/${number}.jpg`), 'utf8')).to.equal(halved(old(number)));
    }
    expect(
      Object.values(await undoOver(inFolder('photos'))).filter((what) => what !== 'restored'),
    ).to.deep.equal([]);
    expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
    expect(existsSync(inFolder('.shrinkd'))).to.equal(false);
  });
});
