/**
 * The process that works on pixels: it measures results, makes trials of `lossy-png`, repeats and merges colours of
 * palettes, and searches pictures for the object of a thumbnail. In the server this would fill memory and delay other
 * requests. Each line of standard input is a request, each line of standard output its answer. The first line of output
 * says that the process is ready.
 */
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { createKernels } from '../../../image/kernels/kernels.ts';
import { isSimdSupported } from '../../../simd.ts';
import { readyLine, type ScorerRequest } from './protocol.ts';
import { createScorerWork } from './work.ts';

const kernelsFile = new URL('../../../image/kernels/kernels.wasm', import.meta.url);
const answerTo = createScorerWork(() =>
  isSimdSupported() ? createKernels(readFileSync(kernelsFile)) : undefined,
);

process.stdout.write(`${readyLine}\n`);
// Node writes it when a process exits, and this one is killed.
flushCompileCache();

createInterface({ input: process.stdin }).on('line', (line) => {
  const answer = answerTo(JSON.parse(line) as ScorerRequest);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
});
