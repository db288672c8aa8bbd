import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Decoders, QualityOptions } from '../../../src/engine/search/quality-options.ts';
import { createEngine, type Compressed } from '../../../src/engine/compress.ts';
import type { Job } from '../../../src/engine/job.ts';
import { originalFileName } from '../../../src/jobs/file-names.ts';
import { createJobFolders, type JobFolder } from '../../../src/jobs/job-folder.ts';
import { createLauncher } from '../../../src/tools/process/launcher.ts';
import { createPermits, type Permits } from '../../../src/queue/permits.ts';
import { createScorer, type Scorer } from '../../../src/engine/scorer/client.ts';
import { createToolRunner, type Tool, type ToolRunner } from '../../../src/tools/tool-runner.ts';
import { findProgram } from '../../../src/tools/find-program.ts';
import type { Encoder, EncoderTable } from '../../../src/image/encoder.ts';
import { planOf, type PictureChange } from '../../../src/image/plan.ts';
import { adaptiveConfig, defaultTable, encoderOf } from '../image/encoder-table.ts';
import { factsOf } from '../image/facts.ts';
import { fixtureTool, roomyLimits } from '../tools/processes.ts';
import { samplePictures, type SamplePictures } from './sample-pictures.ts';
import { killProcessesIn } from '../../../src/tools/process/leftovers.ts';

const path = process.env['PATH'] ?? '';
const run = promisify(execFile);

export type CompressOptions = Readonly<{
  table?: EncoderTable;
  isOurResult?: boolean;
  /** What is asked for besides compression. */
  change?: PictureChange;
  /** A quality that is given, and whether the result is wanted at once. */
  given?: Pick<Job, 'quality' | 'isHurried'>;
  /** A picture whose headers are read in place of the source's, which are not in order. */
  headersOf?: Uint8Array;
  signal?: AbortSignal;
  /** Time for the whole job. */
  withinMs?: number;
  maxWaitMs?: number;
  /** Time of it that is kept for lossless results. */
  keptMs?: number;
  /** Adaptive mode with the settings of the configuration, but for these. */
  adaptive?: Partial<QualityOptions>;
  /** Stands between the engine and the runner of its tools. */
  runnerOver?: (runner: ToolRunner) => ToolRunner;
  /** Works on pixels in place of the usual one. */
  scorer?: Scorer;
  /** What work in the service itself waits for, in place of the permits of tools. */
  permits?: Pick<Permits, 'acquire'>;
  /** Encoders run with their fast arguments. */
  isFast?: boolean;
  /** A program in the place of libvips. */
  vips?: string;
  /** libvips becomes no encoder. */
  isApart?: boolean;
  /** Told of the job's folder before the engine starts. */
  onFolder?: (folder: JobFolder) => void;
  /** The failures that the client does not see, also of a job that fails. */
  failures?: Error[];
}>;

/** The result, the bytes of its file, and what went wrong unseen by the client. */
export type Outcome = Readonly<{ result: Compressed; content: Buffer; failures: readonly Error[] }>;

type Compressing = Readonly<{
  /** Compresses a picture as the service would, and removes the job's folder. */
  compress: (content: Uint8Array, options?: CompressOptions) => Promise<Outcome>;
  permits: ReturnType<typeof createPermits>;
  scorer: Scorer;
  decoders: Decoders;
  /** Folder of the jobs' folders. */
  workDir: string;
  pictures: SamplePictures;
}>;

/**
 * An engine over real processes, with two slots, for the tests of the surrounding `describe`. Each test
 * fails that leaves a permit held or asked for.
 */
export const compressing = (): Compressing => {
  let started: Started | undefined;
  const engine = (): Started => started ?? expect.fail('the engine starts before the tests');
  before(async () => {
    started = await startCompressing();
  });
  after(() => engine().close());
  afterEach(() => {
    const { permits } = engine();
    expect([permits.held(), permits.waiting()], 'permits held, waiting').to.deep.equal([0, 0]);
  });
  return {
    compress: (...asked) => engine().compress(...asked),
    get permits() {
      return engine().permits;
    },
    get scorer() {
      return engine().scorer;
    },
    get decoders() {
      return engine().decoders;
    },
    get workDir() {
      return engine().workDir;
    },
    get pictures() {
      return engine().pictures;
    },
  };
};

type Started = Compressing & Readonly<{ close: () => Promise<void> }>;

