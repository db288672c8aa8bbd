/**
 * The benchmarks: `npm run bench`, or `npm run bench -- NAME [OPTION...]` for one of them. Each prints
 * ratios or differences taken in one run, since machines differ and are noisy.
 */
import { avif } from './avif.ts';
import { bulk } from './bulk.ts';
import { compression } from './compression/compression.ts';
import { cost } from './cost.ts';
import { delivery } from './delivery.ts';
import { digests } from './digests.ts';
import { fairness } from './fairness.ts';
import { fit } from './compression/fit.ts';
import { scoreAgreement } from './compression/score.ts';
import { memory } from './memory.ts';
import { nodes } from './nodes.ts';
import { palettes } from './palettes.ts';
import { resize } from './resize.ts';
import { sandbox } from './sandbox.ts';
import { sizing } from './sizing.ts';
import { start } from './start.ts';
import { throughput } from './throughput.ts';
import { trace } from './trace.ts';

type Benchmark = (options: readonly string[]) => Promise<void>;

/** What runs without a name: minutes in all. */
const quick: Readonly<Record<string, Benchmark>> = { throughput, memory, resize };
/** These take their time, most of them over the whole corpus; `fit` writes the weights of the score. */
const long: Readonly<Record<string, Benchmark>> = {
  start,
  sandbox,
  fairness,
  nodes,
  bulk,
  cost,
  sizing,
  delivery,
  trace,
  digests,
  compression,
  palettes,
  avif,
  score: scoreAgreement,
  fit,
};

const [asked, ...options] = process.argv.slice(2);
if (asked === undefined) {
  for (const benchmark of Object.values(quick)) await benchmark([]);
} else {
  const benchmark = { ...quick, ...long }[asked];
  if (benchmark === undefined) {
    console.log(
      `Benchmarks: ${Object.keys(quick).join(', ')} (these run without a name), ${Object.keys(long).join(', ')}.`,
    );
    process.exitCode = asked === '--help' ? 0 : 2;
  } else {
    await benchmark(options);
  }
}
