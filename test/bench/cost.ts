import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { corpusFiles } from '../support/corpus.ts';
import { costAgainst } from './cost-against.ts';
import { cpuMsOf } from './cpu.ts';
import { median } from './median.ts';
import { likeBareCommands, type MeasuredService, startMeasured, toolsTellTime } from './service.ts';

/** What is asked for, of which pictures, and how many times the CPU of fixed settings it may take. */
type Kind = Readonly<{ title: string; pictures: RegExp; type?: string; target: number }>;

const kinds: readonly Kind[] = [
  { title: 'JPEG', pictures: /^(photo|product)\/.*\.jpg$/, target: 2.5 },
  { title: 'WebP', pictures: /^(photo|product)\/.*\.webp$/, target: 2.5 },
  { title: 'photo PNG', pictures: /^photo\/.*\.png$/, target: 4 },
  { title: 'screenshot PNG', pictures: /^screenshot\/.*\.png$/, target: 4 },
  { title: 'transparent PNG', pictures: /^transparent\/.*\.png$/, target: 4 },
  { title: 'PNG to WebP', pictures: /^photo\/.*\.png$/, type: 'image/webp', target: 2.5 },
  { title: 'PNG to JPEG', pictures: /^photo\/.*\.png$/, type: 'image/jpeg', target: 2.5 },
];

type Cost = Readonly<{ cpuMs: number; wallMs: number }>;

/**
 * With `--against PROJECT`, what uploads and operations cost over what they cost in another checkout.
 * `--rounds N` makes each N times, `--only TEXT` takes those with TEXT in their names, and what follows
 * `--` are flags of this checkout's service. Without it, what settings that are chosen per image cost over
 * fixed ones.
 */
export const cost = async (args: readonly string[]): Promise<void> => {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { against, rounds, only } = values;
  if (against === undefined) return costOverFixed();
  await costAgainst({ against, rounds: Number(rounds), only, flags: positionals });
};

const options = {
  against: { type: 'string' },
  rounds: { type: 'string', default: '3' },
  only: { type: 'string', default: '' },
} as const;

/**
 * CPU and time of settings that are chosen per image over those of fixed ones, picture by picture, on an
 * idle service. The server's part and the measuring count on both sides.
 */
const costOverFixed = async (): Promise<void> => {
  const adaptive = await startMeasured(toolsTellTime);
  const fixed = await startMeasured(likeBareCommands);
  for (const kind of kinds) {
    const files = corpusFiles().filter(({ name }) => kind.pictures.test(name));
    if (files.length === 0) throw new Error('The benchmarks need the corpus; set SHRINKD_CORPUS.');
    const pairs: (readonly [Cost, Cost])[] = [];
    for (const { path } of files) {
      const bytes = await readFile(path);
      pairs.push([await costOf(adaptive, bytes, kind), await costOf(fixed, bytes, kind)]);
    }
    report(kind, pairs);
  }
  await adaptive.stop();
  await fixed.stop();
};

const report = ({ title, target }: Kind, pairs: readonly (readonly [Cost, Cost])[]): void => {
  const total = (side: 0 | 1, field: keyof Cost): number =>
    pairs.reduce((sum, pair) => sum + pair[side][field], 0);
  const ratio = (field: keyof Cost): string => (total(0, field) / total(1, field)).toFixed(2);
  const each = pairs.map(([chosen, given]) => chosen.cpuMs / given.cpuMs);
  console.log(
    `cost: ${title} (${pairs.length}): CPU ${ratio('cpuMs')} times that of fixed settings in all, ${median(each).toFixed(2)} in the median, ${Math.max(...each).toFixed(2)} at most (target ${target}); time ${ratio('wallMs')}`,
  );
};

/** Of the upload; where another type is asked for, of the operation alone. */
const costOf = async (service: MeasuredService, bytes: Buffer, { type }: Kind): Promise<Cost> => {
  let [startedAt, cpuAtStart] = [performance.now(), cpuMsOf(service.pid)];
  const { status, location } = await service.upload(bytes);
  if (status !== 201) throw new Error(`an upload was answered ${status}`);
  if (type !== undefined) {
    [startedAt, cpuAtStart] = [performance.now(), cpuMsOf(service.pid)];
    await service.operate(location, { convert: { type } });
  }
  return { cpuMs: cpuMsOf(service.pid) - cpuAtStart, wallMs: performance.now() - startedAt };
};
