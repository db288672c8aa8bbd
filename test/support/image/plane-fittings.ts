import { kernelFitting } from '../../../src/image/planes/kernel-fitting.ts';
import { plainFitting, type PlaneFitting } from '../../../src/image/planes/luma.ts';
import { testKernels } from './kernels.ts';

/** Both ways of making planes, with their names. */
export const planeFittings: readonly (readonly [string, PlaneFitting])[] = [
  ['in TypeScript', plainFitting],
  ['by kernels', kernelFitting(testKernels())],
];
