import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ScorerRequest } from '../../src/engine/quality/scorer/protocol.ts';
import { readPicture } from '../../src/engine/quality/scorer/whole-pictures.ts';
import { createScorerWork } from '../../src/engine/quality/scorer/work.ts';
import { kernelFitting } from '../../src/image/planes/kernel-fitting.ts';
import { readRows, rowReader, storedRaster } from '../../src/image/kernels/stored-pixels.ts';
import { planesOf } from '../../src/image/planes/planes.ts';
import { decodePng } from '../../src/image/png/pixels.ts';
import { storedPng } from '../../src/image/png/stored-png.ts';
import type { Raster } from '../../src/image/raster.ts';
import { bandingOf } from '../../src/image/score/banding.ts';
import { colourLossOf } from '../../src/image/score/colour-loss.ts';
import { fineColourIn, fineColourOf } from '../../src/image/score/fine-colour.ts';
import { flatnessIn, flatnessOf } from '../../src/image/score/flatness.ts';
import { joinTiles, sampleTilesOf } from '../../src/image/score/sample-tiles.ts';
import { referenceOf, scoreOf } from '../../src/image/score/score.ts';
import { corpusFiles } from '../support/corpus.ts';
import { testKernels } from '../support/image/kernels.ts';
import { ownCpuMs } from './cpu.ts';
import { median } from './median.ts';

/**
 * CPU of the scorer's two kinds of work, the kernels and TypeScript, side by side on 15 pictures: each
 * loop by itself, and whole requests with reading and decoding. Also how far their scores are apart.
 */
export const scorer = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'shrinkd-scorer-'));
  try {
    const prepared = chosenPictures().map(({ path }, index) =>
      preparedPicture(path, folder, index),
    );
    for (const pair of loops) report(pair.title, prepared.map(pair.measure));
    report('requests: a survey and two results', prepared.map(measureRequests));
    console.log(`scorer: scores are ${worstDifference(prepared).toFixed(5)} points apart at most`);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const kernels = testKernels();
const withKernels = createScorerWork(() => kernels);
const plain = createScorerWork(() => undefined);

/** Of each kind the first five that are not tiny. */
const chosenPictures = () => {
  const kinds = [/^photo\/.*\.jpg$/, /^screenshot\/.*\.png$/, /^transparent\/.*\.png$/];
  const files = corpusFiles();
  if (files.length === 0) throw new Error('The benchmarks need the corpus; set SHRINKD_CORPUS.');
  return kinds.flatMap((kind) => files.filter(({ name }) => kind.test(name)).slice(0, 5));
};

/** Files of a picture, and its part that is measured, with a result. */
type Prepared = Readonly<{
  pixels: string;
  results: readonly string[];
  /** What the service asks the scorer. */
  requests: readonly ScorerRequest[];
  source: Raster;
  result: Raster;
}>;

const preparedPicture = (path: string, folder: string, index: number): Prepared => {
  const isPng = path.endsWith('.png');
  const named = (name: string): string => join(folder, `${index}-${name}.${isPng ? 'png' : 'ppm'}`);
  const [pixels, good, poor] = [named('pixels'), named('good'), named('poor')];
  execFileSync('vips', ['copy', path, pixels]);
  if (isPng) {
    execFileSync('pngquant', ['--force', '--output', good, '256', '--', pixels]);
    execFileSync('pngquant', ['--force', '--output', poor, '32', '--', pixels]);
  } else {
    for (const [result, quality] of [
      [good, 85],
      [poor, 50],
    ] as const) {
      execFileSync('vips', ['copy', pixels, `${join(folder, 'middle.jpg')}[Q=${quality}]`]);
      execFileSync('vips', ['copy', join(folder, 'middle.jpg'), result]);
    }
  }
  const whole = readPicture(pixels);
  const tiles = sampleTilesOf(whole);
  const measured = (picture: Raster): Raster =>
    tiles === undefined ? picture : joinTiles(picture, tiles);
  const sample = named('sample');
  // Palettes are measured against all pixels, other results of a large picture by sample tiles.
  const sampled = isPng ? undefined : tiles;
  const reference = sampled === undefined ? pixels : sample;
  const results = [good, poor];
  return {
    ...{ pixels, results, source: measured(whole), result: measured(readPicture(poor)) },
    requests: [
      { kind: 'survey', pixels, sample },
      ...results.map((result): ScorerRequest => ({
        kind: 'score',
        reference,
        result,
        tiles: sampled,
        guardsBands: isPng,
      })),
    ],
  };
};

/** CPU milliseconds in TypeScript and by the kernels, and the megapixels that they are for. */
type Cost = Readonly<{ plainMs: number; kernelsMs: number; megapixels: number }>;

const rounds = 5;

/** Both sides in turn, so that what else the machine does slows both; the median of each. */
const costOf = (picture: Raster, onePlain: () => void, oneByKernels: () => void): Cost => {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    for (const [side, run] of [onePlain, oneByKernels].entries()) {
      const startedAt = ownCpuMs();
      run();
      times[side]!.push(ownCpuMs() - startedAt);
    }
  }
  const megapixels = (picture.width * picture.height) / 1e6;
  return { plainMs: median(times[0]), kernelsMs: median(times[1]), megapixels };
};

