import type { Outcome } from './outcome.ts';

/** Sums over files. Each file is in one of the four counts. */
export type Totals = Readonly<{
  compressed: number;
  done: number;
  left: number;
  failed: number;
  /** Bytes of the files compressed in this run, before and after. */
  before: number;
  after: number;
}>;

export const noTotals: Totals = { compressed: 0, done: 0, left: 0, failed: 0, before: 0, after: 0 };

export const withOutcome = (totals: Totals, { happened, before, after }: Outcome): Totals => ({
  ...totals,
  [happened]: totals[happened] + 1,
  ...(happened === 'compressed' && {
    before: totals.before + before,
    after: totals.after + after,
  }),
});

export const filesOf = ({ compressed, done, left, failed }: Totals): number =>
  compressed + done + left + failed;

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Three digits of the largest unit that gives 1 or more. 1 kB is 1000 bytes. */
export const bytesText = (bytes: number): string => {
  const power = Math.min(
    Math.floor(Math.log10(Math.max(Math.abs(bytes), 1)) / 3),
    units.length - 1,
  );
  return `${Number((bytes / 1000 ** power).toPrecision(3))} ${units[power]}`;
};

/** `2 h 5 min`, `3 min 20 s`, `41 s`. */
export const durationText = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
};

/** `64 %`; nothing lost is `0 %`. */
export const percentText = (share: number): string => `${Number((share * 100).toFixed(1))} %`;

export type Noun = 'file' | 'object';

/** `1 file`, `2 files`. */
export const counted = (number: number, noun: Noun): string =>
  `${number} ${noun}${number === 1 ? '' : 's'}`;

/** The sums as a sentence. */
export const totalsText = (totals: Totals, noun: Noun = 'file'): string => {
  const { compressed, done, left, failed, before, after } = totals;
  const saved = before === 0 ? 0 : (before - after) / before;
  const parts = [
    `${compressed} compressed (${bytesText(before)} to ${bytesText(after)}, ${percentText(saved)} saved)`,
    ...(done > 0 ? [`${done} done before`] : []),
    ...(left > 0 ? [`${left} left as they are`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  return `${counted(filesOf(totals), noun)}: ${parts.join(', ')}.`;
};
