import { countsColours } from '../../image/encoder.ts';
import { pixmapType } from '../../image/plan.ts';
import { extensionOf, sourceFileName } from '../../jobs/file-names.ts';
import type { Measurer } from './measurer.ts';
import { type EncoderInput, withPlanes } from './planes.ts';

/**
 * What an encoder reads of a picture: its planes, where it reads these (`withPlanes`), the pixels of a JPEG that is decoded
 * already, and a file without its shadow, where it can be told to leave colours for that.
 * @throws ToolFailure; ScorerFailure; whatever the runner throws.
 */
export const encoderInputOf = async (
  owner: Parameters<typeof withPlanes>[0],
  measurer: Measurer,
  file: string,
): Promise<EncoderInput> => {
  const { job, encoder, candidateIndex } = owner;
  const { shadow } = measurer.survey;
  const input = hasPixels(owner, measurer, file)
    ? { file: measurer.pixels }
    : await withPlanes(owner, measurer, file);
  if (shadow === undefined || !countsColours(encoder)) return input;
  const output = `candidate${candidateIndex}-rest.png`;
  await measurer.make({ kind: 'without-shadow', shadow }, { output }, job.endBy);
  return { ...input, rest: { file: output, shadow } };
};

/**
 * Whether the survey has decoded the JPEG, without a warning, to what the encoder reads too: `cjpeg`, which would decode it
 * for each trial, makes the same bytes in 0.72 to 0.88 of the CPU.
 */
const hasPixels = (
  { encoder }: Parameters<typeof withPlanes>[0],
  { pixels, provesReadable }: Measurer,
  file: string,
): boolean =>
  file === sourceFileName('image/jpeg') &&
  provesReadable &&
  pixels.endsWith(`.${extensionOf(pixmapType)}`) &&
  encoder.reads.includes(pixmapType);
