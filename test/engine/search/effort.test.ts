import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { loadConfig } from '../../../src/config/load.ts';
import type { ToolRunner } from '../../../src/tools/tool-runner.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { noisy, scene } from '../../support/image/scenes.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { remembered } from '../../support/remembered.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import {
  compressing,
  type CompressOptions,
  type Outcome,
} from '../../support/engine/compressing.ts';

describe('the effort for a JPEG', () => {
  const file = temporaryFolders();
  const engine = compressing();

  type Run = Readonly<{
    outcome: Outcome;
    searches: readonly boolean[];
    trellis: readonly boolean[];
    programs: readonly string[];
  }>;

  /** The result, and for each run of cjpeg whether it searched for scans, and used a trellis. */
  const compress = async (source: Uint8Array, options: CompressOptions): Promise<Run> => {
    const searches: boolean[] = [];
    const trellis: boolean[] = [];
    const programs: string[] = [];
    const runnerOver = (runner: ToolRunner): ToolRunner => ({
      run: (use) => {
        programs.push(use.tool.name);
        if (use.tool.name === 'cjpeg') {
          searches.push(!use.args.includes('-scans'));
          trellis.push(!use.args.includes('-notrellis'));
        }
        return runner.run(use);
      },
    });
    const outcome = await engine.compress(source, { ...options, runnerOver });
    return { outcome, searches, trellis, programs };
  };
  const effortOf = (effort: 'fast' | 'balanced' | 'best') => ({
    adaptive: loadConfig({ flags: { 'quality-effort': effort }, environment: {} }).config.quality,
    isFast: effort === 'fast',
  });
  /** A picture just above what is measured as a whole. */
  const large = { width: 760, height: 560 };
  const drawnJpeg = remembered((operation: string, ...space: string[]) => {
    writeFileSync(file('drawn.png'), encodePng(noisy(scene(large), 4)));
    execFileSync('vips', [operation, file('drawn.png'), `${file('drawn.jpg')}[Q=97]`, ...space]);
    return readFileSync(file('drawn.jpg'));
  });
  const largeJpeg = () => drawnJpeg('copy');

  for (const effort of ['balanced', 'fast'] as const) {
    it(`has no search for scans when ${effort}, in grey too`, async () => {
      for (const source of [largeJpeg(), drawnJpeg('colourspace', 'b-w')]) {
        const { outcome, searches } = await compress(source, effortOf(effort));
        expect(outcome.failures).to.deep.equal([]);
        expect(searches.length).to.be.greaterThan(1);
        expect(searches).not.to.include(true);
      }
    });
  }

  it('has a search for scans at the end, and lossless encoders, when best', async () => {
    const { searches, programs } = await compress(largeJpeg(), effortOf('best'));
    expect(searches.indexOf(true)).to.be.greaterThan(1);
    expect(programs).to.include('jpegtran');
  });

  it('has no trellis for DC, which takes hardly more bytes', async () => {
    const { mozjpeg } = adaptiveConfig.encoders;
    const balanced = mozjpeg!.effort.balanced!;
    const bytesWith = async (args: readonly string[]): Promise<number> => {
      const encoder = { ...mozjpeg!, effort: { ...mozjpeg!.effort, balanced: args } };
      const encoders = { ...adaptiveConfig.encoders, mozjpeg: encoder };
      const options = { table: { ...adaptiveConfig, encoders }, given: { quality: 75 } };
      const { outcome } = await compress(largeJpeg(), { adaptive: {}, ...options });
      return outcome.content.length;
    };
    expect(balanced).to.include('-notrellis-dc');
    const bytes = await bytesWith(balanced.filter((each) => each !== '-notrellis-dc'));
    expect(await bytesWith(balanced)).to.be.within(bytes + 1, bytes * 1.01);
  });

  it('gives the same look in more bytes when fast', async () => {
    const source = largeJpeg();
    const bytes = [];
    for (const effort of ['best', 'balanced', 'fast'] as const) {
      const { adaptive, isFast } = effortOf(effort);
      const same = { trials: 4, budget: 2.5 };
      const { outcome } = await compress(source, { adaptive: { ...adaptive, ...same }, isFast });
      bytes.push(outcome.content.length);
    }
    const [best = 0, balanced = 0, fast = 0] = bytes;
    expect(balanced).to.be.within(best, best * 1.02);
    expect(fast).to.be.within(best, best * 1.04);
  });

  for (const reason of ['pressure', 'deadline'] as const) {
    it(`is the least under ${reason}`, async () => {
      const source = largeJpeg();
      const idle = await compress(source, { adaptive: {} });
      const { outcome, searches, trellis } = await compress(source, {
        adaptive: { pressure: () => reason },
      });
      expect([searches, trellis]).to.deep.equal([[false], [false]]);
      expect(outcome.result.isDegraded).to.equal(true);
      expect(idle.trellis).not.to.include(false);
    });
  }

  it('is the least where a result is wanted at once', async () => {
    const source = largeJpeg();
    for (const isHurried of [false, true]) {
      const run = await compress(source, { adaptive: {}, given: { quality: 75, isHurried } });
      expect([run.searches, run.trellis]).to.deep.equal([[false], [!isHurried]]);
      expect(run.outcome.result.isDegraded).to.equal(false);
    }
  });

  it('is that of the usual commands for a thumbnail', async () => {
    const change = { resize: { method: 'scale', width: 150 } } as const;
    const { searches, trellis } = await compress(largeJpeg(), { adaptive: {}, change });
    expect([searches, trellis]).to.deep.equal([[false], [true]]);
  });

  it('is that of the fast arguments for a PNG of more than 4 megapixels under pressure', async () => {
    const options: (readonly string[])[] = [];
    const runnerOver = (runner: ToolRunner): ToolRunner => ({
      run: (use) => {
        if (use.tool.name === 'oxipng') options.push(use.args);
        return runner.run(use);
      },
    });
    const adaptive = { pressure: () => 'pressure' as const };
    for (const size of [large, { width: 2400, height: 1700 }]) {
      await engine.compress(encodePng(scene(size)), { adaptive, runnerOver });
    }
    const levels = options.map((args) => args[args.indexOf('--opt') + 1]);
    expect(new Set(levels)).to.deep.equal(new Set(['2', '1']));
  });
});
