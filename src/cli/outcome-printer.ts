import { once } from 'node:events';
import { type Gate, refusalsOf } from '../bulk/gate.ts';
import { type Outcome, outcomeLine } from '../bulk/outcome.ts';
import { showProgress } from '../bulk/progress.ts';
import { shown } from '../bulk/raw-path.ts';
import { noTotals, type Totals, withOutcome } from '../bulk/totals.ts';

/** Prints what becomes of files, and how far the run is. */
export type OutcomePrinter = Readonly<{
  onOutcome: (outcome: Outcome) => Promise<void>;
  totals: () => Totals;
  /** Files that were refused. */
  refused: () => Readonly<Record<'budget' | 'check', number>>;
  /** Number of files in all, once it is known. */
  setFiles: (files: number) => void;
  stop: () => void;
}>;

type PrinterOptions = Readonly<{
  json: boolean;
  gate?: Gate | undefined;
  ending: AbortSignal;
  /** Called with each outcome too. */
  onOutcome?: ((outcome: Outcome) => void) | undefined;
}>;

export const createOutcomePrinter = ({
  json,
  gate = { budgetBytes: undefined, isCheck: false },
  ending,
  onOutcome: collect,
}: PrinterOptions): OutcomePrinter => {
  let totals = noTotals;
  let files: number | undefined;
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
    setFiles: (number) => void (files = number),
  };
};
