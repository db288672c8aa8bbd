import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pixmapBytes } from '../../../src/image/pixmap.ts';
import type { Receipt } from '../../../src/image/search/receipt.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { cpuMsOf, ownCpuMs } from '../cpu.ts';
import { type MeasuredService, startMeasured, toolsTellTime } from '../service.ts';
import { digestOf, remembered } from './cache.ts';
import type { Files, Maker } from './makers.ts';
import { type ReferenceScore, ssimulacra2 } from './ssimulacra2.ts';
import { sourcePicture, type Task } from './tasks.ts';
import { decoded, inFolder, writePng } from './tools.ts';

/** One cell: what a maker made of a picture, its score, and the CPU time that it took. */
export type Result = Readonly<{ bytes: Buffer; score: number; cpuMs: number }>;

/** A task with its results by the names of their makers; some makers make nothing of its type. */
export type Measured = Readonly<{
  task: Task;
  megapixels: number;
  results: ReadonlyMap<string, Result>;
  /** Of peers at further qualities, by which their bytes at equal scores are known. */
  rungs: ReadonlyMap<string, Result>;
  /** How the service's result came to be. */
  receipt: Receipt;
  /** The service leaves its own result as it is. */
  isStable: boolean;
}>;

/** The service's column. */
export const ours = 'shrinkd';

/**
 * Runs all tasks through the service as it starts with `flags`, and through the peers. One after the
 * other, so that CPU times compare. What peers made is remembered; the service is always measured.
 */
export const measureAll = async (
  tasks: readonly Task[],
  { peers, rungs = [] }: Readonly<{ peers: readonly Maker[]; rungs?: readonly Maker[] }>,
  flags: readonly string[] = [],
): Promise<readonly Measured[]> => {
  const reference = await ssimulacra2();
  const service = await startMeasured([...toolsTellTime, ...flags]);
  try {
    await warmUp(service, tasks);
    const measured: Measured[] = [];
    for (const [index, task] of tasks.entries()) {
      process.stderr.write(`\rcompression: ${index + 1} of ${tasks.length}, ${task.name}\x1b[K`);
      measured.push(
        await inFolder((folder) => measure(task, folder, { service, peers, rungs, reference })),
      );
    }
    process.stderr.write('\n');
    return measured;
  } finally {
    await service.stop();
  }
};

/** The first upload starts processes that stay. Bytes behind an image's end make it another source. */
const warmUp = async (service: MeasuredService, tasks: readonly Task[]): Promise<void> => {
  for (const { bytes } of tasks.slice(0, 1)) await service.upload(bytes, randomBytes(8));
};

type Tools = Readonly<{
  service: MeasuredService;
  peers: readonly Maker[];
  rungs: readonly Maker[];
  reference: ReferenceScore;
}>;

const measure = async (
  task: Task,
  folder: string,
  { service, peers, rungs, reference }: Tools,
): Promise<Measured> => {
  const source = await sourcePicture(task, folder);
  const scored = async ({ bytes, cpuMs }: Made): Promise<Result> => {
    const path = join(folder, 'result');
    await writeFile(path, bytes);
    return { bytes, cpuMs, score: await reference(source, await decoded(path)) };
  };
  const made = await madeByService(service, task);
  const own = await scored(made);
  const madeBy = async (
    makers: readonly Maker[],
  ): Promise<readonly (readonly [string, Result])[]> => {
    const results: (readonly [string, Result])[] = [];
    for (const maker of makers) {
      const encode = maker.encoders[task.to];
      if (encode === undefined) continue;
      const make = async () => {
        const files = await filesFor(task, source, folder);
        return scored(await timed(() => encode(files)));
      };
      results.push([maker.name, await rememberedResult(task, maker, make)]);
    }
    return results;
  };
  return {
    task,
    megapixels: (source.width * source.height) / 1e6,
    results: new Map([[ours, own], ...(await madeBy(peers))]),
    rungs: new Map(await madeBy(rungs)),
    receipt: made.receipt,
    isStable: (await compressed(service, made.bytes)).equals(made.bytes),
  };
};

type Made = Omit<Result, 'score'>;

/** Uploads the picture and fetches its result, or asks for another type; the CPU time is that of all its processes. */
const madeByService = async (
  service: MeasuredService,
  task: Task,
): Promise<Made & Readonly<{ receipt: Receipt }>> => {
  const cpuAtStart = cpuMsOf(service.pid);
  const upload = await service.upload(task.bytes);
  const { status, location, body } = upload;
  if (status !== 201) throw new Error(`${task.name}: ${status} ${body.toString()}`);
  const cpuAfterUpload = cpuMsOf(service.pid);
  const isSame = task.from === task.to;
  const answer = isSame
    ? await service.download(location)
    : await service.operate(location, { convert: { type: task.to } });
  if (answer.status !== 200) throw new Error(`${task.name}: ${answer.status}`);
  const cpuMs = isSame ? cpuAfterUpload - cpuAtStart : cpuMsOf(service.pid) - cpuAfterUpload;
  const receipt = await service.receiptOf(isSame ? upload : answer);
  return { bytes: answer.body, cpuMs, receipt };
};

const compressed = async (service: MeasuredService, bytes: Buffer): Promise<Buffer> => {
  const { location } = await service.upload(bytes);
  return (await service.download(location)).body;
};

const timed = async (work: () => Promise<Buffer>): Promise<Made> => {
  const cpuAtStart = ownCpuMs();
  const bytes = await work();
  return { bytes, cpuMs: ownCpuMs() - cpuAtStart };
};

const peerVersions = readFileSync(new URL('../peers/package-lock.json', import.meta.url));

/** A peer's result from the last run with the same version of it. Bytes are kept as base64. */
const rememberedResult = async (
  task: Task,
  peer: Maker,
  work: () => Promise<Result>,
): Promise<Result> => {
  const digest = digestOf('peer', peerVersions, peer.name, task.to, task.bytes);
  const { bytes, ...rest } = await remembered(digest, async () => {
    const result = await work();
    return { ...result, bytes: result.bytes.toString('base64') };
  });
  return { ...rest, bytes: Buffer.from(bytes, 'base64') };
};

const filesFor = async (task: Task, source: Raster, folder: string): Promise<Files> => {
  const png = join(folder, 'pixels.png');
  const ppm = join(folder, 'pixels.ppm');
  await writePng(source, png);
  await writeFile(ppm, pixmapBytes(withoutAlpha(source)));
  return { source: task.path, png, ppm, output: join(folder, 'output') };
};

const withoutAlpha = ({ width, height, bands, data }: Raster): Raster =>
  bands === 4
    ? { width, height, bands: 3, data: data.filter((_, index) => index % 4 < 3) }
    : { width, height, bands, data };
