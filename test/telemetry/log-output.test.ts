import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { smallDisks } from '../support/small-disks.ts';

const program = fileURLToPath(new URL('../support/telemetry/flooding-process.ts', import.meta.url));

/** Longer than a reader takes, on a machine under load too. */
const longMs = '60000';

const flooded = async (stderr: 'pipe' | number, lastMs = longMs): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [program, lastMs], { stdio: ['pipe', 'pipe', stderr] });
  if (typeof stderr === 'number') closeSync(stderr);
  else child.stderr?.pause();
  await once(child.stdout!, 'data');
  return child;
};

const end = async (child: ChildProcess): Promise<number | null> => {
  const ended = once(child, 'exit');
  child.stdin!.end();
  const [code] = (await ended) as [number | null];
  return code;
};

type Line = Readonly<Record<string, unknown>>;
const linesOf = (printed: string): readonly Line[] =>
  printed
    .split('\n')
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as Line);

/** Every line of the flood was written, or counted by a line about the loss. */
const expectCounted = (printed: string): void => {
  const lines = linesOf(printed);
  const lost = lines.reduce((sum, line) => sum + Number(line['lost'] ?? 0), 0);
  const floods = lines.filter(({ msg }) => msg === 'flood').length;
  expect(floods + lost).to.equal(4000);
  expect(lines.map(({ msg }) => msg)).to.include('last');
  expect(lost).to.be.above(0);
};

describe('standard error that cannot be written', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-log-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('loses lines for a device that is full, and the process ends', async () => {
    expect(await end(await flooded(openSync('/dev/full', 'w')))).to.equal(0);
  });

  it('loses lines for a reader that has gone, and the process ends', async () => {
    const child = spawn(process.execPath, [program, longMs], { stdio: ['pipe', 'pipe', 'pipe'] });
    child.stderr!.destroy();
    await once(child.stdout!, 'data');
    expect(await end(child)).to.equal(0);
  });

  it('loses lines for a reader that has stopped, and the process ends', async () => {
    expect(await end(await flooded('pipe', '300'))).to.equal(0);
  });

  it('counts the lines that a slow reader has lost', async () => {
    const child = await flooded('pipe');
    const printed = text(child.stderr!);
    await once(child.stderr!, 'data');
    expect(await end(child)).to.equal(0);
    expectCounted(await printed);
  });

  it('loses lines beyond the largest size of files (EFBIG)', async () => {
    const file = join(folder, 'log');
    const script = `ulimit -f 64; exec "$0" "$1" "$2" 2>"$3"`;
    const args = ['-c', script, process.execPath, program, longMs, file];
    const child = spawn('bash', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    await once(child.stdout!, 'data');
    expect(await end(child)).to.equal(0);
  });

  describe('on a small disk', () => {
    const mount = smallDisks();

    it('loses lines while it is full, and says how many when it is not any more', async function () {
      mount(this, folder, '64k');
      const file = join(folder, 'log');
      const child = await flooded(openSync(file, 'a'));
      const kept = readFileSync(file, 'utf8');
      truncateSync(file);
      expect(await end(child)).to.equal(0);
      expectCounted(kept + readFileSync(file, 'utf8'));
    });
  });
});
