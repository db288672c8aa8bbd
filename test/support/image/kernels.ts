import { readFileSync } from 'node:fs';
import { createKernels, type Kernels } from '../../../src/image/kernels/kernels.ts';

/** The compiled kernels. */
export const kernelsFile = new URL('../../../src/image/kernels/kernels.wasm', import.meta.url);

/** Kernels for a test, which must not need a machine that has none. */
export const testKernels = (): Kernels => {
  const kernels = createKernels(readFileSync(kernelsFile));
  if (kernels === undefined) throw new Error('this machine has no WebAssembly with SIMD');
  return kernels;
};
