import { expect } from 'chai';
import { configuredScene, sceneOf } from '../../../src/engine/search/scene.ts';
import type { Job } from '../../../src/engine/job.ts';
import type { MadeResult } from '../../../src/engine/race/candidate-result.ts';
import type { Encoder } from '../../../src/image/encoder.ts';
import type { Scene } from '../../../src/image/search/step.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { surveyOf } from '../../support/engine/surveys.ts';

const { encoders } = adaptiveConfig;
const encoderOf = (name: string): Encoder => encoders[name] ?? expect.fail(`${name} is configured`);

type Asked = Readonly<{
  name?: string;
  encoder?: Partial<Encoder>;
  survey?: object;
  sample?: object;
  facts?: object;
  plan?: object;
  file?: string;
  chain?: readonly string[];
  earlier?: readonly Partial<MadeResult>[];
  planes?: Readonly<{ file: string; alpha: Uint8Array | undefined }>;
  isFast?: boolean;
  sourceBytes?: number;
  hasRest?: boolean;
}>;

const resultOf = (changes: Partial<MadeResult>) => ({
  bytes: 30_000,
  lossless: false,
  ...changes,
});

/** What the search for a PNG of a megapixel with the encoder `name` begins with. */
const sceneFor = ({ name = 'cwebp', isFast = false, ...asked }: Asked = {}): Scene => {
  const { chain = [name] } = asked;
  const candidates = [{ chain, mediaType: encoderOf(name).produces }];
  const size = { width: 1000, height: 1000 };
  const plan = { ...size, pixels: [], sourceCompetes: true, candidates, ...asked.plan };
  const facts = {
    mediaType: 'image/png',
    lossless: true,
    frames: 1,
    orientation: 1,
    ...asked.facts,
  };
  const { sourceBytes = 1000 } = asked;
  const job = { plan, facts, sourceBytes } as unknown as Job;
  const survey = surveyOf({ measuredPixels: 250_000, ...asked.survey });
  const quality = {
    target: 80,
    trials: 3,
    effort: 'balanced',
    budget: 5,
    paletteBudget: 12,
  };
  const mode = { quality, sourceTarget: 80, measurer: { survey, sample: asked.sample } };
  const earlier = (asked.earlier ?? []).map(resultOf);
  const encoder = { ...encoderOf(name), ...asked.encoder };
  const part = { left: 0, top: 0, width: 9, height: 9 };
  const input = {
    file: asked.file ?? 'source.png',
    ...(asked.planes && { planes: asked.planes }),
    ...(asked.hasRest === true && {
      rest: { file: 'rest.png', shadow: { colour: [0], mostAlpha: 9, part } },
    }),
  };
  return sceneOf(
    {
      encoders: { isFast },
      job,
      encoder,
      configured: { value: 80, variant: undefined },
      input,
      betterEffort: 'other',
    },
    mode as unknown as Parameters<typeof sceneOf>[1],
    { candidate: { chain }, earlier } as unknown as Parameters<typeof sceneOf>[2],
  );
};

