/** The fuzzer: see `usage`. */
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileFiles } from '../e2e/hostile/files.ts';
import { mutationSources } from '../support/e2e/mutation-sources.ts';
import { corpusFiles } from '../support/corpus.ts';
import { startTemporaryService } from '../support/service/temporary-service.ts';
import { caseOf } from './cases.ts';
import type { Sources } from './hostile-pictures.ts';
import { fuzzFlags } from './flags.ts';
import { createFuzzed, type Fault } from './fuzzed-service.ts';

const usage = `Usage: npm run fuzz -- [--seed N] [--count N] [--first N] [--in-flight N]

Sends damaged pictures and JSON to a service of its own, and ends with 1 at the first slice that has a
fault, naming the cases and keeping their bodies. The same seed makes the same cases.`;

const { seed, count, first, inFlight } = fuzzFlags(usage);
const sliceSize = 500;
const largestSource = 60_000;

/** Small pictures of every kind, the small ones of the corpus, and small files made to harm. */
const sourcesIn = async (folder: string): Promise<Sources> => {
  const made = await mutationSources((name) => join(folder, name));
  const files = await Promise.all(
    corpusFiles().map(async ({ name, path }) => [name, await readFile(path)] as const),
  );
  const harmful = hostileFiles.map(({ name, make }) => [name, make()] as const);
  return {
    ...made,
    ...Object.fromEntries(
      [...files, ...harmful].filter(([, { length }]) => length < largestSource),
    ),
  };
};

const keep = async (faults: readonly Fault[], sources: Sources): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-fuzz-'));
  for (const { index, what } of faults) {
    console.log(`  ${what}`);
    if (index === undefined) continue;
    await writeFile(join(folder, String(index)), caseOf(sources, seed, index).body);
  }
  console.log(`  bodies: ${folder}`);
};

const service = await startTemporaryService(['--log-level', 'warn']);
const sources = await sourcesIn(service.folder);
console.log(`fuzz: seed ${seed}, cases ${first} to ${first + count - 1}, ${inFlight} in flight`);
const fuzzed = await createFuzzed(service, sources);
let faults: readonly Fault[] = [];
const startedAt = performance.now();
for (let from = first; from < first + count && faults.length === 0; from += sliceSize) {
  const indexes = Array.from(
    { length: Math.min(sliceSize, first + count - from) },
    (_, offset) => from + offset,
  );
  faults = await fuzzed.send(
    indexes.map((index) => caseOf(sources, seed, index)),
    inFlight,
  );
}
const seconds = (performance.now() - startedAt) / 1000;
console.log(`fuzz: ${fuzzed.summary()}, ${(count / seconds).toFixed(0)} cases a second`);
if (faults.length > 0) {
  console.log(`fuzz: ${faults.length} faults`);
  await keep(faults, sources);
  process.exitCode = 1;
}
fuzzed.close();
await service.stopAndRemove();
