import { readFile } from 'node:fs/promises';
import { corpusFiles } from '../support/corpus.ts';
import { cpuMsOf, ownCpuMs } from './cpu.ts';
import { median } from './median.ts';
import { likeBareCommands, startMeasured, toolsTellTime } from './service.ts';
import { loadSharp } from './sharp.ts';

const rounds = 9;

/** A JPEG of the corpus, the width it is brought to, and what is hoped for. */
const cases = [
  { name: 'photo/sharp-blacksmith.jpg', width: 600, target: 'latency and CPU within 1.5 times' },
  { name: 'photo/sharp-blacksmith.jpg', width: 150, target: 'latency and CPU within 1.5 times' },
  { name: 'graphic/tv-card.jpg', width: 150, target: 'below 60 ms' },
];

/** Milliseconds on the clock and of CPU. */
type Cost = Readonly<{ wallMs: number; cpuMs: number }>;

/**
 * A resize by the service, request to answer, against sharp in this process making the same size and
 * type at a like quality, in turns on an idle machine. Each round asks for another width, so that none
 * is answered from the cache. With fixed settings, as sharp has them, and with those that are chosen per
 * image.
 */
export const resize = async (): Promise<void> => {
  await resizeWith('fixed', likeBareCommands);
  await resizeWith('adaptive', toolsTellTime);
};

const resizeWith = async (mode: string, flags: readonly string[]): Promise<void> => {
  const sharp = loadSharp();
  const service = await startMeasured(flags);
  for (const { name, width, target } of cases) {
    const path = corpusFiles().find((file) => file.name === name)?.path;
    if (path === undefined) throw new Error('The benchmarks need the corpus; set SHRINKD_CORPUS.');
    const source = await readFile(path);
    const { location } = await service.upload(source);
    const ours: Cost[] = [];
    const theirs: Cost[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const size = width - round;
      const scaled = { resize: { method: 'scale', width: size } };
      const own = await costOf(
        () => service.operate(location, scaled),
        () => cpuMsOf(service.pid),
      );
      const peer = await costOf(
        () => sharp(source).resize(size).jpeg({ mozjpeg: true, quality: 80 }).toBuffer(),
        ownCpuMs,
      );
      // The first round loads what both need.
      if (round > 0) {
        ours.push(own);
        theirs.push(peer);
      }
    }
    report(`${mode}, ${name}`, width, ours, theirs, target);
  }
  await service.stop();
};

const report = (
  name: string,
  width: number,
  ours: readonly Cost[],
  theirs: readonly Cost[],
  target: string,
): void => {
  const medianOf = (costs: readonly Cost[], field: keyof Cost): number =>
    median(costs.map((cost) => cost[field]));
  const [wall, cpu] = [medianOf(ours, 'wallMs'), medianOf(ours, 'cpuMs')];
  const [peerWall, peerCpu] = [medianOf(theirs, 'wallMs'), medianOf(theirs, 'cpuMs')];
  console.log(
    `resize: ${name} to ${width}: service ${wall.toFixed(0)} ms (CPU ${cpu.toFixed(0)}), sharp ${peerWall.toFixed(0)} ms (CPU ${peerCpu.toFixed(0)}); ratios ${(wall / peerWall).toFixed(2)} and ${(cpu / peerCpu).toFixed(2)} (target: ${target})`,
  );
};

const costOf = async (work: () => Promise<unknown>, cpuMs: () => number): Promise<Cost> => {
  const [startedAt, cpuAtStart] = [performance.now(), cpuMs()];
  await work();
  return { wallMs: performance.now() - startedAt, cpuMs: cpuMs() - cpuAtStart };
};