const loops: readonly Readonly<{ title: string; measure: (picture: Prepared) => Cost }>[] = [
  {
    title: 'reference and score',
    measure: ({ source, result }) =>
      costOf(
        source,
        () => scoreOf(referenceOf(source), result),
        () => eachRowOfBoth(source, result, () => kernels.addErrors(26, false)),
      ),
  },
  {
    title: 'banding',
    measure: ({ source, result }) =>
      costOf(
        source,
        () => bandingOf(source, result),
        () => eachRowOfBoth(source, result, () => kernels.addBanding(26)),
      ),
  },
  {
    title: 'colour loss',
    measure: ({ source, result }) =>
      costOf(
        source,
        () => colourLossOf(source, result),
        () => eachRowOfBoth(source, result, () => kernels.lostColours()),
      ),
  },
  {
    title: 'fine colour',
    measure: ({ source }) =>
      costOf(
        source,
        () => fineColourOf(source),
        () => fineColourIn(kernels, storedRaster(source)),
      ),
  },
  {
    title: 'flatness',
    measure: ({ source }) =>
      costOf(
        source,
        () => flatnessOf(source),
        () => flatnessIn(kernels, storedRaster(source)),
      ),
  },
  {
    title: 'planes of WebPs',
    measure: ({ source }) =>
      costOf(
        source,
        () => planesOf(source),
        () => planesOf(source, kernelFitting(kernels)),
      ),
  },
  {
    title: 'decoding PNG, inflating included',
    measure: ({ pixels, results: [good = pixels] }) => {
      const files = [pixels, good]
        .filter((path) => path.endsWith('.png'))
        .map((path) => readFileSync(path));
      return costOf(
        readPicture(pixels),
        () => files.forEach((bytes) => decodePng(bytes, maxBytes)),
        () =>
          files.forEach((bytes) =>
            readRows(kernels, storedPng(kernels, bytes, maxBytes), () => undefined),
          ),
      );
    },
  },
];

const maxBytes = 200_000_000;

const eachRowOfBoth = (source: Raster, result: Raster, work: () => void): void => {
  kernels.openComparison(source.width, source.height);
  const readSource = rowReader(kernels, storedRaster(source), 0);
  const readResult = rowReader(kernels, storedRaster(result), 1);
  for (let y = 0; y < source.height; y++) {
    readSource(y);
    readResult(y);
    work();
  }
};

const measureRequests = (picture: Prepared): Cost =>
  costOf(
    readPicture(picture.pixels),
    () => picture.requests.forEach((request) => plain(request)),
    () => picture.requests.forEach((request) => withKernels(request)),
  );

const worstDifference = (prepared: readonly Prepared[]): number =>
  Math.max(
    ...prepared
      .flatMap(({ requests }) => requests)
      .map((request) => {
        const [one, other] = [plain(request), withKernels(request)];
        if (one.kind === 'survey') return 0;
        if (one.kind !== 'scores' || other.kind !== 'scores')
          throw new Error(JSON.stringify(other));
        return Math.abs(one.scores.score - other.scores.score);
      }),
  );

const report = (title: string, costs: readonly Cost[]): void => {
  const measured = costs.filter(({ plainMs }) => plainMs > 0);
  const each = (field: 'plainMs' | 'kernelsMs'): string =>
    median(measured.map((cost) => cost[field] / cost.megapixels)).toFixed(1);
  const total = (field: 'plainMs' | 'kernelsMs'): number =>
    measured.reduce((sum, cost) => sum + cost[field], 0);
  console.log(
    `scorer: ${title}: TypeScript ${each('plainMs')} ms/MP, kernels ${each('kernelsMs')} ms/MP (medians); ${total('plainMs').toFixed(0)} and ${total('kernelsMs').toFixed(0)} ms in all, ratio ${(total('plainMs') / total('kernelsMs')).toFixed(1)}`,
  );
};
