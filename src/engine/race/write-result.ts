import { extensionOf } from '../../jobs/file-names.ts';
import { writeHashedPieces } from '../../jobs/write-pieces.ts';
import type { Job } from '../job.ts';
import type { MadeResult } from './candidate-result.ts';

export type ServedFile = Readonly<{
  /** File in the job's folder; gone when the folder is removed. */
  path: string;
  bytes: number;
  sha256: string;
  mediaType: string;
  width: number;
  height: number;
  /** Names of its encoders, joined by `+`; `source` for the source itself. */
  winner: string;
}>;

/** The winner as a file without metadata. */
export const writeResult = async (winner: MadeResult, job: Job): Promise<ServedFile> => {
  const { mediaType } = winner;
  const path = job.folder.file(`result.${extensionOf(mediaType)}`);
  const { bytes, sha256 } = await writeHashedPieces(winner.file, winner.pieces, path);
  if (bytes !== winner.bytes) throw new Error(`the result has ${bytes} bytes, not ${winner.bytes}`);
  const { width, height } = job.plan;
  return { path, bytes, sha256, mediaType, width, height, winner: winner.name };
};
