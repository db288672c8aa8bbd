import { mkdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { decoderArgv } from '../../src/image/decoder.ts';
import {
  argvOf,
  commandOf,
  type Encoder,
  planesType,
  readsPlanes,
} from '../../src/image/encoder.ts';
import { pngType } from '../../src/image/plan.ts';
import { planesOf } from '../../src/image/planes/planes.ts';
import { testWasm } from '../support/image/wasm.ts';
import { corpusFiles } from '../support/corpus.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import { pixelsOf, vips, type Pixels } from '../support/image/pictures.ts';
import { ssimulacra2, type ReferenceScore } from './compression/ssimulacra2.ts';
import { geometricMean } from './compression/statistics.ts';
import { inFolder, run } from './compression/tools.ts';
import { ownCpuMs } from './cpu.ts';

/** Long side of the pictures, in pixels. */
const side = 1200;
const targets = [75, 80, 85];

type Ladder = Readonly<{ name: string; encoder: Encoder; qualities: readonly number[] }>;

/** Bytes and score at each quality, and the CPU time of one encoding. */
type Measured = Readonly<{ steps: readonly Step[]; cpuMs: number }>;
type Step = Readonly<{ bytes: number; score: number }>;

/** Bytes of AVIF over those of WebP at equal SSIMULACRA2, and CPU time, over the photographs of the corpus. */
export const avif = async (): Promise<void> => {
  const { cwebp } = adaptiveConfig.encoders;
  const best = loadConfig({ flags: { 'quality-effort': 'best' }, environment: {} }).config;
  const { avifenc } = best.encoders;
  if (cwebp === undefined || avifenc === undefined) throw new Error('an encoder is not configured');
  const ladders: readonly Ladder[] = [
    { name: 'WebP', encoder: cwebp, qualities: [65, 78, 88, 95] },
    ...Object.entries(avifenc.effort).map(([name, own]) => ({
      name: `AVIF, ${name}`,
      encoder: { ...avifenc, effort: { balanced: own } },
      qualities: [42, 32, 25, 18, 12],
    })),
  ];
  // What WebP has lost already, it encodes again for less.
  const photos = corpusFiles().filter(({ name }) => /^photo\/.*\.(jpg|png)$/.test(name));
  const score = await ssimulacra2();
  const rows: (readonly Measured[])[] = [];
  for (const { path } of photos) {
    const row = await inFolder((folder) => measuredIn(folder, path, ladders, score));
    rows.push(row);
    console.log(
      `${basename(path)}: ${ladders
        .slice(1)
        .map((_, at) => ratio(row, at + 1, 80))
        .join(', ')}`,
    );
  }
  for (const [index, { name }] of ladders.entries()) {
    const sizes = targets.map(
      (target) => `${target}: ${mean(rows.map((row) => ratio(row, index, target)))}`,
    );
    const cpu = mean(rows.map((row) => row[index]!.cpuMs / row[0]!.cpuMs));
    console.log(`${name}: bytes at a score of ${sizes.join(', ')}; CPU ${cpu}`);
  }
};

const measuredIn = async (
  folder: string,
  path: string,
  ladders: readonly Ladder[],
  score: ReferenceScore,
): Promise<readonly Measured[]> => {
  await mkdir(folder, { recursive: true });
  const input = join(folder, 'source.png');
  await vips('thumbnail', path, `${input}[compression=0,strip]`, `${side}`, '--size=down');
  const source = rasterOf(await pixelsOf(input));
  const { width, height } = source;
  const planes = join(folder, 'source.yuv');
  await writeFile(planes, planesOf(testWasm(), source));
  const measured: Measured[] = [];
  for (const { encoder, qualities } of ladders) {
    const steps: Step[] = [];
    let cpuMs = 0;
    for (const quality of qualities) {
      const output = join(folder, `result.${basename(encoder.produces)}`);
      const isPlanes = readsPlanes(encoder);
      const [program = '', ...args] = argvOf(
        encoder,
        { input: isPlanes ? planes : input, output, qtables: '', width, height },
        { value: quality, variant: undefined },
        commandOf(encoder, isPlanes ? { from: planesType } : {}),
      );
      const before = ownCpuMs();
      await run(program, ...args);
      cpuMs += (ownCpuMs() - before) / qualities.length;
      const { size: bytes } = await stat(output);
      const result = rasterOf(await pixelsIn(output, encoder.produces, folder));
      steps.push({ bytes, score: await score(source, result) });
    }
    measured.push({ steps, cpuMs });
  }
  return measured;
};

const pixelsIn = async (path: string, mediaType: string, folder: string): Promise<Pixels> => {
  const decoder = adaptiveConfig.decoders[mediaType];
  if (decoder?.writes !== pngType) return pixelsOf(path);
  const output = join(folder, 'decoded.png');
  const [program = '', ...args] = decoderArgv(decoder, { input: path, output });
  await run(program, ...args);
  return pixelsOf(output);
};

const rasterOf = ({ bands, ...pixels }: Pixels) => {
  if (bands !== 3 && bands !== 4) throw new Error(`the picture has ${bands} bands`);
  return { bands, ...pixels } as const;
};

/** Bytes of one ladder over those of the first at a score; undefined where a ladder does not reach it. */
const ratio = (row: readonly Measured[], index: number, target: number): number | undefined => {
  const [own, first] = [bytesAt(row[index]!.steps, target), bytesAt(row[0]!.steps, target)];
  return own === undefined || first === undefined ? undefined : Number((own / first).toFixed(3));
};

/** On the line between the nearest steps, bytes on a logarithmic scale. */
const bytesAt = (steps: readonly Step[], target: number): number | undefined => {
  const next = steps.findIndex(({ score }) => score >= target);
  const [below, above] = [steps[next - 1], steps[next]];
  if (below === undefined || above === undefined) return undefined;
  const share = (target - below.score) / (above.score - below.score);
  return Math.exp((1 - share) * Math.log(below.bytes) + share * Math.log(above.bytes));
};

const mean = (values: readonly (number | undefined)[]): string =>
  geometricMean(values.filter((value) => value !== undefined)).toFixed(3);
