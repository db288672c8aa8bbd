import type { ImageFacts } from '../image/facts.ts';
import type { Plan } from '../image/plan.ts';
import type { JobFolder } from '../jobs/job-folder.ts';
import type { Client } from '../tools/tool-runner.ts';

/** One picture to compress. The source is a file in `folder` named as `sourceFileName` says. */
export type Job = Readonly<{
  folder: JobFolder;
  sourceBytes: number;
  facts: ImageFacts;
  plan: Plan;
  /** File that libvips decodes, where that is not the source: the same with its colours in a profile. */
  profiled?: string;
  /** Settles when nobody else reads the source file; the job changes the file only after that. */
  sourceReaders?: Promise<unknown>;
  client: Client;
  /** Moment on the monotonic clock (`performance.now`, ms) by which its tools must have ended. */
  endBy: number;
}>;
