import { eachAtOnce } from '../at-once.ts';
import type { FileWork } from '../compress-file.ts';
import type { Outcome } from '../outcome.ts';
import { compressFound, type FoundIn } from '../run.ts';

export type SampleClass = Readonly<{ name: string; files: readonly FoundIn[] }>;

export type CompressedClass = Readonly<{
  outcomes: ReadonlyMap<FoundIn, Outcome>;
  cpuSeconds: number;
}>;

type SampleOptions = Readonly<{
  work: FileWork;
  atOnce: number;
  /** Seconds of CPU that all processes have taken. */
  cpuSeconds: () => number;
  onOutcome: (outcome: Outcome) => void;
  stopping: AbortSignal;
  ending: AbortSignal;
}>;

/** Compresses one class of files after the other, so that the CPU of each is known. */
export const compressClasses = async (
  classes: readonly SampleClass[],
  { work, atOnce, cpuSeconds, onOutcome, stopping, ending }: SampleOptions,
): Promise<readonly CompressedClass[]> => {
  const compressed: CompressedClass[] = [];
  for (const { files } of classes) {
    const outcomes = new Map<FoundIn, Outcome>();
    const before = cpuSeconds();
    await eachAtOnce({
      ...{ items: files, atOnce, stopping },
      work: async (found) => {
        const outcome = await compressFound(found, work, ending);
        if (outcome === undefined) return;
        outcomes.set(found, outcome);
        onOutcome(outcome);
      },
    });
    compressed.push({ outcomes, cpuSeconds: cpuSeconds() - before });
  }
  return compressed;
};
