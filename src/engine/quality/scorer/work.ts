import type { Kernels } from '../../../image/kernels/kernels.ts';
import { createKernelWork } from './kernel-work.ts';
import { createPlainWork } from './plain-work.ts';
import type { ScorerAnswer, ScorerRequest } from './protocol.ts';

/** Answers one request after the other: by the kernels, where there are none in TypeScript. */
export const createScorerWork = (
  kernels: Kernels | undefined,
): ((request: ScorerRequest) => ScorerAnswer) => {
  const work = kernels === undefined ? createPlainWork() : createKernelWork(kernels);
  return (request) => {
    try {
      return request.kind === 'survey'
        ? { kind: 'survey', survey: work.survey(request.pixels, request.sample) }
        : { kind: 'scores', scores: work.score(request) };
    } catch (error) {
      return { kind: 'failed', reason: String(error) };
    }
  };
};
