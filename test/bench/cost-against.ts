import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { corpusPath } from '../support/corpus.ts';
import { createCpuGroup } from './cpu-group.ts';
import { median } from './median.ts';
import { salted } from './salted.ts';
import { type Answer, startMeasured } from './service.ts';

/** What is asked for of a picture of the corpus: its upload, or one operation on it. */
type Work = Readonly<{ name: string; picture: string; operation?: object }>;

const uploads: readonly string[] = [
  'photo/phone-12mp.jpg',
  'photo/sharp-blacksmith.jpg',
  'photo/cam-garden.jpg',
  'product/bottle.jpg',
  'photo/web-beach.jpg',
  'photo/web-eco.jpg',
  'graphic/tv-card.jpg',
  'graphic/artwork-icon.jpg',
  'screenshot/checkout.png',
  'screenshot/admin-orders.png',
  'transparent/mug.png',
  'transparent/emoji-sun.png',
  'graphic/sale-20.png',
  'photo/kodim05.png',
  'photo/espresso.webp',
  'photo/tree.webp',
];

const anyType = { convert: { type: '*/*' } };

const operations: readonly Work[] = [
  { name: 'photo/clic-pepper.png', picture: 'photo/clic-pepper.png' },
  { name: '*/* product/bottle.jpg', picture: 'product/bottle.jpg', operation: anyType },
  {
    name: '*/* screenshot/admin-orders.png',
    picture: 'screenshot/admin-orders.png',
    operation: anyType,
  },
  {
    name: 'to WebP photo/kodim05.png',
    picture: 'photo/kodim05.png',
    operation: { convert: { type: 'image/webp' } },
  },
  {
    name: 'to 600 photo/sharp-blacksmith.jpg',
    picture: 'photo/sharp-blacksmith.jpg',
    operation: { resize: { method: 'scale', width: 600 } },
  },
  {
    name: 'to 150 photo/sharp-blacksmith.jpg',
    picture: 'photo/sharp-blacksmith.jpg',
    operation: { resize: { method: 'scale', width: 150 } },
  },
];

/** Of one request. */
type Cost = Readonly<{ cpuMs: number; wallMs: number; bytes: number }>;

/** One service whose requests are measured. */
type Side = Readonly<{
  costOf: (work: Work, salt: number) => Promise<Cost>;
  stop: () => Promise<void>;
}>;

type Against = Readonly<{
  /** Folder of the project to compare with. */
  against: string;
  /** Requests of each kind; medians count. */
  rounds: number;
  /** Part of the names of what is measured. */
  only: string;
  /** Flags of this project's service. */
  flags: readonly string[];
}>;

/**
 * CPU of all processes, time and bytes of uploads and operations over those of another checkout, in turns,
 * each on an idle service with its default settings.
 */
export const costAgainst = async ({ against, rounds, only, flags }: Against): Promise<void> => {
  const sides = [await startSide('new', flags), await startSide('old', [], against)] as const;
  try {
    const works = [...uploads.map((name) => ({ name, picture: name })), ...operations];
    const pairs: (readonly [Cost, Cost])[] = [];
    for (const work of works.filter(({ name }) => name.includes(only))) {
      const pair = await pairOf(sides, work, rounds);
      console.log(`cost: ${work.name.padEnd(36)} ${lineOf(pair)}`);
      if (uploads.includes(work.name)) pairs.push(pair);
    }
    if (pairs.length > 1) reportAll(pairs);
  } finally {
    for (const side of sides) await side.stop();
  }
};

const startSide = async (
  name: string,
  flags: readonly string[],
  project?: string,
): Promise<Side> => {
  const service = await startMeasured(flags, project);
  const group = createCpuGroup(service.pid, name);
  const costOf: Side['costOf'] = async ({ picture, operation }, salt) => {
    const path = corpusPath(picture);
    const source = salted(await readFile(path), salt);
    if (operation === undefined) {
      return measured(
        () => service.upload(source),
        ({ body }) => sizeIn(body),
      );
    }
    const { location } = await service.upload(source);
    return measured(
      () => service.operate(location, operation),
      ({ body }) => body.length,
    );
  };
  const measured = async (
    request: () => Promise<Answer>,
    bytesOf: (answer: Answer) => number,
  ): Promise<Cost> => {
    await delay(settleMs);
    const [startedAt, cpuAtStart] = [performance.now(), group.cpuMs()];
    const answer = await request();
    const wallMs = performance.now() - startedAt;
    await delay(settleMs);
    if (answer.status > 201) throw new Error(`a request was answered ${answer.status}`);
    return { cpuMs: group.cpuMs() - cpuAtStart, wallMs, bytes: bytesOf(answer) };
  };
  const stop = async (): Promise<void> => {
    await service.stop();
    group.remove();
  };
  // What a service loads on its first requests is no part of the others.
  for (const picture of warming) await costOf({ name: picture, picture }, 0);
  return { costOf, stop };
};

const warming = [
  'photo/web-eco.jpg',
  'graphic/sale-20.png',
  'photo/tree.webp',
  'photo/web-eco.jpg',
];

/** In which a service does what it leaves for after an answer. */
const settleMs = 60;

const sizeIn = (body: Buffer): number =>
  (JSON.parse(body.toString()) as { output: { size: number } }).output.size;

const pairOf = async (
  [ours, theirs]: readonly [Side, Side],
  work: Work,
  rounds: number,
): Promise<readonly [Cost, Cost]> => {
  const costs: readonly [Cost[], Cost[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    costs[0].push(await ours.costOf(work, round));
    costs[1].push(await theirs.costOf(work, round));
  }
  return [medianCost(costs[0]), medianCost(costs[1])];
};

const medianCost = (costs: readonly Cost[]): Cost => ({
  cpuMs: median(costs.map(({ cpuMs }) => cpuMs)),
  wallMs: median(costs.map(({ wallMs }) => wallMs)),
  bytes: median(costs.map(({ bytes }) => bytes)),
});

const lineOf = ([ours, theirs]: readonly [Cost, Cost]): string => {
  const ratio = (field: keyof Cost): string => (ours[field] / theirs[field]).toFixed(3);
  const times = `${ours.cpuMs.toFixed(0).padStart(6)} for ${theirs.cpuMs.toFixed(0).padStart(6)} ms`;
  const sizes = `${ours.bytes} for ${theirs.bytes}`;
  return `CPU ${ratio('cpuMs')} (${times}), time ${ratio('wallMs')}, bytes ${ratio('bytes')} (${sizes})`;
};

const reportAll = (pairs: readonly (readonly [Cost, Cost])[]): void => {
  const mean = (field: keyof Cost): string => {
    const logs = pairs.map(([ours, theirs]) => Math.log(ours[field] / theirs[field]));
    return Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length).toFixed(3);
  };
  const total = (side: 0 | 1, field: keyof Cost): number =>
    pairs.reduce((sum, pair) => sum + pair[side][field], 0);
  const sums = (field: keyof Cost): string => (total(0, field) / total(1, field)).toFixed(3);
  console.log(
    `cost: ${pairs.length} uploads, geometric mean: CPU ${mean('cpuMs')}, time ${mean('wallMs')}, bytes ${mean('bytes')}; of the sums: CPU ${sums('cpuMs')}, time ${sums('wallMs')}, bytes ${sums('bytes')}`,
  );
};
