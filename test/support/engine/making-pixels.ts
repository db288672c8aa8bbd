import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { filesIn } from '../../../src/jobs/job-folder.ts';
import { pixelsFileName, sourceFileName, watermarkFileName } from '../../../src/jobs/file-names.ts';
import type { Job } from '../../../src/engine/job.ts';
import { makePixels } from '../../../src/engine/pixels/make-pixels.ts';
import { ScorerFailure } from '../../../src/engine/scorer/failure.ts';
import { valueIn } from './scorer-values.ts';
import { createScorerWork } from '../../../src/engine/scorer/work.ts';
import type { PixelStep } from '../../../src/engine/pixels/run-vips.ts';
import { planOf, type PictureChange, pngType } from '../../../src/image/plan.ts';
import { pixelsOf, vips, type Pixels } from '../image/pictures.ts';
import { defaultTable } from '../image/encoder-table.ts';
import { factsOf } from '../image/facts.ts';
import { testWasm } from '../image/wasm.ts';

const run = promisify(execFile);

/** A level for each band: grey or RGB, then alpha. */
export type Levels = readonly number[];

/** A picture of which `levelsAt` tells every pixel. */
export const drawn = (
  [width, height]: readonly [number, number],
  bands: 1 | 2 | 3 | 4,
  levelsOf: (x: number, y: number) => Levels,
): Pixels => {
  const data = new Uint8Array(width * height * bands);
  for (let at = 0; at < width * height; at += 1) {
    data.set(levelsOf(at % width, Math.floor(at / width)), at * bands);
  }
  return { width, height, bands, data };
};

/** A picture of 40x30 in one colour. */
export const plain = (levels: Levels): Pixels =>
  drawn([40, 30], levels.length as 1 | 2 | 3 | 4, () => levels);

/** A picture of 40x30, the right half in these levels, the left one transparent. */
export const halfSeen = (...levels: Levels): Pixels =>
  drawn([40, 30], (levels.length + 1) as 2 | 4, (x) => [...levels, x < 20 ? 0 : 255]);

/** The levels of the pixel at (`x`, `y`), one for each band. */
export const levelsAt = ({ width, bands, data }: Pixels, x: number, y: number): number[] => [
  ...data.subarray((y * width + x) * bands, (y * width + x + 1) * bands),
];

/** Fails where a level differs from the expected one by more than `within`. */
export const expectNear = (levels: Levels, expected: Levels, within = 3): void => {
  expect(levels).to.have.length(expected.length);
  const isNear = levels.every((level, band) => Math.abs(level - expected[band]!) <= within);
  expect(isNear, `${levels.join(' ')} is near ${expected.join(' ')}`).to.equal(true);
};

/** What `makePixels` made, by the media type of the file. */
type Made = Readonly<{
  isTransparent: boolean;
  /** Of libvips, in their order. */
  operations: readonly string[];
  pixels: (mediaType: string) => Promise<Pixels>;
  /** Bands of the file itself, which `pixels` gives in RGB. */
  bandsOf: (mediaType: string) => Promise<number>;
}>;

type MakingPixels = Readonly<{
  /** A picture as a file; `target` is an extension, with libvips' options behind it. */
  fileOf: (picture: Pixels, target: string, bitDepth?: 8 | 16) => Promise<Buffer>;
  /** The pixels that the default encoders would read for this change. `watermark`: a PNG to lay over them. */
  pixelsFor: (
    content: Uint8Array,
    change: PictureChange,
    options?: Readonly<{ reader?: PixelReader; watermark?: Uint8Array }>,
  ) => Promise<Made>;
}>;

/** Makes pixels with the real vips, in a folder that is there for the tests of the surrounding `describe`. */
export const makingPixels = (): MakingPixels => {
  let root = '';
  let jobs = 0;
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'shrinkd-pixels-'));
  });
  after(() => rm(root, { recursive: true }));

  const fileOf: MakingPixels['fileOf'] = async (picture, target, bitDepth = 8) => {
    const { width, height, bands, data } = picture;
    const file = (name: string): string => join(root, name);
    await writeFile(file('drawing.raw'), data);
    const sides = [width, height, bands].map(String);
    await vips('rawload', file('drawing.raw'), file('bare.v'), ...sides);
    const space = bands < 3 ? 'b-w' : 'srgb';
    await vips('copy', file('bare.v'), file('drawing.v'), '--interpretation', space);
    const wide = bands < 3 ? 'grey16' : 'rgb16';
    if (bitDepth === 16) await vips('colourspace', file('drawing.v'), file('wide.v'), wide);
    const made = file(`drawing.${target}`);
    await vips('copy', file(bitDepth === 16 ? 'wide.v' : 'drawing.v'), made);
    return readFile(made.replace(/\[.*/, ''));
  };

  const jobFor = async (content: Uint8Array, change: PictureChange): Promise<Job> => {
    const path = join(root, `job${(jobs += 1)}`);
    await mkdir(path);
    const facts = await factsOf(content);
    await writeFile(join(path, sourceFileName(facts.mediaType)), content);
    const { signal } = new AbortController();
    return {
      folder: { ...filesIn(path), remove: async () => undefined },
      sourceBytes: content.length,
      facts,
      plan: planOf(facts, defaultTable, { isOurResult: false, change }),
      client: { requestId: 'r', accountId: 'a', jobNumber: 1, signal },
      endBy: performance.now() + 90_000,
    };
  };

  const pixelsFor: MakingPixels['pixelsFor'] = async (
    content,
    change,
    { reader = pixelReaders.wasm, watermark } = {},
  ) => {
    const job = await jobFor(content, change);
    if (watermark) await writeFile(job.folder.file(watermarkFileName(pngType)), watermark);
    const operations: string[] = [];
    const runVips = async ({ folder }: Job, { args }: PixelStep): Promise<void> => {
      operations.push(args[0]!);
      await run('vips', args, { cwd: folder.path });
    };
    const { isTransparent } = await makePixels(job, runVips, reader);
    const fileFor = (mediaType: string) => job.folder.file(pixelsFileName(mediaType));
    return {
      isTransparent,
      operations,
      pixels: (mediaType) => pixelsOf(fileFor(mediaType)),
      bandsOf: async (mediaType) => {
        // One number for each band. Of libvips' programs only this one is set up.
        const { stdout } = await run('vips', ['getpoint', fileFor(mediaType), '0', '0']);
        return stdout.trim().split(/\s+/).length;
      },
    };
  };
  return { fileOf, pixelsFor };
};

type PixelReader = Parameters<typeof makePixels>[2];

/** The work of the scorer, in this process. */
const readerOf = (work: ReturnType<typeof createScorerWork>): PixelReader => ({
  thumb: async (request) => valueIn<'thumb'>(work({ kind: 'thumb', ...request })),
  isTransparent: async (pixels) =>
    valueIn<'isTransparent'>(work({ kind: 'isTransparent', pixels })),
});

const failing = (): Promise<never> =>
  Promise.reject(new ScorerFailure('the picture is too large', { isLasting: true }));

/** What reads pixels: the scorer, and one that fails. */
export const pixelReaders = {
  wasm: readerOf(createScorerWork(testWasm)),
  'libvips, where the scorer fails': { thumb: failing, isTransparent: failing },
} as const satisfies Readonly<Record<string, PixelReader>>;
