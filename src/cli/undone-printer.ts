import { pathFieldsOf, shown } from '../bulk/raw-path.ts';
import { counted, type Noun } from '../bulk/totals.ts';
import type { Undone } from '../bulk/undo.ts';
import type { CommandLine } from './command.ts';
import { stoppedExitCode } from './interrupts.ts';

/** Prints what becomes of files or objects that are given back. */
export const createUndonePrinter = ({ json }: Pick<CommandLine, 'json'>) => {
  const counts = { restored: 0, removed: 0, failed: 0 };
  return {
    onUndone: ({ path, happened, reason }: Undone): void => {
      counts[happened] += 1;
      if (json) console.log(JSON.stringify({ ...pathFieldsOf(path), happened, reason }));
      if (happened === 'failed') console.error(`shrinkd: ${shown(path)}: ${reason}`);
    },
    /** Prints the sums, and gives the exit code. */
    finish: (noun: Noun, stopping: AbortSignal): number => {
      const { restored, removed, failed } = counts;
      const sums = [
        `${counted(restored, noun)} restored`,
        // Objects are replaced, and never added.
        ...(noun === 'file' ? [`${removed} removed`] : []),
        ...(failed > 0 ? [`${failed} refused`] : []),
      ];
      (json ? console.error : console.log)(`${sums.join(', ')}.`);
      if (stopping.aborted) return stoppedExitCode;
      return failed > 0 ? 1 : 0;
    },
  };
};
