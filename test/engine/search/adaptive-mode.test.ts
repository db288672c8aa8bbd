import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ScorerFailure } from '../../../src/engine/scorer/failure.ts';
import type { Scorer } from '../../../src/engine/scorer/client.ts';
import type { Pressure } from '../../../src/engine/search/pressure.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { scoreOfLarge } from '../../../src/image/score/distance.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { noisy, scene } from '../../support/image/scenes.ts';
import { drawing } from '../../support/image/drawings.ts';
import {
  compressing,
  type CompressOptions,
  type Outcome,
} from '../../support/engine/compressing.ts';
import { declining } from '../../support/engine/making-by.ts';
import { scored } from '../../support/engine/scorer-values.ts';
import { surveyOf } from '../../support/engine/surveys.ts';
import { fixtureTool } from '../../support/tools/processes.ts';
import { corpusFiles } from '../../support/corpus.ts';
import { until } from '../../support/until.ts';

const photo = readFileSync(fileURLToPath(new URL('../../fixtures/photo.jpg', import.meta.url)));

/** A window with a soft shadow: flat, sharp and smooth parts, more colours than a palette has. */
const screen = drawing({ width: 320, height: 240 }, 3, (x, y) => {
  if (x > 60 && x < 240 && y > 40 && y < 180) {
    return y < 60 ? [40, 60, 90] : (x + y) % 23 === 0 ? [30, 30, 30] : [250, 250, 250];
  }
  const distance = Math.max(60 - x, x - 240, 40 - y, y - 180, 0);
  return distance > 24 ? [230, 235, 240] : [210 + distance, 214 + distance, 219 + distance];
});

