import type { Measured } from './measure.ts';

/** How many searches ended before they were complete, and a line for each of them. */
export const stoppedLines = (measured: readonly Measured[]): readonly string[] => {
  const searches = measured.flatMap(({ task, receipt }) =>
    receipt.candidates
      .filter(({ trials }) => trials.length > 0)
      .map((candidate) => ({ task, candidate })),
  );
  const stopped = searches.filter(({ candidate }) => candidate.stopped !== null);
  const degraded = measured.filter(({ receipt }) => receipt.degraded);
  return [
    `\ncompression: ${stopped.length} of ${searches.length} searches were cut short, ${degraded.length} results are degraded`,
    ...stopped.map(
      ({ task, candidate }) =>
        `- ${task.name} (${task.group}): ${candidate.encoders}, ${candidate.stopped}, ${candidate.reason}`,
    ),
  ];
};
