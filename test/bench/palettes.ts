import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Look } from '../../src/image/search/look.ts';
import { createScorerWork } from '../../src/engine/scorer/work.ts';
import { corpusFiles } from '../support/corpus.ts';
import { testWasm } from '../support/image/wasm.ts';
import { geometricMean, sum } from './compression/statistics.ts';
import { inFolder, run } from './compression/tools.ts';
import { cpuMsOf, ownCpuMs } from './cpu.ts';
import { type MeasuredService, startMeasured, toolsTellTime } from './service.ts';
import { loadSharp } from './sharp.ts';

/** Bytes of a picture's result by the service, and of the smallest palettes of peers that look no worse. */
type Sizes = Readonly<{
  /** The folder, and whether the service made no palette of the picture. */
  group: string;
  ours: number;
  sharp: number | undefined;
  pngquant: number | undefined;
  /** CPU of the service over that of one run of pngquant and one of oxipng. */
  cpuTimes: number;
}>;

const folders = ['cutout', 'transparent', 'screenshot', 'graphic'];

/**
 * Bytes of PNGs over the smallest palettes of sharp and of pngquant with oxipng that look no worse: in the whole, in
 * all places of 128x128 pixels, and in bands, on black and on white. Each has ten qualities, with and without dithering.
 * Pictures of which the service makes no palette have a line of their own. Names of folders, or parts of names, take
 * some pictures of the corpus alone.
 */
export const palettes = async (wanted: readonly string[]): Promise<void> => {
  const files = corpusFiles().filter(
    ({ name }) =>
      name.endsWith('.png') &&
      (wanted.length === 0 ? folders : wanted).some((part) => name.includes(part)),
  );
  if (files.length === 0) throw new Error('The benchmark needs the corpus; set SHRINKD_CORPUS.');
  const service = await startMeasured(toolsTellTime);
  const all: Sizes[] = [];
  try {
    await service.upload(await readFile(files[0]!.path), Buffer.from('to warm up'));
    for (const { name, path } of files) {
      const sizes = await inFolder((folder) => sizesOf(service, name, path, folder));
      if (sizes === undefined) continue;
      all.push(sizes);
      console.log(`palettes: ${name.padEnd(36)} ${lineOf([sizes])}`);
    }
  } finally {
    await service.stop();
  }
  for (const [group, members] of Map.groupBy(all, (one) => one.group)) {
    console.log(`palettes: ${group} (${members.length}): ${lineOf(members)}`);
  }
};

const lineOf = (members: readonly Sizes[]): string => {
  const ratioTo = (peer: 'sharp' | 'pngquant'): string => {
    const known = members.flatMap(({ ours, [peer]: bytes }) => (bytes ? [{ ours, bytes }] : []));
    if (known.length === 0) return `none of ${peer} looks as good`;
    const mean = geometricMean(known.map(({ ours, bytes }) => ours / bytes));
    const ofSum = sum(known.map(({ ours }) => ours)) / sum(known.map(({ bytes }) => bytes));
    return `${mean.toFixed(3)} of ${peer} (sum ${ofSum.toFixed(3)}, ${known.length} count)`;
  };
  const times = geometricMean(members.map(({ cpuTimes }) => cpuTimes)).toFixed(1);
  const bytes = sum(members.map(({ ours }) => ours));
  return `${bytes} bytes, ${ratioTo('sharp')}, ${ratioTo('pngquant')}, CPU ${times} times`;
};

/** Undefined for a picture that is refused, or that the scorer does not read. */
const sizesOf = async (
  service: MeasuredService,
  name: string,
  source: string,
  folder: string,
): Promise<Sizes | undefined> => {
  const cpuAtStart = cpuMsOf(service.pid);
  const upload = await service.upload(await readFile(source));
  const cpuMs = cpuMsOf(service.pid) - cpuAtStart;
  if (upload.status !== 201) return undefined;
  const { winner } = await service.receiptOf(upload);
  const { body } = await service.download(upload.location);
  const lookOfBytes = async (bytes: Buffer): Promise<Look | undefined> => {
    const result = join(folder, 'result.png');
    await writeFile(result, bytes);
    return lookOf(source, result);
  };
  const own = await lookOfBytes(body);
  if (own === undefined) return undefined;
  const isNoWorse = async (bytes: Buffer): Promise<boolean> => {
    const look = await lookOfBytes(bytes);
    return (
      look !== undefined &&
      look.score >= own.score &&
      look.worstPlace >= own.worstPlace &&
      look.banding <= Math.max(own.banding, 1.4)
    );
  };
  const quantised = join(folder, 'quantised.png');
  return {
    group: `${name.split('/')[0]}${winner.startsWith('palette') ? '' : ', without a palette'}`,
    ours: body.length,
    sharp: await smallest(isNoWorse, (quality, dither) =>
      loadSharp()(source).png({ palette: true, quality, dither }).toBuffer(),
    ),
    pngquant: await smallest(
      isNoWorse,
      async (quality, dither) => {
        await quantise(source, quantised, quality, dither === 0 ? '--nofs' : '--floyd=1');
        return readFile(quantised);
      },
      (bytes) => optimised(bytes, quantised),
    ),
    cpuTimes: cpuMs / (await bareCpuMs(source, quantised)),
  };
};

const work = createScorerWork(testWasm);

const lookOf = (reference: string, result: string): Look | undefined => {
  const answer = work({ kind: 'score', reference, result, tiles: undefined, looksForBands: true });
  return answer.kind === 'done' ? (answer.value as Look) : undefined;
};

const qualities = [40, 60, 75, 85, 90, 93, 95, 97, 98, 100];

/** The bytes of the smallest good result, once `finished`: of each kind of dithering the coarsest good one counts. */
const smallest = async (
  isGood: (bytes: Buffer) => Promise<boolean>,
  make: (quality: number, dither: 0 | 1) => Promise<Buffer>,
  finished: (bytes: Buffer) => Promise<Buffer> = (bytes) => Promise.resolve(bytes),
): Promise<number | undefined> => {
  const good: number[] = [];
  for (const dither of [0, 1] as const) {
    const found = await coarsestGood((quality) => make(quality, dither), isGood);
    if (found !== undefined) good.push((await finished(found)).length);
  }
  return good.length === 0 ? undefined : Math.min(...good);
};

/** By bisection, since a finer quality looks better. */
const coarsestGood = async (
  make: (quality: number) => Promise<Buffer>,
  isGood: (bytes: Buffer) => Promise<boolean>,
): Promise<Buffer | undefined> => {
  let found: Buffer | undefined;
  let [from, to] = [0, qualities.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const bytes = await make(qualities[middle]!);
    const good = await isGood(bytes);
    if (good) found = bytes;
    [from, to] = good ? [from, middle] : [middle + 1, to];
  }
  return found;
};

const quantise = (
  source: string,
  output: string,
  quality: number,
  dithering: string,
): Promise<string> =>
  run(
    ...(['pngquant', '--force', '--quality', `0-${quality}`, '--speed', '4', dithering] as const),
    ...['--strip', '--output', output, '--', source],
  );

const optimised = async (bytes: Buffer, path: string): Promise<Buffer> => {
  const output = `${path}.optimised.png`;
  await writeFile(path, bytes);
  await run('oxipng', '--quiet', '--opt', '2', '--strip', 'all', '--out', output, path);
  return readFile(output);
};

const bareCpuMs = async (source: string, output: string): Promise<number> => {
  const cpuAtStart = ownCpuMs();
  await quantise(source, output, 85, '--nofs');
  await optimised(await readFile(output), output);
  return ownCpuMs() - cpuAtStart;
};
