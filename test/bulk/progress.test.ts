import { expect } from 'chai';
import { PassThrough } from 'node:stream';
import { showProgress } from '../../src/bulk/progress.ts';
import { noTotals } from '../../src/bulk/totals.ts';
import { until } from '../support/until.ts';

const state = { totals: { ...noTotals, compressed: 3 }, files: 9, seconds: 1 };

const streamOf = (isTTY: boolean, columns = 80): NodeJS.WriteStream & PassThrough =>
  Object.assign(new PassThrough(), {
    isTTY,
    ...{ columns, cursorTo: () => true, clearLine: () => true, moveCursor: () => true },
  }) as unknown as NodeJS.WriteStream & PassThrough;

describe('the progress', () => {
  it('is one line on a terminal, which lines that stay do not break', async () => {
    const stream = streamOf(true);
    let seen = '';
    stream.on('data', (chunk: Buffer) => (seen += chunk.toString()));
    const progress = showProgress(() => state, stream);
    await until('the line', () => seen.includes('3 of 9 files'));
    progress.say('a.jpg: broken');
    progress.stop();
    expect(seen).to.contain('a.jpg: broken\n');
  });

  for (const [title, stream] of [
    ['elsewhere', streamOf(false)],
    ['on a terminal without columns', streamOf(true, 0)],
  ] as const) {
    it(`is plain lines ${title}`, async () => {
      const progress = showProgress(() => state, stream, 5);
      progress.say('a.jpg: broken');
      const lines: string[] = [];
      stream.on('data', (chunk: Buffer) => void lines.push(chunk.toString()));
      await until('three lines', () => lines.length >= 3);
      progress.stop();
      expect(new Set(lines.slice(1))).to.deep.equal(
        new Set(['3 of 9 files, 0 B saved, 3 a second, 2 s left\n']),
      );
      expect(lines[0]).to.equal('a.jpg: broken\n');
    });
  }
});
