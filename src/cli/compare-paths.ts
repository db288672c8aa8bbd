import { type ComparedClass, rowsOf, worseOf } from '../bulk/compare/comparison.ts';
import {
  compressClasses,
  type CompressedClass,
  type SampleClass,
} from '../bulk/compare/compress-sample.ts';
import { writeComparison } from '../bulk/compare/page.ts';
import { cellsOf, tableHead } from '../bulk/compare/table.ts';
import type { Compressor } from '../bulk/compressor.ts';
import { sampleOf } from '../bulk/dry-run.ts';
import type { Outcome } from '../bulk/outcome.ts';
import { showProgress } from '../bulk/progress.ts';
import { extensionOf, pathFieldsOf, rawOf, shown } from '../bulk/raw-path.ts';
import type { FoundIn } from '../bulk/run.ts';
import { createSelection } from '../bulk/selection.ts';
import { noTotals, withOutcome } from '../bulk/totals.ts';
import { openTrees } from '../bulk/trees.ts';
import { numberIn, operationOf } from '../bulk/wishes.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { StartError } from '../errors.ts';
import { treeCpuSeconds } from '../tools/process/tree-cpu.ts';
import type { CommandLine } from './command.ts';
import { type Interrupts, stoppedExitCode, watchInterrupts } from './interrupts.ts';
import { openLocal, temporaryFolder } from './open-local.ts';
import { tableOf } from './table.ts';

/** Compresses a sample with two configurations, prints how they differ, and gives the exit code. */
export const comparePaths = async (line: CommandLine): Promise<number> => {
  const { words, flags, json } = line;
  if (flags['new'] === undefined || words.length === 0) {
    throw new StartError('Expected --new CONFIG.json and files or folders. "--help" explains.', 2);
  }
  const size = numberIn('sample', flags['sample'] ?? '50', 100_000);
  const configs = [
    loadConfig({ flags }),
    loadConfig({ flags: { ...flags, config: flags['new'] } }),
  ];
  await using stack = new AsyncDisposableStack();
  const interrupts = watchInterrupts(() => undefined);
  stack.defer(interrupts.close);
  const classes = await sampledClasses(line, size, interrupts.stopping);
  const kept = rawOf(await temporaryFolder(stack));
  const sides: (readonly CompressedClass[])[] = [];
  let compressor: Compressor | undefined;
  for (const config of configs) {
    await compressor?.close();
    compressor = await openLocal(config, stack);
    sides.push(await compressSide({ line, config, compressor, classes, interrupts, kept }));
    if (interrupts.stopping.aborted) return stoppedExitCode;
  }
  const compared = joinedClasses(classes, sides);
  const [rows, worse] = [rowsOf(compared), worseOf(compared)];
  if (flags['report'] !== undefined && compressor !== undefined) {
    await writeComparison(flags['report'], {
      ...{ title: `shrinkd compare ${words.join(' ')}`, rows, worse },
      ...{ preview: compressor.preview, signal: interrupts.ending },
    });
  }
  console.log(json ? jsonOf(rows, worse) : textOf(rows, worse));
  return rows.some(({ old, new: other }) => old.failed + other.failed > 0) ? 1 : 0;
};

/** A sample of the files, by the endings of their names. */
const sampledClasses = async (
  { words, lists }: CommandLine,
  size: number,
  stopping: AbortSignal,
): Promise<readonly SampleClass[]> => {
  const { include = [], exclude = [] } = lists;
  const { trees } = await openTrees(words, { kind: 'nowhere' });
  const selection = createSelection({ include, exclude });
  const strata = await sampleOf(
    { trees, selection, skipped: [], areBeside: false },
    size,
    stopping,
  );
  const files = strata.flatMap(({ sample }) => sample);
  const byName = Map.groupBy(files, ({ file }) => extensionOf(file.path).replace('jpeg', 'jpg'));
  return [...byName].map(([name, found]) => ({ name, files: found }));
};

type Side = Readonly<{
  line: CommandLine;
  config: LoadedConfig;
  compressor: Compressor;
  classes: readonly SampleClass[];
  interrupts: Interrupts;
  /** Folder of the results. */
  kept: string;
}>;

const compressSide = async (side: Side): Promise<readonly CompressedClass[]> => {
  const { line, compressor, classes, interrupts, kept } = side;
  const { types, wildcardTypes } = side.config.config;
  const operation = operationOf(line, { types: Object.keys(types), wildcardTypes });
  const files = classes.reduce((sum, each) => sum + each.files.length, 0);
  const startedAt = performance.now();
  let totals = noTotals;
  const progress = showProgress(() => ({
    ...{ totals, files },
    seconds: (performance.now() - startedAt) / 1000,
  }));
  const onOutcome = (outcome: Outcome): void => {
    totals = withOutcome(totals, outcome);
    const { path, happened, reason } = outcome;
    if (happened === 'failed') progress.say(`shrinkd: ${shown(path)}: ${reason}`);
  };
  const options = {
    work: {
      ...{ compressor, operation, destination: { kind: 'nowhere' as const, kept } },
      ...{ settings: '', minSaving: 0, keepsOriginals: false },
    },
    ...{ atOnce: compressor.atOnce, cpuSeconds: treeCpuSeconds },
    ...{ stopping: interrupts.stopping, ending: interrupts.ending },
  };
  try {
    // The first picture loads and compiles what the others need. It is compressed once more.
    const [first] = classes.flatMap((each) => each.files);
    const warming = first === undefined ? [] : [{ name: '', files: [first] }];
    await compressClasses(warming, { ...options, onOutcome: () => undefined });
    return await compressClasses(classes, { ...options, onOutcome });
  } finally {
    progress.stop();
  }
};

const joinedClasses = (
  classes: readonly SampleClass[],
  [old = [], other = []]: readonly (readonly CompressedClass[])[],
): readonly ComparedClass[] =>
  classes.map(({ name, files }, index) => ({
    name,
    files: files.flatMap((found: FoundIn) => {
      const [before, after] = [old[index]?.outcomes.get(found), other[index]?.outcomes.get(found)];
      return before === undefined || after === undefined ? [] : [{ old: before, new: after }];
    }),
    oldSeconds: old[index]?.cpuSeconds ?? 0,
    newSeconds: other[index]?.cpuSeconds ?? 0,
  }));

type Rows = ReturnType<typeof rowsOf>;
type WorseFiles = ReturnType<typeof worseOf>;

const textOf = (rows: Rows, worse: WorseFiles): string => {
  const named = worse.map(({ file, reasons }) => `${shown(file.old.path)}: ${reasons.join(' ')}`);
  const head = `${worse.length} files are worse with the new configuration.`;
  const table = tableOf([tableHead, ...rows.map(cellsOf)]);
  return [table, 'Old before new; CPU of all tools and of this process.', '', head, ...named].join(
    '\n',
  );
};

const jsonOf = (rows: Rows, worse: WorseFiles): string =>
  JSON.stringify(
    {
      classes: rows,
      worse: worse.map(({ file, reasons }) => ({ ...pathFieldsOf(file.old.path), reasons })),
    },
    undefined,
    2,
  );