describe('the scene of a search', () => {
  const targets: readonly (readonly [string, Asked, number])[] = [
    ['grain in soft slopes', { name: 'lossy-png', survey: { isSmooth: true } }, 81.8],
    ['a palette of soft slopes', { name: 'palette', survey: { isSmooth: true } }, 81.8],
    ['grain in other pictures', { name: 'lossy-png' }, 80],
    ['a JPEG of soft slopes', { name: 'mozjpeg', survey: { isSmooth: true } }, 80],
  ];
  for (const [title, asked, target] of targets) {
    it(`aims at ${target} for ${title}`, () => expect(sceneFor(asked).target).to.equal(target));
  }

  const shadow = { survey: { hasSoftAlpha: true } };
  const starts: readonly (readonly [string, Asked, number])[] = [
    ['a palette of a shadow', { name: 'palette', ...shadow, hasRest: true }, 93],
    ['a palette of soft slopes of alpha', { name: 'palette', ...shadow }, 95],
    ['one without them', { name: 'palette' }, 85],
    [
      'a small one, which is made coarser besides',
      { name: 'palette', ...shadow, plan: { width: 600, height: 1000 } },
      85,
    ],
    ['grain of soft slopes of alpha', { name: 'lossy-png', ...shadow }, 22],
    ['a WebP of them', shadow, 82],
  ];
  for (const [title, asked, start] of starts) {
    it(`begins with ${start} for ${title}`, () => {
      const { range, limits } = sceneFor(asked);
      expect(range.start).to.equal(start);
      expect(limits.slack).to.equal(start >= 85 ? 1 : undefined);
      expect(range.spreadAbove).to.equal(start > 85 ? 20 : undefined);
    });
  }

  const most: readonly (readonly [string, readonly Partial<MadeResult>[], number])[] = [
    ['there is no result', [], Infinity],
    ['a good result is far smaller', [{ score: 80 }], 60_000],
    ['the result misses the target', [{ score: 60 }], Infinity],
    ['the result was not measured', [{}], Infinity],
    ['a lossless result is far smaller', [{ lossless: true }], 60_000],
    ['the first result is the smallest', [{ score: 80, bytes: 300 }, { score: 80 }], 600],
  ];
  for (const [when, earlier, bytes] of most) {
    it(`allows trials ${bytes} bytes where ${when}`, () => {
      expect(sceneFor({ earlier }).mostTrialBytes).to.equal(bytes);
    });
  }

  const ofSource: readonly (readonly [string, Asked, number])[] = [
    ['a lossy PNG of a source that may be the answer', { name: 'lossy-png' }, 2000],
    [
      'one where a smaller result is',
      { name: 'lossy-png', earlier: [{ bytes: 900, score: 80 }] },
      1800,
    ],
    [
      'one of a source that is no answer',
      { name: 'lossy-png', plan: { sourceCompetes: false } },
      Infinity,
    ],
    ['a WebP', {}, Infinity],
  ];
  for (const [title, asked, bytes] of ofSource) {
    it(`allows ${bytes} bytes for ${title}`, () =>
      expect(sceneFor(asked).mostTrialBytes).to.equal(bytes));
  }

  it('allows more where colours may repeat, and any number to sample tiles', () => {
    const earlier = [{ score: 80 }];
    const small = { plan: { width: 100, height: 100 }, earlier, sourceBytes: 40_000 };
    expect(sceneFor({ ...small, name: 'palette' }).mostTrialBytes).to.be.closeTo(90_909, 1);
    const tiles = sceneFor({
      name: 'mozjpeg',
      sample: { mediaType: 'image/x-portable-pixmap' },
      earlier,
    });
    expect(tiles).to.include({ of: 'tiles', trialPixels: 250_000, mostTrialBytes: Infinity });
  });

  it('takes tiles for JPEG alone', () => {
    const sample = { mediaType: 'image/png' };
    expect(sceneFor({ sample }).of).to.equal('whole');
    expect(sceneFor({ name: 'mozjpeg', sample }).of).to.equal('whole');
  });

  const webp = { mediaType: 'image/webp', lossless: false };
  const limits: readonly (readonly [string, Asked, number])[] = [
    ['0.95 of a lossy source of its type', { facts: webp }, 950],
    ['any number for a source of another type', {}, Infinity],
    [
      'any number where it may be the only answer',
      { facts: webp, plan: { sourceCompetes: false } },
      Infinity,
    ],
    ['any number before the end of a chain', { facts: webp, chain: ['cwebp', 'x'] }, Infinity],
    [
      '0.8 of a palette, of which the chain leaves 0.85',
      { name: 'palette', chain: ['palette', 'x'], facts: { colour: 'palette' }, sourceBytes: 850 },
      800,
    ],
  ];
  for (const [title, asked, bytes] of limits) {
    it(`takes a result of ${title}`, () => expect(sceneFor(asked).mostResultBytes).to.equal(bytes));
  }

  const planes = { file: 'planes.yuv', alpha: Uint8Array.of(1, 2) };
  const opaque = { ...planes, alpha: undefined };
  const readsPixels = { reads: ['image/png'] };
  const none = { draft: false, best: false, coarserPalettes: false, coarseAlpha: false };
  const abilities: readonly (readonly [string, Asked, Partial<Scene['has']>])[] = [
    ['drafts of AVIF', { name: 'avifenc' }, { draft: true }],
    [
      'no drafts of a lossy source',
      { encoder: { effort: { draft: [] } }, facts: webp, file: 'source.webp' },
      {},
    ],
    ['no drafts in haste', { name: 'avifenc', isFast: true }, {}],
    ['better arguments for planes', { planes: opaque }, { best: true }],
    ['coarse alpha of transparent planes', { planes }, { best: true, coarseAlpha: true }],
    ['none for planes in haste', { planes: opaque, isFast: true }, {}],
    [
      'better arguments for pictures',
      { encoder: { ...readsPixels, effort: { other: [] } } },
      { best: true },
    ],
    [
      'none for more than 8 megapixels',
      { encoder: { ...readsPixels, effort: { other: [] } }, plan: { width: 8001, height: 1000 } },
      {},
    ],
    [
      'coarser palettes',
      { name: 'palette', plan: { width: 600, height: 1000 } },
      { coarserPalettes: true },
    ],
    ['none of large ones', { name: 'palette' }, {}],
  ];
  for (const [title, asked, expected] of abilities) {
    it(`has ${title}`, () => expect(sceneFor(asked).has).to.deep.equal({ ...none, ...expected }));
  }

  it('has the setting of the configuration alone without a search', () => {
    const job = { plan: { width: 10, height: 10 } } as unknown as Job;
    const configured = { value: undefined, variant: undefined };
    const scene = configuredScene({ job, encoder: encoderOf('oxipng'), configured });
    expect(scene).to.deep.include({ configured, has: none, of: 'whole', pixels: 100, tried: [] });
  });
});
