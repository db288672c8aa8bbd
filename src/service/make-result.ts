import { createHash } from 'node:crypto';
import type { Engine } from '../engine/compress.ts';
import type { ImageReceiver } from '../jobs/receive-image.ts';
import type { JobFolder } from '../jobs/job-folder.ts';
import type { Preserve } from '../engine/preserve.ts';
import type { Client } from '../tools/tool-runner.ts';
import type { EncoderTable } from '../image/encoder.ts';
import type { Receipt } from '../image/quality/receipt.ts';
import { planOf } from '../image/plan.ts';
import type { ImageDescription, OutputLease, Outputs } from '../outputs/output.ts';
import { changesPicture, type Operation } from './operation.ts';

export type MakeResultParts = Readonly<{
  intake: ImageReceiver;
  engine: Engine;
  preserve: Preserve;
  outputs: Outputs;
  table: EncoderTable;
  /** Longest time for the tools of one request, in milliseconds. */
  answerMs: number;
}>;

export type ResultWork = Readonly<{
  /** Leased by the caller until the work is done. */
  output: OutputLease;
  operation: Operation;
  identity: string;
  client: Client;
}>;

/** An image in the job's folder. */
type Made = Readonly<{
  image: ImageDescription;
  path: string;
  isDegraded: boolean;
  receipt: Receipt | undefined;
}>;

/**
 * Makes the result of an operation and keeps it; resolves with the identity it is found under, which is
 * another one, not to be found again, when a failing tool spoilt it.
 */
export const createMakeResult = (parts: MakeResultParts) => {
  const { intake, engine, preserve, outputs, table, answerMs } = parts;

  const changed = async (work: ResultWork, folder: JobFolder): Promise<Made> => {
    const { output, operation, client } = work;
    const { owner, source } = output.output;
    const { facts, bytes, sha256 } = source;
    const isOurResult = outputs.isOurResult(sha256, owner);
    const made = await engine.compress({
      folder,
      sourceBytes: bytes,
      facts,
      plan: planOf(facts, table, { isOurResult, change: operation }),
      client,
      endBy: performance.now() + answerMs,
    });
    const { path, isDegraded, receipt } = made;
    return { image: imageOf(made), path, isDegraded, receipt };
  };

  const withMetadata = async (
    { output, operation }: ResultWork,
    { image, path, isDegraded, receipt }: Made,
    folder: JobFolder,
  ): Promise<Made> => {
    const target = folder.file('preserved');
    const { bytes, sha256 } = await preserve({
      source: output.sourcePath,
      facts: output.output.source.facts,
      result: path,
      mediaType: image.mediaType,
      kinds: operation.preserve,
      target,
    });
    return { image: { ...image, bytes, sha256 }, path: target, isDegraded, receipt };
  };

  return async (work: ResultWork): Promise<string> => {
    const { output, operation, identity } = work;
    const folder = await intake.copySource(output.sourcePath, output.output.source.mediaType);
    try {
      const base: Made = changesPicture(operation)
        ? await changed(work, folder)
        : {
            image: output.output.result,
            path: output.resultPath,
            isDegraded: false,
            receipt: output.output.receipt,
          };
      const made = operation.preserve.length > 0 ? await withMetadata(work, base, folder) : base;
      const key = made.isDegraded ? ownIdentity(identity, work.client.requestId) : identity;
      const draft = outputs.draftResult(key, output.output.owner);
      try {
        await draft.addResult(made.path);
        const { receipt, image } = made;
        const sourceSha256 = output.output.source.sha256;
        await draft.publish(image, receipt && { sourceSha256, receipt });
      } finally {
        await draft.discard();
      }
      return key;
    } finally {
      await folder.remove();
    }
  };
};

const imageOf = ({
  mediaType,
  width,
  height,
  bytes,
  sha256,
}: ImageDescription): ImageDescription => ({
  mediaType,
  width,
  height,
  bytes,
  sha256,
});

/** Found by this request alone. */
const ownIdentity = (identity: string, requestId: string): string =>
  createHash('sha256').update(`${identity} ${requestId}`).digest('hex');
