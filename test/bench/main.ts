/**
 * The benchmarks: `npm run bench`, or `npm run bench -- NAME...` for some of them. Each prints ratios
 * or differences taken in one run, since machines differ and are noisy.
 */
import { latency } from './latency.ts';
import { memory } from './memory.ts';
import { overload } from './overload.ts';
import { resize } from './resize.ts';
import { sandbox } from './sandbox.ts';
import { throughput } from './throughput.ts';

const benchmarks: Readonly<Record<string, () => Promise<void>>> = {
  throughput,
  latency,
  memory,
  resize,
  sandbox,
  overload,
};

const asked = process.argv.slice(2);
const names = asked.length === 0 ? Object.keys(benchmarks) : asked;
for (const name of names) {
  const benchmark = benchmarks[name];
  if (benchmark === undefined) {
    console.log(
      `Benchmarks: ${Object.keys(benchmarks).join(', ')}. Without a name all of them run.`,
    );
    process.exitCode = name === '--help' ? 0 : 2;
    break;
  }
  await benchmark();
}
