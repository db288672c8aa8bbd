import type { ImageFacts } from '../image/facts.ts';
import type { Plan } from '../image/plan.ts';
import type { JobFolder } from '../jobs/job-folder.ts';
import type { ToolFailure } from '../tools/tool-failure.ts';
import type { Client, Tool } from '../tools/tool-runner.ts';
import type { DecodedProfile } from '../tools/vips/args.ts';

/** A file that libvips decodes, and the kind of the profile in it or, for CMYK without one, beside it. */
export type DecoderInput = Readonly<{ input: string; iccProfile: DecodedProfile }>;

/** A step of libvips that is not done yet. */
export type LeftStep = Readonly<{
  vips: Tool;
  args: readonly string[];
  input: string;
  output: string;
  /** Does it by itself. Throws what the runs of steps throw. */
  alone: () => Promise<void>;
  /** Throws the same for a failure of this step, unless `alone` would try it again. */
  failed: (failure: ToolFailure) => Promise<void>;
}>;

/** One picture to compress: the file `originalFileName(facts.mediaType)` in `folder`. */
export type Job = Readonly<{
  folder: JobFolder;
  sourceBytes: number;
  facts: ImageFacts;
  plan: Plan;
  /** File that libvips decodes in place of the source: the same pixels, in a form that it reads rightly. */
  decoderInput?: DecoderInput;
  /** Where one encoder alone reads the pixels: their last step, which its run takes along (`run-as-one.ts`). */
  left?: LeftStep | undefined;
  /** The quality of lossy results, 1 to 100, where it is given and not searched for. */
  quality?: number | undefined;
  /** Whether a result at once counts more than its bytes. */
  isHurried?: boolean | undefined;
  client: Client;
  /** Moment on the monotonic clock (`performance.now`, ms) at which its tools are ended. */
  endBy: number;
}>;

/** A picture without alpha stays so unless it gets margins, and so does one whose transparency was filled. */
export const mayBeTransparent = ({ facts, plan }: Job): boolean =>
  (facts.hasAlpha || plan.resize?.addsAlpha === true) && plan.background === undefined;

/**
 * What libjpeg prints where the data of the source's scan end before its last block, whatever follows. With restarts
 * it prints the same for damage behind which it goes on.
 */
export const wordsOfDamage = ({ facts }: Job): readonly string[] =>
  facts.mediaType === 'image/jpeg' && facts.hasRestarts !== true
    ? ['premature end of data segment']
    : [];
