import { type Encoder, filled } from './encoder.ts';

/** How a media type is decoded to pixels, to be looked at. */
export type Decoder = Readonly<{
  /** Program and arguments with {input}, {output} and, where it writes more than 8 bits a sample, {depth}. */
  command: readonly string[];
  /** Media type of its output: the first stands for PGM, PPM and PAM. */
  writes: 'image/x-portable-pixmap' | 'image/png';
  /** Exit codes by which it says that it read past damage; its pixels are taken. */
  exit: Encoder['exit'];
  /** Arguments that make it print its version. */
  version: readonly string[];
}>;

/** The argument list of one run of a decoder, program first. */
export const decoderArgv = (
  { command }: Pick<Decoder, 'command'>,
  files: Readonly<{ input: string; output: string }>,
  depth: 8 | 16 = 8,
): readonly string[] => filled(command, { ...files, depth: String(depth) });
