import ora from 'ora';
import { type ProgressState, progressLine } from './progress-line.ts';

/** Shows how far a run is, on standard error. */
export type Progress = Readonly<{
  /** Prints a line that stays. */
  say: (line: string) => void;
  stop: () => void;
}>;

/** Without a terminal a line is printed as often. */
const usualLineMs = 10_000;
const terminalMs = 200;

/** On a terminal one line that is written again and again; elsewhere a line every ten seconds. */
export const showProgress = (
  state: () => ProgressState,
  stream: NodeJS.WriteStream = process.stderr,
  lineMs = usualLineMs,
): Progress => {
  // Some terminals say that they have no columns, as those of script(1): ora would clear lines without end.
  if (!stream.isTTY || !(stream.columns > 0)) {
    const timer = setInterval(() => stream.write(`${progressLine(state())}\n`), lineMs).unref();
    return { say: (line) => void stream.write(`${line}\n`), stop: () => clearInterval(timer) };
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