describe('the engine in adaptive mode', function () {
  const file = temporaryFolders();
  const engine = compressing();
  const compress = (picture: Uint8Array, options: CompressOptions = {}) =>
    engine.compress(picture, { adaptive: {}, ...options });
  /** What is made of the photograph without further options. */
  let usual: Outcome;
  before(async () => {
    usual = await compress(photo);
  });

  const jpegOf = (picture: Raster): Buffer => {
    writeFileSync(file('drawn.png'), encodePng(picture));
    execFileSync('vips', ['copy', file('drawn.png'), `${file('drawn.jpg')}[Q=97,no_subsample]`]);
    return readFileSync(file('drawn.jpg'));
  };
  const pngOf = (jpeg: Uint8Array): Buffer => {
    writeFileSync(file('taken.jpg'), jpeg);
    execFileSync('vips', ['copy', file('taken.jpg'), file('taken.png')]);
    return readFileSync(file('taken.png'));
  };
  const candidate = ({ result }: Awaited<ReturnType<typeof compress>>, encoders: string) =>
    result.receipt.candidates.find((one) => one.encoders === encoders);

  it('meets the target with a photograph, and lists the trials in the receipt', async () => {
    const { receipt, winner } = usual.result;
    expect(receipt).to.include({
      mode: 'adaptive',
      fallback: null,
      configuredTarget: 79.5,
      sourceTarget: 79.5,
      winner: 'mozjpeg',
    });
    expect(winner).to.equal('mozjpeg');
    const mozjpeg = candidate(usual, 'mozjpeg');
    expect(mozjpeg).to.include({ accepted: true, reason: 'won' });
    expect(mozjpeg?.bytes).to.equal(usual.content.length);
    expect(mozjpeg?.score).to.be.within(77, 84);
    expect(mozjpeg?.trials.length).to.be.within(1, 8);
    expect(mozjpeg?.settings).to.have.keys('scale', 'variant');
    expect(candidate(usual, 'jpegtran')).to.include({
      bytes: null,
      reason: 'not needed: another result is smaller than it can be',
    });
  });

  it('spends more bytes on a higher target', async () => {
    const adaptive = { budget: 100 };
    const [low, high] = await Promise.all(
      [65, 88].map((target) => compress(photo, { adaptive: { ...adaptive, target } })),
    );
    expect(low!.content.length).to.be.lessThan(high!.content.length * 0.75);
  });

  it('tries a large picture by its sample tiles', async () => {
    const large = encodePng(noisy(scene({ width: 1000, height: 700 }), 3));
    const outcome = await compress(large, {
      adaptive: { budget: 100 },
      change: { convert: ['image/jpeg', 'image/webp'] },
    });
    for (const encoders of ['mozjpeg', 'cwebp']) {
      const { score, trials = [], settings } = candidate(outcome, encoders) ?? {};
      expect(score, encoders).to.be.within(76, 83);
      expect(trials.length).to.be.greaterThan(0);
      expect(Object.keys(settings ?? {})).to.include(encoders === 'cwebp' ? 'quality' : 'scale');
    }
  });

  it('keeps the colour of each pixel where it is missed otherwise', async () => {
    const rows = drawing({ width: 200, height: 150 }, 3, (x, y) =>
      y % 2 === 0 ? [255, 90 + (x % 40), 90] : [0, 160, 160 + (x % 40)],
    );
    const outcome = await compress(jpegOf(rows));
    expect(candidate(outcome, 'mozjpeg')?.settings).to.include({ variant: '1x1' });
    expect(candidate(usual, 'mozjpeg')?.settings).to.include({ variant: '2x2' });
  });

  it('takes a palette for a screenshot, without bands', async () => {
    const outcome = await compress(encodePng(screen));
    expect(outcome.result.winner).to.equal('palette+oxipng-thorough');
    expect(candidate(outcome, 'palette+oxipng-thorough')?.score).to.be.at.least(78);
    expect(candidate(outcome, 'pngquant+oxipng')).to.equal(undefined);
  });

  it('makes as little of an uncompressed drawing as of a compressed one', async () => {
    // Each row is the same: a few hundred bytes hold them without loss, and no palette is as small.
    const ramp = drawing({ width: 320, height: 200 }, 3, (x) => [
      x / 2,
      255 - x / 3,
      (x * 5) % 256,
    ]);
    writeFileSync(file('stored.png'), encodePng(ramp));
    execFileSync('vips', ['copy', file('stored.png'), `${file('packed.png')}[compression=9]`]);
    const packed = await compress(readFileSync(file('packed.png')));
    const stored = await compress(encodePng(ramp));
    expect(stored.content.length).to.be.at.most(packed.content.length);
  });

  it('tries without loss what a screenshot has that was stored without compression', async function () {
    const found = corpusFiles().find(({ name }) => name === 'screenshot/shop-photo.png');
    if (found === undefined) this.skip();
    execFileSync('vips', ['copy', found.path, `${file('stored.png')}[compression=0]`]);
    const outcome = await compress(readFileSync(file('stored.png')));
    expect(candidate(outcome, 'oxipng')?.bytes).to.be.a('number');
    expect(outcome.content.length).to.be.below(120_000);
  });

  it('refuses a palette that shows bands', async () => {
    const smooth = drawing({ width: 300, height: 300 }, 3, (x, y) => [
      100 + x / 3,
      60 + y / 3,
      140 + (x + y) / 8,
    ]);
    const outcome = await compress(encodePng(smooth), { adaptive: { trials: 1 } });
    const palette = candidate(outcome, 'palette+oxipng-thorough');
    expect(palette?.accepted === false || (palette?.score ?? 0) > 78).to.equal(true);
  });

  it('tries lossless WebP for drawings, not for photographs', async () => {
    const change = { convert: ['image/webp'] };
    const drawn = await compress(encodePng(screen), { change });
    expect(candidate(drawn, 'cwebp-lossless')).not.to.equal(undefined);
    const grainy = await compress(encodePng(noisy(scene({ width: 200, height: 150 }), 20)), {
      change,
    });
    expect(candidate(grainy, 'cwebp-lossless')).to.equal(undefined);
    expect(grainy.result.winner).to.equal('cwebp');
  });

  for (const reason of ['pressure', 'deadline'] as const) {
    it(`uses fixed settings at once under ${reason}`, async () => {
      const outcome = await compress(photo, { adaptive: { pressure: () => reason } });
      expect(outcome.result.receipt).to.include({
        mode: 'fixed',
        fallback: reason,
        degraded: true,
      });
      expect(outcome.result.isDegraded).to.equal(true);
      expect(candidate(outcome, 'mozjpeg')).to.deep.include({
        settings: { scale: 3, variant: '2x2' },
        trials: [],
        score: null,
      });
    });

    it(`stops trying under ${reason}, and marks the result as degraded`, async () => {
      let asked = 0;
      const pressure = () => ((asked += 1) > 1 ? reason : undefined);
      const outcome = await compress(photo, { adaptive: { pressure, target: 90 } });
      const { trials, stopped } = candidate(outcome, 'mozjpeg') ?? {};
      expect(trials).to.have.length(1);
      expect(stopped).to.equal(reason);
      expect(outcome.result.isDegraded).to.equal(true);
      expect(outcome.result.receipt.degraded).to.equal(true);
    });
  }

  const broken: Scorer = {
    thumb: () => Promise.reject(new ScorerFailure('no thumb', { isLasting: true })),
    isTransparent: () => Promise.reject(new ScorerFailure('no pixels', { isLasting: true })),
    survey: () => Promise.reject(new ScorerFailure('no survey', { isLasting: true })),
    make: () => Promise.reject(new ScorerFailure('no file', { isLasting: true })),
    score: () => Promise.reject(new ScorerFailure('no score', { isLasting: true })),
    processes: () => 0,
    close: async () => undefined,
  };

  it('stops trying when the budget is spent, whatever time that took', async () => {
    const large = encodePng(scene({ width: 1300, height: 900 }));
    const searchWith = async (budget: number, spentMs: number) => {
      let score = 70;
      const scorer: Scorer = {
        ...broken,
        survey: async () => surveyOf({ measuredPixels: 1_170_000 }),
        score: async () => ({ ...scored((score += 0.5)), milliseconds: spentMs }),
      };
      const adaptive = { scorer, budget };
      const outcome = await compress(large, { adaptive, change: { convert: ['image/jpeg'] } });
      expect(outcome.result.isDegraded).to.equal(false);
      return candidate(outcome, 'mozjpeg');
    };
    const whole = await searchWith(1000, 60_000);
    expect(whole?.trials.length).to.be.greaterThan(2);
    expect(whole?.stopped).to.equal(null);
    for (const spentMs of [0, 60_000]) {
      const cut = await searchWith(0.1, spentMs);
      // One for each way to keep colour.
      expect(cut?.trials.length).to.equal(2);
      expect(cut?.stopped).to.equal('budget');
    }
  });

  it('says that its trials were too few where finer settings are left', async () => {
    const scorer: Scorer = {
      ...broken,
      survey: async () => surveyOf({ measuredPixels: 30_000 }),
      score: async () => scored(70),
    };
    const stopWith = async (trials: number, target: number) => {
      const adaptive = { scorer, trials, target, budget: 1000 };
      const outcome = await compress(photo, { adaptive });
      expect(outcome.result.isDegraded).to.equal(false);
      return candidate(outcome, 'mozjpeg')?.stopped;
    };
    expect(await stopWith(1, 90)).to.equal('trials');
    expect(await stopWith(1, 70)).to.equal(null);
    expect(await stopWith(12, 90)).to.equal(null);
  });

  it('measures the result whose setting lies between two trials of the sample tiles', async () => {
    const sampleScores = [84, 80];
    const scorer: Scorer = {
      ...broken,
      survey: async (pixels, sample) => {
        await copyFile(pixels, sample);
        return surveyOf({ tiles: [], measuredPixels: 262_144 });
      },
      score: async ({ tiles }) =>
        tiles === undefined
          ? { ...scored(sampleScores.shift() ?? Number.NaN), milliseconds: 1 }
          : { ...scored(75.4), milliseconds: 1000 },
    };
    const outcome = await compress(photo, { adaptive: { scorer, trials: 2 } });
    const { score, trials = [], settings, milliseconds } = candidate(outcome, 'mozjpeg') ?? {};
    expect(trials.map((trial) => trial.score)).to.deep.equal([82.1, 78.1]);
    const [met, missed] = trials.map(({ setting }) => setting);
    expect(settings?.scale).to.be.greaterThan(met!).and.lessThan(missed!);
    expect(score, 'less what tiles score too high').to.equal(73.5);
    expect(milliseconds).to.be.greaterThan(1000);
  });

  it('measures palettes of large pictures by all pixels', async () => {
    const large = encodePng(scene({ width: 1700, height: 1500 }));
    const measuredWhole = new Set<boolean>();
    const scorer: Scorer = {
      ...broken,
      survey: async (pixels, sample) => {
        await copyFile(pixels, sample);
        return surveyOf({ tiles: [], measuredPixels: 262_144, flatness: 0.9 });
      },
      score: async ({ tiles, looksForBands }) => {
        if (looksForBands) measuredWhole.add(tiles === undefined);
        return scored(82);
      },
    };
    const outcome = await compress(large, { adaptive: { scorer, paletteBudget: 0.1 } });
    expect([...measuredWhole]).to.deep.equal([true]);
    const { trials = [] } = candidate(outcome, 'palette+oxipng-thorough') ?? {};
    const expected = scoreOfLarge(82, { width: 1700, height: 1500, brightness: 0.3 });
    expect(trials[0]?.score).to.be.closeTo(expected, 0.06);
  });

  it('tries no finer setting once a palette is full, but other ways to dither', async () => {
    const scorer: Scorer = {
      ...broken,
      survey: async () => surveyOf({ measuredPixels: 427_200 }),
      score: async () => scored(70),
    };
    const outcome = await compress(pngOf(photo), { adaptive: { scorer, paletteBudget: 1000 } });
    const tried = candidate(outcome, 'palette+oxipng-thorough')?.trials.map(
      ({ variant }) => variant,
    );
    expect(tried).to.deep.equal(['--nofs', '--floyd=0.35', '--floyd=0.5', '--floyd=1']);
  });

  for (const [chosen, worstPlace] of [
    ['--nofs', 62],
    ['--floyd=0.35', 58],
  ] as const) {
    it(`dithers a slope for its worst place only where that is bad (${worstPlace})`, async () => {
      const slope = drawing({ width: 640, height: 480 }, 3, (x, y) => [
        60 + x / 8 + y / 9,
        90 + x / 7,
        120 + y / 5,
      ]);
      const places = [worstPlace, 75];
      const scorer: Scorer = {
        ...broken,
        survey: async () => surveyOf({ measuredPixels: 307_200, flatness: 0.6 }),
        score: async () => scored(86, places.shift() ?? 0),
        make: declining,
      };
      const outcome = await compress(encodePng(slope), { adaptive: { scorer, trials: 1 } });
      const { settings, trials = [] } = candidate(outcome, 'palette+oxipng-thorough') ?? {};
      const variants = new Set(trials.map((trial) => trial.variant));
      expect([...variants]).to.deep.equal(['--nofs', '--floyd=0.35']);
      expect(settings?.variant).to.equal(chosen);
    });
  }

  it('tries a finer setting while a place looks far worse than the rest', async () => {
    const places = [50, 70];
    const scorer: Scorer = {
      ...broken,
      survey: async () => surveyOf({ measuredPixels: 427_200, flatness: 0.1 }),
      score: async () => scored(80, places.shift() ?? 0),
    };
    const outcome = await compress(photo, { adaptive: { scorer } });
    const { trials = [], worstPlace } = candidate(outcome, 'mozjpeg') ?? {};
    expect(trials.map((trial) => trial.worstPlace)).to.deep.equal([50, 70]);
    expect(trials[1]?.setting).to.be.below(trials[0]?.setting ?? 0);
    expect(worstPlace).to.equal(70);
  });

  it('gives up a palette that is far behind', async () => {
    const scorer: Scorer = {
      ...broken,
      survey: async () => surveyOf({ measuredPixels: 427_200, flatness: 0.9 }),
      make: declining,
      // Palettes never come near the target, and would be tried to the end.
      score: async ({ looksForBands }) => scored(looksForBands ? 50 : 79.5, 79.5),
    };
    const outcome = await compress(pngOf(photo), {
      adaptive: { scorer, trials: 20, paletteBudget: 1000 },
      change: { convert: ['image/webp'] },
    });
    expect(outcome.result.winner).to.equal('cwebp');
    expect(candidate(outcome, 'palette+cwebp-lossless')).to.include({
      bytes: null,
      reason: 'given up: another result is far smaller',
    });
  });

  it('uses fixed settings for thumbnails, and for nothing else that is small', async () => {
    const widthOf = async (width: number): Promise<object> =>
      (await compress(photo, { adaptive: {}, change: { resize: { method: 'scale', width } } }))
        .result.receipt;
    expect(await widthOf(150)).to.include({ mode: 'fixed', fallback: 'small' });
    expect(await widthOf(300)).to.include({ mode: 'adaptive' });
  });

  it('uses fixed settings for what is narrower than the windows of the score', async () => {
    const fallbackOf = async (height: number): Promise<string | null> =>
      (await compress(jpegOf(scene({ width: 200, height })))).result.receipt.fallback;
    expect(await fallbackOf(6)).to.equal('small');
    expect(await fallbackOf(7)).to.equal(null);
  });

  const failing = (isLasting: boolean): Scorer['score'] => {
    const failure = new ScorerFailure('no score', { isLasting });
    return () => Promise.reject(failure);
  };
  const surveying: Scorer['survey'] = async () => surveyOf({ measuredPixels: 427_200 });

  for (const isLasting of [true, false]) {
    const who = isLasting ? 'the picture' : 'the moment';
    const told = isLasting ? 'for all who bring it' : 'for this request alone';

    it(`uses fixed settings ${told} where nothing can be measured because of ${who}`, async () => {
      const survey = failing(isLasting) as () => Promise<never>;
      const outcome = await compress(photo, { adaptive: { scorer: { ...broken, survey } } });
      expect(outcome.result.receipt).to.include({ mode: 'fixed', fallback: 'unmeasured' });
      expect(outcome.result).to.include({ winner: 'mozjpeg', isDegraded: !isLasting });
      expect(outcome.failures).to.deep.equal([]);
    });

    it(`gives up the search ${told} where no result can be measured because of ${who}`, async () => {
      const scorer = { ...broken, survey: surveying, score: failing(isLasting) };
      const outcome = await compress(photo, { adaptive: { scorer } });
      expect(outcome.result).to.include({ winner: 'mozjpeg', isDegraded: !isLasting });
      const drawn = await compress(encodePng(screen), { adaptive: { scorer } });
      expect(drawn.result).to.include({ winner: 'oxipng', isDegraded: !isLasting });
    });

    it(`leaves a result unmeasured ${told} because of ${who}`, async () => {
      const survey: Scorer['survey'] = async () =>
        surveyOf({ measuredPixels: 76_800, flatness: 0.9 });
      const score: Scorer['score'] = (request, use) =>
        request.looksForBands ? Promise.resolve(scored(80)) : failing(isLasting)(request, use);
      const types = { ...adaptiveConfig.types, 'image/webp': [['unsearched']] };
      const { cwebp = expect.fail('cwebp is configured') } = adaptiveConfig.encoders;
      const unsearched = { ...cwebp, quality: { start: 90 } };
      const outcome = await compress(encodePng(screen), {
        table: { ...adaptiveConfig, types, encoders: { ...adaptiveConfig.encoders, unsearched } },
        adaptive: { scorer: { ...broken, survey, score } },
        change: { convert: ['image/webp', 'image/png'] },
      });
      expect(candidate(outcome, 'unsearched')?.score).to.equal(null);
      expect(outcome.result.isDegraded).to.equal(!isLasting);
    });
  }

  describe('keeps time for a lossless result', () => {
    const hanging = { name: 'sleeps', path: fixtureTool('sleeps'), version: '1' };
    const short = { withinMs: 9000, keptMs: 6000 };
    it('where a lossy encoder hangs, and says why in the receipt', async () => {
      const { mozjpeg, ...encoders } = adaptiveConfig.encoders;
      const command = [hanging.path, '{input}', '{output}'];
      const outcome = await compress(photo, {
        ...short,
        table: { ...adaptiveConfig, encoders: { ...encoders, mozjpeg: { ...mozjpeg!, command } } },
      });
      expect(candidate(outcome, 'mozjpeg')).to.include({
        bytes: null,
        reason: 'its encoder did not end in time',
      });
      expect(outcome.result).to.include({ winner: 'jpegtran', isDegraded: true });
    });

    it('without ending searches earlier', async () => {
      const ends = new Set<number>();
      const pressure: Pressure = ({ endBy }) => void ends.add(endBy);
      await compress(photo, { keptMs: 6000, adaptive: { pressure, target: 90 } });
      expect(ends.size, 'deadlines that searches are given').to.equal(1);
    });

    it('where the decoder hangs that results are measured with', async () => {
      const decoder = {
        command: ['sleeps', '{output}'],
        writes: 'image/png',
        exit: {},
        version: [],
      } as const;
      const decoders = new Map([['image/jpeg', { decoder, tool: hanging }]]);
      const outcome = await compress(photo, { ...short, adaptive: { decoders } });
      expect(outcome.result.receipt).to.include({ mode: 'fixed', fallback: 'unmeasured' });
      expect(outcome.result).to.include({ winner: 'mozjpeg', isDegraded: true });
    });
  });

  it('uses fixed settings where memory runs out while it measures', async () => {
    const tool = { name: 'is-killed', path: fixtureTool('is-killed'), version: '1' };
    const decoder = {
      command: ['is-killed'],
      writes: 'image/png' as const,
      exit: {},
      version: [],
    };
    const decoders = new Map([['image/jpeg', { decoder, tool }]]);
    const { result } = await compress(photo, { adaptive: { decoders } });
    expect(result.receipt).to.include({ mode: 'fixed', fallback: 'unmeasured' });
    expect(result).to.include({ winner: 'mozjpeg', isDegraded: true });
  });

  it('serves a PNG without a palette where results cannot be measured', async () => {
    const survey: Scorer['survey'] = async () =>
      surveyOf({ measuredPixels: 320 * 240, flatness: 0.9 });
    const scorer = { ...broken, survey };
    const outcome = await compress(encodePng(screen), { adaptive: { scorer } });
    expect(outcome.result.winner).to.equal('oxipng');
    expect(candidate(outcome, 'palette+oxipng-thorough')).to.include({
      bytes: null,
      reason: 'its results cannot be measured',
    });
  });

  it('refuses a damaged picture as without a search', async () => {
    const cut = photo.subarray(0, photo.length - 4000);
    expect(await rejectionOf(compress(cut))).to.include({ code: 'decode_failed' });
  });

  it('ends with its client', async () => {
    const client = new AbortController();
    const asked = compress(photo, { signal: client.signal });
    await until('it works', () => engine.permits.held() > 0);
    client.abort(new Error('gone'));
    expect(await rejectionOf(asked)).to.have.property('message', 'gone');
  });

  it('does not compress its own results again', async () => {
    const again = await compress(usual.content);
    expect(again.content.equals(usual.content)).to.equal(true);
    expect(again.result.winner).to.be.oneOf(['source', 'jpegtran']);
  });
});
