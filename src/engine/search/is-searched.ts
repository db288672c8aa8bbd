import { type EncoderTable, rangeOf } from '../../image/encoder.ts';
import { type Candidate, pngType } from '../../image/plan.ts';
import type { Decoders } from './quality-options.ts';

/** Whether a setting is searched for: its range is configured, and results can be measured. */
export const isSearched = (
  { encoders }: EncoderTable,
  decoders: Decoders,
  { chain }: Candidate,
): boolean => {
  const encoder = encoders[chain[0] ?? ''];
  if (encoder === undefined || encoder.mode === 'fixed') return false;
  const { produces } = encoder;
  const isMeasurable = produces === pngType || decoders.has(produces);
  return isMeasurable && rangeOf(encoder) !== undefined;
};

/** Whether the chain's first encoder reduces the picture to a palette, when it is searched for. */
export const isPalette = ({ encoders }: EncoderTable, { chain }: Candidate): boolean =>
  encoders[chain[0] ?? '']?.produces === pngType;
