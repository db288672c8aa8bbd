import type { ReceiptTrial } from '../../../src/image/search/receipt.ts';
import { equalLookRatios } from './equal-look.ts';
import { type Measured, ours } from './measure.ts';

/**
 * For each picture: bytes over its source's, score, CPU, our bytes over those of peers at equal scores, and
 * the trials of each search, `quality/variant:score/worst place`.
 */
export const pictureLines = (measured: readonly Measured[]): readonly string[] => [
  '\ncompression: each picture',
  ...measured.map((item) => {
    const { task, results, receipt } = item;
    const own = results.get(ours);
    const ratios = [...equalLookRatios(item)].map(
      ([peer, ratio]) => `${ratio?.toFixed(3) ?? 'unknown'} of ${peer}`,
    );
    const searches = receipt.candidates.map(
      ({ encoders, bytes, score, reason, stopped, trials }) =>
        `${encoders} ${bytes} ${score} [${trials.map(trialText).join(' ')}] ${stopped ?? ''} ${reason}`,
    );
    const size = own === undefined ? '' : (own.bytes.length / task.bytes.length).toFixed(3);
    const parts = [
      `${task.group}: ${task.name}`,
      `${size}, ${own?.score.toFixed(1)}, ${own?.cpuMs} ms`,
      ...ratios,
      ...searches,
    ];
    return `- ${parts.join('; ')}`;
  }),
];

const trialText = ({ setting, variant, score, worstPlace }: ReceiptTrial): string =>
  `${setting}${variant === null ? '' : `/${variant}`}:${score}/${worstPlace}`;
