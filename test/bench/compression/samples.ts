import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fullColourSampling, qtablesText } from '../../../src/image/jpeg/quantisation-tables.ts';
import { pixmapBytes } from '../../../src/image/pixmap.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { type CorpusFile, corpusFiles } from '../../support/corpus.ts';
import { pixelsOf } from '../../support/image/pictures.ts';
import { joinTiles, sampleTilesOf } from '../../support/image/measured.ts';
import { digestOf, remembered } from './cache.ts';
import { errorsOf } from './errors.ts';
import type { ReferenceScore } from './ssimulacra2.ts';
import { decoded, inFolder, run, writePng } from './tools.ts';

/** Kinds of encoders, each of which damages in its own way. */
export const families = ['jpeg', 'webp', 'png'] as const;
type Family = (typeof families)[number];

/** One picture encoded once: its errors, and the score that is fitted to. */
export type Sample = Readonly<{
  picture: string;
  family: Family;
  setting: string;
  errors: readonly number[];
  score: number;
}>;

/** An encoder at one setting: makes `output` from `input`, a PNG beside which lies the same as `.ppm`. */
type Setting = Readonly<{
  family: Family;
  name: string;
  encode: (input: string, output: string) => Promise<unknown>;
}>;

const jpegAt = (scale: number, sampling: '1x1' | '2x2'): Setting => ({
  family: 'jpeg',
  name: `tables ${scale} ${sampling}`,
  encode: async (input, output) => {
    const tables = `${output}.tables`;
    await writeFile(tables, qtablesText(scale, { hasFullColour: sampling === fullColourSampling }));
    const quality = ['-quality', '50', '-qtables', tables, '-qslots', '0,1,2'];
    await run('cjpeg', ...quality, '-sample', sampling, '-outfile', output, `${input}.ppm`);
  },
});

const standardJpegAt = (quality: number): Setting => ({
  family: 'jpeg',
  name: `quality ${quality}`,
  encode: (input, output) =>
    run('cjpeg', '-quality', `${quality}`, '-outfile', output, `${input}.ppm`),
});

const webpAt = (quality: number): Setting => ({
  family: 'webp',
  name: `quality ${quality}`,
  encode: (input, output) =>
    run('cwebp', '-quiet', '-q', `${quality}`, '-m', '4', '-sharp_yuv', input, '-o', output),
});

const pngAt = (...options: readonly string[]): Setting => ({
  family: 'png',
  name: options.join(' '),
  encode: (input, output) =>
    run('pngquant', '--force', '--speed', '4', ...options, '--output', output, '--', input),
});

const settings: readonly Setting[] = [
  ...[1, 1.6, 2.4, 3.5, 5.2, 7.5, 11, 16].map((scale) => jpegAt(scale, '2x2')),
  ...[1.6, 3.5, 5.2, 9].map((scale) => jpegAt(scale, '1x1')),
  ...[50, 75, 90].map(standardJpegAt),
  ...[20, 40, 55, 70, 78, 84, 90, 96].map(webpAt),
  ...[40, 60, 80, 90, 95, 100].map((quality) => pngAt('--nofs', '--quality', `0-${quality}`)),
  ...[60, 80, 100].map((quality) => pngAt('--quality', `0-${quality}`)),
  pngAt('--floyd=0.5', '--quality', '0-90'),
  pngAt('--nofs', '12'),
];

const folders = /^(photo|product|screenshot|graphic|transparent)\//;

/** All settings on all pictures of the corpus; what has been measured before is remembered. */
export const corpusSamples = async (reference: ReferenceScore): Promise<readonly Sample[]> => {
  const samples: Sample[] = [];
  for (const file of corpusFiles().filter(({ name }) => folders.test(name))) {
    samples.push(...(await samplesOf(file, reference)));
    process.stderr.write(`\rfit: ${samples.length} samples, ${file.name}\x1b[K`);
  }
  process.stderr.write('\n');
  return samples;
};

/** The errors depend on the code of the score, so another version of it is measured again. */
const versionOfScore = async (): Promise<string> =>
  digestOf(
    ...(await Promise.all(
      ['wasm/pixel-loops.wasm', 'score/score.ts', 'score/sample-tiles.ts'].map((name) =>
        readFile(new URL(`../../../src/image/${name}`, import.meta.url)),
      ),
    )),
  );

const samplesOf = async (
  file: CorpusFile,
  reference: ReferenceScore,
): Promise<readonly Sample[]> => {
  const version = await versionOfScore();
  const names = settings.map(({ name }) => name);
  const digest = digestOf('fit', version, names, await readFile(file.path));
  return remembered(digest, () => inFolder((folder) => measuredSamples(file, folder, reference)));
};

const measuredSamples = async (
  file: CorpusFile,
  folder: string,
  reference: ReferenceScore,
): Promise<readonly Sample[]> => {
  const input = join(folder, 'input.png');
  const picture = await sourceIn(file, folder);
  await writePng(picture, input);
  const source = onLightPage(picture);
  await writeFile(`${input}.ppm`, pixmapBytes(source));
  const samples: Sample[] = [];
  for (const { family, name, encode } of settings) {
    const output = join(folder, `output.${family}`);
    await encode(input, output);
    const result = onLightPage(await decoded(output));
    const errors = errorsOf(source, result);
    const score = await reference(source, result);
    samples.push({ picture: file.name, family, setting: name, errors, score });
  }
  return samples;
};

/** The file's first frame in sRGB; of a large one its sample tiles. */
const sourceIn = async (file: CorpusFile, folder: string): Promise<Raster> => {
  const copy = join(folder, file.name.replaceAll('/', '-'));
  await copyFile(file.path, copy);
  const { bands, ...pixels } = await pixelsOf(copy);
  if (bands !== 3 && bands !== 4) throw new Error(`${file.name} has ${bands} bands`);
  const picture: Raster = { bands, ...pixels };
  const tiles = sampleTilesOf(picture);
  return tiles === undefined ? picture : joinTiles(picture, tiles);
};

/** A picture without transparency: laid over light grey, on which soft shadows show. */
const onLightPage = ({ width, height, bands, data }: Raster): Raster => {
  if (bands !== 4) return { width, height, bands, data };
  const flat = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = data[pixel * 4 + 3]! / 255;
    for (let band = 0; band < 3; band++) {
      flat[pixel * 3 + band] = Math.round(data[pixel * 4 + band]! * alpha + 230 * (1 - alpha));
    }
  }
  return { width, height, bands: 3, data: flat };
};
