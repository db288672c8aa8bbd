import { once } from 'node:events';
import { type Gate, refusalsOf } from '../bulk/gate.ts';
import { type Outcome, outcomeLine } from '../bulk/outcome.ts';
import { showProgress } from '../bulk/progress.ts';
import { shown } from '../bulk/raw-path.ts';
import { noTotals, withOutcome } from '../bulk/totals.ts';

export type OutcomePrinter = ReturnType<typeof createOutcomePrinter>;

type PrinterOptions = Readonly<{
  json: boolean;
  gate?: Gate | undefined;
  ending: AbortSignal;
  /** Called with each outcome too. */
  onOutcome?: ((outcome: Outcome) => void) | undefined;
}>;

/** Prints what becomes of files, and how far the run is. */
export const createOutcomePrinter = ({
  json,
  gate = { budgetBytes: undefined, isCheck: false },
  ending,
  onOutcome: collect,
}: PrinterOptions) => {
  let totals = noTotals;
  let files: number | undefined;
  /** Files that were refused. */
  const refused = { budget: 0, check: 0 };
  const startedAt = performance.now();
  const progress = showProgress(() => ({
    totals,
    files,
    seconds: (performance.now() - startedAt) / 1000,
  }));
  const name = ({ path }: Outcome, reason: string | undefined): void =>
    progress.say(`shrinkd: ${shown(path)}: ${reason}`);

  const onOutcome = async (outcome: Outcome): Promise<void> => {
    totals = withOutcome(totals, outcome);
    collect?.(outcome);
    const { happened, made, reason } = outcome;
    // A file that must not be compressed was not even tried.
    if (happened === 'failed' || (happened === 'left' && made === undefined)) name(outcome, reason);
    for (const refusal of refusalsOf(outcome, gate)) {
      refused[refusal.kind] += 1;
      name(outcome, refusal.reason);
    }
    if (json && !process.stdout.write(`${outcomeLine(outcome)}\n`)) {
      await once(process.stdout, 'drain', { signal: ending }).catch(() => undefined);
    }
  };
  return {
    ...{ onOutcome, totals: () => totals, refused: () => refused, stop: progress.stop },
    /** Tells the number of files in all. */
    setFiles: (number: number): void => void (files = number),
  };
};
