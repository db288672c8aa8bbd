/**
 * The encoder `lossy-png`, a program that the service runs like others:
 *
 *     lossy-png QUALITY INPUT OUTPUT
 *
 * Exits with 3 for a PNG of a kind that it does not read, and for all on a processor without the SIMD instructions of
 * WebAssembly.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createKernels } from '../../image/kernels/kernels.ts';
import { lossyPng } from '../../image/png/lossy.ts';
import { isSimdSupported } from '../../simd.ts';

/** Changes with the bytes that it writes: results are found again by the versions of their tools. */
const version = '1.1';

/** A picture of 50 megapixels, which takes about 700 MB of memory. */
const maxPixelBytes = 200_000_000;

const kernelsFile = new URL('../../image/kernels/kernels.wasm', import.meta.url);

const exitCodes = { done: 0, failed: 1, usage: 2, declined: 3 } as const;

const main = ([quality, input, output]: readonly string[]): number => {
  if (quality === '--version') {
    console.log(`lossy-png ${version}`);
    return exitCodes.done;
  }
  const value = Number(quality);
  if (!(value >= 0 && value <= 100) || input === undefined || output === undefined) {
    console.error('expected: lossy-png QUALITY (0 to 100) INPUT OUTPUT');
    return exitCodes.usage;
  }
  if (!isSimdSupported()) return exitCodes.declined;
  const kernels = createKernels(readFileSync(kernelsFile));
  const result = lossyPng(kernels, readFileSync(input), value, maxPixelBytes);
  if (result === undefined) return exitCodes.declined;
  writeFileSync(output, result);
  return exitCodes.done;
};

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = exitCodes.failed;
}
