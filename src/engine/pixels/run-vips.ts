import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Decoder } from '../../image/decoder.ts';
import { sourceFileName } from '../../jobs/file-names.ts';
import { removeTree } from '../../jobs/remove-tree.ts';
import type { Tool, ToolRunner } from '../../tools/tool-runner.ts';
import { ToolFailure } from '../../tools/tool-failure.ts';
import { decodeTestArgs } from '../../tools/vips/args.ts';
import { clientErrorOf, needsTooMuch } from '../client-errors.ts';
import { type Job, wordsOfDamage } from '../job.ts';
import { decodingErrorOf } from './decoding-error.ts';

/** One run of a tool on files of the job's folder. */
export type PixelStep = Readonly<{
  args: readonly string[];
  input: string;
  /** Undefined where only the exit code counts. */
  output?: string;
  /** It prints its output, which goes to that file. */
  printsOutput?: boolean;
  /** The service wrote the input itself. */
  isOwnInput?: boolean;
}>;

/** @throws ServiceError as the client is answered; ToolFailure where the service is at fault. */
export type RunStep = (job: Job, step: PixelStep) => Promise<void>;

export type PixelTools = Readonly<{
  runner: ToolRunner;
  vips: Tool;
  /** Puts frames together. */
  assembler: Tool;
  /** By media type. */
  decoders: ReadonlyMap<string, Readonly<{ decoder: Decoder; tool: Tool }>>;
  /** Longest wait for a permit. */
  maxWaitMs: number;
}>;

/**
 * Runs libvips. A source that it cannot read is answered `decode_failed`, and a limit at a file of the service's own
 * `too_large`: what is made of the source by the request's options needs more than that.
 */
export const createRunVips =
  ({ runner, vips, maxWaitMs }: PixelTools): RunStep =>
  async (job, step) => {
    const { folder, client, endBy } = job;
    const damaged = readsSource(job, step) ? wordsOfDamage(job) : [];
    const use = { tool: vips, ...step, folder, client, endBy, maxWaitMs, damaged };
    try {
      await runner.run(use).catch(async (error: unknown) => {
        if (!isOfOthers(error)) throw error;
        await removeFoldersIn(folder.path);
        return runner.run(use);
      });
    } catch (error) {
      throw await stepErrorOf(error, job, step);
    }
  };

/** @throws as `RunStep` for a failure of a step, unless the step can be run again. */
export const failStep = async (failure: ToolFailure, job: Job, step: PixelStep): Promise<void> => {
  if (!isOfOthers(failure)) throw await stepErrorOf(failure, job, step);
};

/** What a client is answered where libvips failed at a step. */
const stepErrorOf = async (error: unknown, job: Job, step: PixelStep): Promise<unknown> => {
  if (readsSource(job, step)) return decodingErrorOf(error, job, step.output !== undefined);
  return isPastLimit(error) ? needsTooMuch(error) : clientErrorOf(error);
};

const readsSource = ({ facts, decoderInput }: Job, { input }: PixelStep): boolean =>
  input === sourceFileName(facts.mediaType) || input === decoderInput?.input;

/** libvips prints that it gets no memory, below the limit of its address space, and exits. */
const isPastLimit = (error: unknown): error is ToolFailure =>
  error instanceof ToolFailure &&
  (error.kind === 'limit' || (error.kind === 'failed' && /\bout of memory\b/.test(error.printed)));

/** libvips makes no folders, and no tool of a job needs any: a broken one has made them. */
const isOfOthers = (error: unknown): boolean =>
  error instanceof ToolFailure &&
  error.kind === 'limit' &&
  /^its folder has (too many levels|folders)/.test(error.printed);

const removeFoldersIn = async (path: string): Promise<void> => {
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await removeTree(join(path, entry.name));
  }
};

/** Runs the tool that puts frames together. */
export const createRunAssembler =
  ({ runner, assembler, maxWaitMs }: PixelTools): RunStep =>
  async ({ folder, client, endBy }, step) => {
    const use = { tool: assembler, ...step, folder, client, endBy, maxWaitMs };
    await runner.run(use).catch((error: unknown) => {
      throw clientErrorOf(error);
    });
  };

/** @throws ServiceError `decode_failed` when libvips cannot read all of the source. */
export const checkDecodes = (job: Job, runVips: RunStep): Promise<void> => {
  const input = sourceFileName(job.facts.mediaType);
  return runVips(job, { args: decodeTestArgs(input, job.facts.frames), input });
};