const startCompressing = async (): Promise<Started> => {
  const root = await mkdtemp(join(tmpdir(), 'shrinkd-engine-'));
  const workDir = join(root, 'jobs');
  const pictures = await samplePictures();
  const vipsVersion = (await run('vips', ['--version'])).stdout.trim();
  const folders = await createJobFolders(workDir, killProcessesIn);
  const launcher = await createLauncher({ path });
  const permits = createPermits({ slots: 2 });
  const runner = createToolRunner({
    launcher,
    permits,
    path,
    limits: roomyLimits,
    sandbox: { level: 'limits' },
    deadlineMs: 60_000,
    onRun: () => undefined,
  });

  const scorer = createScorer({
    path,
    permits,
    limits: roomyLimits,
    sandbox: { level: 'limits' },
    deadlineMs: 60_000,
  });
  const decoders = new Map(
    Object.entries(adaptiveConfig.decoders).map(([mediaType, decoder]) => [
      mediaType,
      { decoder, tool: toolOf(decoder.command[0] ?? '') },
    ]),
  );

  const compress: Compressing['compress'] = async (content, options = {}) => {
    const {
      adaptive,
      table = adaptive === undefined ? defaultTable : adaptiveConfig,
      isOurResult = false,
      change = {},
      withinMs = 90_000,
      maxWaitMs = 90_000,
      keptMs = 0,
      vips = 'vips',
      isApart = false,
      runnerOver = (real) => real,
    } = options;
    const { signal = new AbortController().signal, onFolder } = options;
    const { failures = [] } = options;
    const engine = createEngine({
      runner: runnerOver(runner),
      table,
      tools: toolsOf(table),
      isFast: options.isFast ?? false,
      vips: { ...toolOf(vips), version: vips === 'vips' && !isApart ? vipsVersion : '1' },
      assembler: toolOf('img2webp'),
      decoders,
      maxWaitMs,
      keptMs,
      scorer: options.scorer ?? scorer,
      permits: options.permits ?? permits,
      ...(adaptive !== undefined && {
        quality: {
          ...adaptiveConfig.quality,
          ...{ scorer, decoders, pressure: () => undefined },
          ...adaptive,
        },
      }),
      onFailure: (_requestId, failure) => failures.push(failure),
    });
    const folder = await folders.open();
    try {
      onFolder?.(folder);
      const facts = await factsOf(options.headersOf ?? content);
      await writeFile(folder.file(originalFileName(facts.mediaType)), content);
      const result = await engine.compress({
        folder,
        sourceBytes: content.length,
        facts,
        plan: planOf(facts, table, { isOurResult, isHurried: options.given?.isHurried, change }),
        client: { requestId: 'r1', accountId: 'a', jobNumber: 1, signal },
        endBy: performance.now() + withinMs,
        ...options.given,
      });
      return { result, content: await readFile(result.path), failures };
    } finally {
      await folder.remove();
    }
  };
  const close = async (): Promise<void> => {
    await scorer.close();
    await launcher.close();
    await rm(root, { recursive: true });
  };
  return { compress, permits, scorer, decoders, workDir, pictures, close };
};

const toolOf = (program: string): Tool => ({
  name: program,
  path: findProgram(program, path) ?? program,
  version: '1',
});

const toolsOf = ({ encoders }: EncoderTable): ReadonlyMap<string, Tool> =>
  new Map(
    Object.entries(encoders).map(([name, { command }]) => [name, toolOf(command?.[0] ?? '')]),
  );

/** A table in which these encoders compete for `mediaType`, each a chain of its own. */
export const tableOf = (
  mediaType: string,
  encoders: Readonly<Record<string, Partial<Encoder>>>,
): EncoderTable => ({
  encoders: Object.fromEntries(
    Object.entries(encoders).map(([name, changes]) => [
      name,
      encoderOf({ produces: mediaType, reads: [mediaType], ...changes }),
    ]),
  ),
  types: { [mediaType]: Object.keys(encoders).map((name) => [name]) },
});

/** The lossless encoder of JPEG that the default configuration has. */
export const jpegtran: Encoder =
  defaultTable.encoders['jpegtran'] ?? expect.fail('jpegtran is configured');

/** The command of a fixture tool, with input and output as its arguments unless others are given. */
export const toolCommand = (
  name: string,
  ...args: readonly string[]
): Readonly<{ command: readonly string[] }> => ({
  command: [fixtureTool(name), ...(args.length > 0 ? args : ['{input}', '{output}'])],
});
