import { bytesText } from '../totals.ts';
import type { ClassRow } from './comparison.ts';

export const tableHead: readonly string[] = [
  ...['class', 'files', 'bytes', 'score', 'worst place', 'lowest place', 'CPU', 'failed'],
];

/** The cells of a row, old before new. */
export const cellsOf = ({ name, files, old, new: other }: ClassRow): readonly string[] => [
  name,
  String(files),
  `${bytesText(old.bytes)}, ${bytesText(other.bytes)}${ratioText(old.bytes, other.bytes)}`,
  `${scoreText(old.score)}, ${scoreText(other.score)}`,
  `${scoreText(old.worstPlace)}, ${scoreText(other.worstPlace)}`,
  `${scoreText(old.lowestPlace)}, ${scoreText(other.lowestPlace)}`,
  `${old.cpuSeconds.toFixed(1)} s, ${other.cpuSeconds.toFixed(1)} s${ratioText(old.cpuSeconds, other.cpuSeconds)}`,
  `${old.failed}, ${other.failed}`,
];

const ratioText = (old: number, other: number): string =>
  old === 0 ? '' : ` (${(other / old).toFixed(3)})`;

const scoreText = (score: number | null): string => (score === null ? 'none' : score.toFixed(1));
