import { type Measured, ours, type Result } from './measure.ts';
import { geometricMean, mean, sum } from './statistics.ts';
import type { Task } from './tasks.ts';

/** What one maker made of a group of pictures. */
export type Cell = Readonly<{
  maker: string;
  pictures: number;
  /** Geometric mean of bytes over the source's; all bytes over all sources'. */
  ratio: number;
  total: number;
  score: number;
  worst: number;
  /** Results under the floor of their group. */
  underFloor: number;
  cpuSecondsPerMegapixel: number;
}>;

/** Pictures of one folder, type and target: what the service made of them, and its peers. */
export type Group = Readonly<{ name: string; ours: Cell; peers: readonly Cell[] }>;

/** The score that no result of a group should be under, where the source allows it. */
const floorOf = ({ group, to }: Task): number => {
  if (to === 'image/jpeg') return 74;
  if (to === 'image/webp' || to === 'image/avif') return 75;
  if (group.startsWith('transparent')) return 80;
  return group.startsWith('screenshot') ? 71 : 60;
};

export const groupsOf = (measured: readonly Measured[]): readonly Group[] =>
  [...Map.groupBy(measured, ({ task }) => task.group)].map(([name, members]) => {
    const makers = new Set(members.flatMap(({ results }) => [...results.keys()]));
    makers.delete(ours);
    return {
      name,
      ours: cellOf(ours, members),
      peers: [...makers].map((maker) => cellOf(maker, members)),
    };
  });

const cellOf = (maker: string, members: readonly Measured[]): Cell => {
  const made = members.flatMap(({ task, megapixels, results }) => {
    const result = results.get(maker);
    return result === undefined ? [] : [{ task, megapixels, ...result }];
  });
  const sizes = made.map(({ bytes }) => bytes.length);
  const sources = made.map(({ task }) => task.bytes.length);
  const scores = made.map(({ score }) => score);
  return {
    maker,
    pictures: made.length,
    ratio: geometricMean(sizes.map((size, at) => size / (sources[at] ?? 0))),
    total: sum(sizes) / sum(sources),
    score: mean(scores),
    worst: Math.min(...scores),
    underFloor: made.filter(({ task, score }) => score < floorOf(task)).length,
    cpuSecondsPerMegapixel:
      sum(made.map(({ cpuMs }) => cpuMs)) / 1000 / sum(made.map(({ megapixels }) => megapixels)),
  };
};

/** Whether the peer needs fewer bytes for no less look. */
const isLost = (own: Cell, peer: Cell): boolean =>
  peer.ratio < own.ratio && peer.score >= own.score;

/** A picture on which a peer's result is smaller and scores no less. */
type Loss = Readonly<{ task: Task; own: Result; peer: string; better: Result }>;

/** The lost pictures, each with the peer that is smallest on it. */
export const lossesOf = (measured: readonly Measured[]): readonly Loss[] =>
  measured.flatMap(({ task, results }) => {
    const own = results.get(ours);
    if (own === undefined) return [];
    const [first] = [...results]
      .filter(([, result]) => result.bytes.length < own.bytes.length && result.score >= own.score)
      .toSorted(([, one], [, other]) => one.bytes.length - other.bytes.length);
    return first === undefined ? [] : [{ task, own, peer: first[0], better: first[1] }];
  });

/** The table in Markdown, one row for each maker of each group; `lost` marks where a peer is ahead. */
export const tableOf = (groups: readonly Group[]): string => {
  const rows = groups.flatMap(({ name, ours: own, peers }) => [
    rowOf(`${name} (${own.pictures})`, own, own),
    ...peers.map((peer) => rowOf('', own, peer)),
  ]);
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
};

const head = [
  'pictures',
  'by',
  'bytes',
  'total',
  'ours to it',
  's2 mean',
  's2 worst',
  'under floor',
  'CPU s/MP',
  '',
];

const rowOf = (title: string, own: Cell, cell: Cell): readonly string[] => [
  title,
  cell.maker,
  cell.ratio.toFixed(3),
  cell.total.toFixed(3),
  (own.ratio / cell.ratio).toFixed(3),
  cell.score.toFixed(1),
  cell.worst.toFixed(1),
  String(cell.underFloor),
  cell.cpuSecondsPerMegapixel.toFixed(3),
  isLost(own, cell) ? '**lost**' : '',
];

/** One line for each lost picture. */
export const lossLines = (losses: readonly Loss[]): readonly string[] =>
  losses.map(
    ({ task, own, peer, better }) =>
      `- ${task.name} (${task.group}): ${own.bytes.length} bytes at ${own.score.toFixed(1)}; ${peer} ${better.bytes.length} at ${better.score.toFixed(1)}`,
  );
