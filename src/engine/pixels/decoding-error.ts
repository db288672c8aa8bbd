import { statfs } from 'node:fs/promises';
import { ToolFailure } from '../../tools/tool-failure.ts';
import { clientErrorOf, decodeFailed, noFreeSpace } from '../client-errors.ts';
import type { Job } from '../job.ts';

/**
 * What a client is answered where a tool could not decode its picture. An error of which the service is at fault is
 * given back as it is. `writesPixels`: the tool was to write them.
 */
export const decodingErrorOf = async (
  error: unknown,
  job: Job,
  writesPixels = true,
): Promise<unknown> => {
  if (!(error instanceof ToolFailure) || error.kind === 'not_started') return error;
  if (error.kind === 'late' || error.kind === 'crashed') return clientErrorOf(error);
  return writesPixels && !(await hasFreeSpace(job)) ? noFreeSpace(error) : decodeFailed(error);
};

/**
 * Whether the file system of a job has space for its pixels. libvips does not report a full disk, only that it could not
 * write.
 */
const hasFreeSpace = async ({ folder, plan, facts }: Job): Promise<boolean> => {
  const { bavail, bsize } = await statfs(folder.path);
  return bavail * bsize > plan.width * plan.height * facts.frames * bytesPerPixel;
};

/** Four samples of 16 bits, the most that libvips writes for a pixel. */
const bytesPerPixel = 8;
