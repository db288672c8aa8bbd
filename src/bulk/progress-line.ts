import { bytesText, durationText, filesOf, type Totals } from './totals.ts';

export type ProgressState = Readonly<{
  totals: Totals;
  /** Files in all; undefined until they are counted. */
  files: number | undefined;
  /** Since the first file was begun. */
  seconds: number;
}>;

/** Files, bytes saved, rate and time left on one line. */
export const progressLine = ({ totals, files, seconds }: ProgressState): string => {
  const seen = filesOf(totals);
  const { done, before, after } = totals;
  // Files of an earlier run take no time.
  const worked = seen - done;
  const rate = seconds > 0 ? worked / seconds : 0;
  const left = files !== undefined && rate > 0 ? Math.max(0, files - seen) / rate : undefined;
  return [
    `${seen}${files === undefined ? '' : ` of ${files}`} files`,
    `${bytesText(before - after)} saved`,
    `${Number(rate.toPrecision(2))} a second`,
    ...(left === undefined ? [] : [`${durationText(left)} left`]),
  ].join(', ');
};
