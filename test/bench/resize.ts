import { readFile } from 'node:fs/promises';
import { corpusPath } from '../support/corpus.ts';
import { createCpuGroup } from './cpu-group.ts';
import { median } from './median.ts';
import { type MeasuredService, startMeasured } from './service.ts';
import { startSharp } from './sharp-service.ts';
import { type Version, versionsOf } from './versions.ts';

const rounds = 7;

/** A JPEG of the corpus, the width it is brought to, and how many times sharp's CPU is hoped for. */
type Case = Readonly<{ name: string; width: number; target: number }>;

const photo = 'photo/sharp-blacksmith.jpg';

const modes: readonly Readonly<{
  mode: string;
  flags: readonly string[];
  cases: readonly Case[];
}>[] = [
  {
    mode: 'fixed',
    flags: ['--quality-mode', 'fixed'],
    cases: [
      { name: photo, width: 600, target: 1.4 },
      { name: photo, width: 150, target: 1.8 },
      { name: 'graphic/tv-card.jpg', width: 150, target: 1.8 },
    ],
  },
  { mode: 'adaptive', flags: [], cases: [{ name: photo, width: 600, target: 2.2 }] },
];

/** Milliseconds on the clock and of CPU, of all processes of a server. */
type Cost = Readonly<{ wallMs: number; cpuMs: number }>;

/** A server that brings one picture to a width. */
type Party = Readonly<{
  name: string;
  costOf: (width: number) => Promise<Cost>;
}>;

/**
 * A resize by the service, request to answer, in turns with sharp (mozjpeg, quality 80) behind the same kind
 * of server, and with `--against PROJECT` with another checkout's service. Each round asks for another
 * width, so that none is answered from the cache. With fixed settings, as sharp has them, and with those
 * that are chosen per image.
 */
export const resize = async (options: readonly string[]): Promise<void> => {
  const versions = versionsOf(options);
  for (const { mode, flags, cases } of modes) await resizeWith(versions, mode, flags, cases);
};

const resizeWith = async (
  versions: readonly Version[],
  mode: string,
  flags: readonly string[],
  cases: readonly Case[],
): Promise<void> => {
  const services = await Promise.all(
    versions.map((version) => startMeasured([...flags, ...version.flags], version.project)),
  );
  const sharp = await startSharp(services[0]!);
  const groups = [...services, sharp].map(({ pid }) => createCpuGroup(pid, pid.toString()));
  for (const each of cases) {
    const path = corpusPath(each.name);
    const scalings = [
      ...(await Promise.all(services.map((service) => scalingOf(service, path)))),
      (width: number) => sharp.resize(path, width),
    ];
    const names = [...versions.map(({ name }) => name), 'sharp'];
    const parties = names.map((name, index) => ({
      name,
      costOf: (width: number) => costOf(() => scalings[index]!(width), groups[index]!.cpuMs),
    }));
    report(mode, each, await costsOf(parties, each));
  }
  for (const { stop } of [...services, sharp]) await stop();
  for (const { remove } of groups) remove();
};

/** Uploads a picture, and gives what scales it. */
const scalingOf = async ({ upload, operate }: MeasuredService, path: string) => {
  const { location } = await upload(await readFile(path));
  return (width: number) => operate(location, { resize: { method: 'scale', width } });
};

const costOf = async (work: () => Promise<unknown>, cpuMs: () => number): Promise<Cost> => {
  const [startedAt, cpuAtStart] = [performance.now(), cpuMs()];
  await work();
  return { wallMs: performance.now() - startedAt, cpuMs: cpuMs() - cpuAtStart };
};

/** The medians of each party, by its name. */
const costsOf = async (
  parties: readonly Party[],
  { width }: Case,
): Promise<ReadonlyMap<string, Cost>> => {
  const costs = new Map(parties.map(({ name }) => [name, [] as Cost[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const party of parties) {
      const cost = await party.costOf(width - round);
      // In the first round all load what they need.
      if (round > 0) costs.get(party.name)?.push(cost);
    }
  }
  return new Map([...costs].map(([name, all]) => [name, medianCost(all)]));
};

const medianCost = (costs: readonly Cost[]): Cost => ({
  wallMs: median(costs.map(({ wallMs }) => wallMs)),
  cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
});

const report = (
  mode: string,
  { name, width, target }: Case,
  costs: ReadonlyMap<string, Cost>,
): void => {
  const shown = [...costs].map(
    ([party, { wallMs, cpuMs }]) => `${party} ${wallMs.toFixed(0)} ms (CPU ${cpuMs.toFixed(0)})`,
  );
  const own = costs.get('service')!;
  const ratios = [...costs]
    .filter(([party]) => party !== 'service')
    .map(
      ([party, { wallMs, cpuMs }]) =>
        `${(own.wallMs / wallMs).toFixed(2)} times the time and ${(own.cpuMs / cpuMs).toFixed(2)} times the CPU of ${party}`,
    );
  console.log(
    `resize: ${mode}, ${name} to ${width}: ${shown.join(', ')}; ${ratios.join(', ')} (target: ${target} times the CPU of sharp)`,
  );
};
