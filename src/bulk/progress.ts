import ora from 'ora';
import { bytesText, counted, durationText, filesOf, type Totals } from './totals.ts';

type ProgressState = Readonly<{
  totals: Totals;
  /** Files in all; undefined until they are counted. */
  files: number | undefined;
  /** Since the first file was begun. */
  seconds: number;
}>;

/** Without a terminal a line is printed as often. */
const usualLineMs = 10_000;
const terminalMs = 200;

/**
 * Shows how far a run is: on a terminal by one line that is written again and again, elsewhere by a line every ten
 * seconds. `say` prints a line that stays.
 */
export const showProgress = (
  state: () => ProgressState,
  stream: NodeJS.WriteStream = process.stderr,
  lineMs = usualLineMs,
) => {
  // Some terminals say that they have no columns, as those of script(1): ora would clear lines without end.
  if (!stream.isTTY || !(stream.columns > 0)) {
    const timer = setInterval(() => stream.write(`${progressLine(state())}\n`), lineMs).unref();
    return {
      say: (line: string) => void stream.write(`${line}\n`),
      stop: () => clearInterval(timer),
    };
  }
  // It would take Ctrl-C for itself where it reads the keys.
  const spinner = ora({ stream, discardStdin: false, text: progressLine(state()) }).start();
  const timer = setInterval(() => (spinner.text = progressLine(state())), terminalMs).unref();
  const say = (line: string): void => {
    spinner.clear();
    stream.write(`${line}\n`);
    spinner.render();
  };
  const stop = (): void => {
    clearInterval(timer);
    spinner.stop();
  };
  return { say, stop };
};

/** Files, bytes saved, rate and time left on one line. */
export const progressLine = ({ totals, files, seconds }: ProgressState): string => {
  const seen = filesOf(totals);
  const { done, before, after } = totals;
  // Files of an earlier run take no time.
  const worked = seen - done;
  const rate = seconds > 0 ? worked / seconds : 0;
  const left = files !== undefined && rate > 0 ? Math.max(0, files - seen) / rate : undefined;
  return [
    files === undefined ? counted(seen, 'file') : `${seen} of ${counted(files, 'file')}`,
    `${bytesText(before - after)} saved`,
    `${Number(rate.toPrecision(2))} a second`,
    ...(left === undefined ? [] : [`${durationText(left)} left`]),
  ].join(', ');
};
