import type { Engine } from '../engine/compress.ts';
import type { ReceivedImage } from '../jobs/receive-image.ts';
import type { Client } from '../tools/tool-runner.ts';
import type { EncoderTable } from '../image/encoder.ts';
import { planOf } from '../image/plan.ts';
import type { Output, Outputs } from '../outputs/output.ts';

export type CompressParts = Readonly<{
  engine: Engine;
  outputs: Outputs;
  table: EncoderTable;
  /** Longest time from a complete upload to its answer, in milliseconds. */
  answerMs: number;
}>;

export type Work = Readonly<{
  arrival: ReceivedImage;
  identity: string;
  owner: string;
  client: Client;
}>;

/**
 * Compresses an arrival and keeps source and result as an output of `owner`. The source is stored
 * while the tools run. The arrival's folder is removed however this ends.
 */
export const createCompressAndKeep =
  ({ engine, outputs, table, answerMs }: CompressParts) =>
  async ({ arrival, identity, owner, client }: Work): Promise<Output> => {
    const { folder, facts, bytes, sha256 } = arrival;
    const draft = outputs.draft();
    const storing = draft.addSource(arrival.path);
    // Its failure is seen below; until then it must not count as unhandled.
    storing.catch(() => undefined);
    try {
      const plan = planOf(facts, table, { isOurResult: outputs.isOurResult(sha256, owner) });
      const endBy = performance.now() + answerMs;
      const result = await engine.compress({
        folder,
        sourceBytes: bytes,
        facts,
        plan,
        sourceReaders: storing,
        client,
        endBy,
      });
      await storing;
      await draft.addResult(result.path);
      const { mediaType, width, height } = result;
      return await draft.publish({
        owner,
        // A result that a failing tool spoilt is this request's alone.
        identity: result.isDegraded ? '' : identity,
        source: {
          mediaType: facts.mediaType,
          width: facts.width,
          height: facts.height,
          bytes,
          sha256,
          facts,
        },
        result: { mediaType, width, height, bytes: result.bytes, sha256: result.sha256 },
        receipt: result.receipt,
      });
    } finally {
      await draft.discard();
      await folder.remove();
    }
  };
