import { readFileSync } from 'node:fs';
import { createKernels, type Kernels } from '../../../src/image/kernels/kernels.ts';

/** The compiled kernels. */
export const kernelsFile = new URL('../../../src/image/kernels/kernels.wasm', import.meta.url);

/** Kernels with a memory of their own. */
export const testKernels = (): Kernels => createKernels(readFileSync(kernelsFile));
