import { type ByteSource, hasSignature } from '../../image/bytes.ts';
import { scansText } from '../../image/jpeg/scans.ts';
import { readFacts } from '../../image/read-facts.ts';
import { withFileBytes } from '../../jobs/file-bytes.ts';
import { writePlainFile } from '../../plain-files.ts';

/** Writes the file for {scans}: those for the picture `input`, or for a PPM that is still to be made. */
export const writeScans = async (file: string, input: string | undefined): Promise<void> => {
  const text = scansText(input !== undefined && (await withFileBytes(input, isGrey)));
  writePlainFile(file, text);
};

/** Whether encoders make one component of the file: a PGM (netpbm, pgm(5)), or a grey image. */
const isGrey = async (input: ByteSource): Promise<boolean> => {
  if (hasSignature(input, 'P6')) return false;
  return hasSignature(input, 'P5') || (await readFacts(input)).colour === 'grey';
};
