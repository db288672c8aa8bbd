import type { FindTrim } from '../engine/find-trim.ts';
import type { Rectangle } from '../image/rectangle.ts';
import type { Trim } from '../image/trim.ts';
import type { ImageReceiver, ReceivedImage } from '../jobs/receive-image.ts';
import type { Client } from '../tools/tool-runner.ts';

/** What is left of a source where its edges are cut away; undefined: all of it. Rejects as the engine does. */
export type TrimmedAreaOf = (
  received: ReceivedImage,
  trim: Trim,
  client: Client,
) => Promise<Rectangle | undefined>;

type TrimmingParts = Readonly<{
  receiver: Pick<ImageReceiver, 'copySource'>;
  findTrim: FindTrim;
  /** Longest time for the tools of one request, in milliseconds. */
  answerMs: number;
}>;

/** In a folder of its own, since the source is made ready for tools in each. */
export const createTrimmedAreaOf =
  ({ receiver, findTrim, answerMs }: TrimmingParts): TrimmedAreaOf =>
  async ({ path, facts, bytes: sourceBytes }, trim, client) => {
    // Frames would be trimmed to different sizes.
    if (facts.frames > 1) return undefined;
    const folder = await receiver.copySource(path, facts.mediaType);
    try {
      const endBy = performance.now() + answerMs;
      return await findTrim({ folder, sourceBytes, facts, client, endBy }, trim);
    } finally {
      await folder.remove();
    }
  };
