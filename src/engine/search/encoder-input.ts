import { countsColours } from '../../image/encoder.ts';
import type { Measurer } from './measurer.ts';
import { type EncoderInput, withPlanes } from './planes.ts';

/**
 * What an encoder reads of a picture: its planes, where it reads these (`withPlanes`), and a file without its shadow,
 * where it can be told to leave colours for that.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const encoderInputOf = async (
  owner: Parameters<typeof withPlanes>[0],
  measurer: Measurer,
  file: string,
): Promise<EncoderInput> => {
  const { job, encoder, candidateIndex } = owner;
  const { shadow } = measurer.survey;
  const input = await withPlanes(owner, measurer, file);
  if (shadow === undefined || !countsColours(encoder)) return input;
  const output = `candidate${candidateIndex}-rest.png`;
  await measurer.make({ kind: 'without-shadow', shadow }, { output }, job.endBy);
  return { ...input, rest: { file: output, shadow } };
};
