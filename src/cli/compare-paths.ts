import { type ComparedClass, rowsOf, worseOf } from '../bulk/compare/comparison.ts';
import { writeComparison } from '../bulk/compare/page.ts';
import { cellsOf, tableHead } from '../bulk/compare/table.ts';
import type { Compressor } from '../bulk/compressor.ts';
import { compressFile, type FileWork } from '../bulk/compress-file.ts';
import { sampleOf } from '../bulk/dry-run.ts';
import { type FoundIn, foundFiles } from '../bulk/file-batch.ts';
import type { Outcome } from '../bulk/outcome.ts';
import { extensionOf, pathFieldsOf, rawOf, shown } from '../bulk/raw-path.ts';
import { tryPage } from '../bulk/report/write-page.ts';
import { compressEach } from '../bulk/run.ts';
import { createSelection } from '../bulk/selection.ts';
import { counted } from '../bulk/totals.ts';
import { openTrees } from '../bulk/trees.ts';
import { numberIn, operationOf } from '../bulk/wishes.ts';
import { loadConfig, type LoadedConfig } from '../config/load.ts';
import { misused } from '../errors.ts';
import { treeCpuSeconds } from '../tools/process/tree-cpu.ts';
import type { CommandLine } from './command.ts';
import { type Interrupts, stoppedExitCode, watchInterrupts } from './interrupts.ts';
import { openLocal, temporaryFolder } from './open-local.ts';
import { createOutcomePrinter } from './outcome-printer.ts';
import { tableOf } from './table.ts';

/** Compresses a sample with two configurations, prints how they differ, and gives the exit code. */
export const comparePaths = async (line: CommandLine): Promise<number> => {
  const { words, flags, json } = line;
  if (flags['new'] === undefined || words.length === 0) {
    throw misused('Expected --new CONFIG.json and files or folders. "--help" explains.');
  }
  const size = numberIn('sample', flags['sample'] ?? '50', 100_000);
  const configs = [
    loadConfig({ flags }),
    loadConfig({ flags: { ...flags, config: flags['new'] } }),
  ];
  if (flags['report'] !== undefined) await tryPage(flags['report']);
  await using stack = new AsyncDisposableStack();
  using interrupts = watchInterrupts(() => undefined);
  const classes = await sampledClasses(line, size, interrupts, stack);
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
  interrupts: Interrupts,
  opening: AsyncDisposableStack,
): Promise<readonly SampleClass[]> => {
  const trees = await openTrees(words, { kind: 'nowhere' }, opening);
  const selection = createSelection(lists);
  const found = foundFiles({ trees, selection, skipped: [], areBeside: false });
  const strata = await sampleOf(found, size, interrupts);
  const files = strata.flatMap(({ sample }) => sample);
  const byName = Map.groupBy(files, ({ file }) => extensionOf(file.path).replace('jpeg', 'jpg'));
  return [...byName].map(([name, alike]) => ({ name, files: alike }));
};

type SampleClass = Readonly<{ name: string; files: readonly FoundIn[] }>;

type CompressedClass = Readonly<{
  outcomes: ReadonlyMap<FoundIn, Outcome>;
  cpuSeconds: number;
}>;

type Side = Readonly<{
  line: CommandLine;
  config: LoadedConfig;
  compressor: Compressor;
  classes: readonly SampleClass[];
  interrupts: Interrupts;
  /** Folder of the results. */
  kept: string;
}>;

/** Compresses one class of files after the other, so that the CPU of each is known. */
const compressSide = async (side: Side): Promise<readonly CompressedClass[]> => {
  const { line, compressor, classes, interrupts, kept } = side;
  const { types, wildcardTypes } = side.config.config;
  const operation = operationOf(line, { types: Object.keys(types), wildcardTypes });
  const work: FileWork = {
    ...{ compressor, operation, destination: { kind: 'nowhere', kept } },
    ...{ settings: '', minSaving: 0, keepsOriginals: false },
  };
  const options = {
    compress: ({ file, tree }: FoundIn, ending: AbortSignal) =>
      compressFile(file, tree, work, ending),
    ...{ atOnce: compressor.atOnce, stopping: interrupts.stopping, ending: interrupts.ending },
  };
  const files = classes.flatMap((each) => each.files);
  const printer = createOutcomePrinter({ json: false, ending: interrupts.ending });
  printer.setFiles(files.length);
  const compressed: CompressedClass[] = [];
  try {
    // The first picture loads and compiles what the others need. It is compressed once more.
    await compressEach(files.slice(0, 1), { ...options, onOutcome: () => undefined });
    for (const each of classes) {
      const outcomes = new Map<FoundIn, Outcome>();
      const before = treeCpuSeconds();
      const onOutcome = (outcome: Outcome, found: FoundIn): Promise<void> => {
        outcomes.set(found, outcome);
        return printer.onOutcome(outcome);
      };
      await compressEach(each.files, { ...options, onOutcome });
      compressed.push({ outcomes, cpuSeconds: treeCpuSeconds() - before });
    }
    return compressed;
  } finally {
    printer.stop();
  }
};

const joinedClasses = (
  classes: readonly SampleClass[],
  [old = [], other = []]: readonly (readonly CompressedClass[])[],
): readonly ComparedClass[] =>
  classes.map(({ name, files }, index) => ({
    name,
    files: files.flatMap((found) => {
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
  const head = `Worse with the new configuration: ${counted(worse.length, 'file')}.`;
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
