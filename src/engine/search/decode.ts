import { decoderArgv } from '../../image/decoder.ts';
import { exitCodes } from '../../image/encoder.ts';
import { extensionOf, sourceFileName } from '../../jobs/file-names.ts';
import type { ToolRunner } from '../../tools/tool-runner.ts';
import { toolFailureOf } from '../../tools/tool-failure.ts';
import { clientErrorOf } from '../client-errors.ts';
import { type Job, wordsOfDamage } from '../job.ts';
import type { Decoders } from './quality-options.ts';
import { ScorerFailure } from '../scorer/failure.ts';

/**
 * Decodes a file of the job's folder by `endBy`, and gives the name of the file of its pixels, whether the
 * decoder warned of damage, and the tool's running time without waiting.
 * @throws ServiceError `decode_failed` for a source that is cut short, which no encoder reads either; ScorerFailure
 * when a file cannot be decoded; whatever the runner throws besides.
 */
export type Decode = (
  input: string,
  mediaType: string,
  endBy: number,
) => Promise<Readonly<{ file: string; isWarned: boolean; milliseconds: number }>>;

type DecodeOptions = Readonly<{ runner: ToolRunner; decoders: Decoders; maxWaitMs: number }>;

export const createDecode = ({ runner, decoders, maxWaitMs }: DecodeOptions, job: Job): Decode => {
  const { folder, client } = job;
  let decoded = 0;
  return async (input, mediaType, endBy) => {
    const found = decoders.get(mediaType);
    if (found === undefined) {
      throw new ScorerFailure(`no decoder of ${mediaType}`, { isLasting: true });
    }
    const { decoder, tool } = found;
    const output = `decoded-${(decoded += 1)}.${extensionOf(decoder.writes)}`;
    const args = decoderArgv(decoder, { input, output }).slice(1);
    const files = { folder, input, output };
    const time = { client, endBy, maxWaitMs };
    try {
      const { verdict, milliseconds } = await runner.run({
        tool,
        args,
        ...files,
        ...time,
        declines: exitCodes(decoder, 'warned'),
        damaged: input === sourceFileName(mediaType) ? wordsOfDamage(job) : [],
      });
      return { file: output, isWarned: verdict !== 'done', milliseconds };
    } catch (error) {
      const failure = toolFailureOf(error);
      if (failure === undefined) throw error;
      if (failure.kind === 'damaged') throw clientErrorOf(error);
      const isLasting = ['failed', 'crashed'].includes(failure.kind);
      throw new ScorerFailure(failure.message, { cause: error, isLasting });
    }
  };
};
