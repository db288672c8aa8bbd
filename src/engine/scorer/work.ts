import type { Kernels } from '../../image/kernels/kernels.ts';
import { thumbPlan } from '../../image/thumb/placement.ts';
import { readPlainFile, writePlainFile } from '../../plain-files.ts';
import { rasterIn } from '../../tools/vips/file.ts';
import { createKernelWork } from './kernel-work.ts';
import type {
  FoundThumb,
  MakeRequest,
  ScorerAnswer,
  ScorerRequest,
  ScorerWork,
  ThumbRequest,
} from './protocol.ts';

/**
 * Answers one request after the other. Pictures are measured by the kernels. Where there are none, no picture can be
 * measured, and only thumbnails are found. `createKernels` is called when the first is measured, since a thumbnail
 * needs none; what it throws is thrown.
 */
export const createScorerWork = (
  createKernels: () => Kernels | undefined,
): ((request: ScorerRequest) => ScorerAnswer) => {
  let work: ScorerWork | undefined;
  return (request) => {
    if (request.kind === 'thumb') {
      return answerOf(() => ({ kind: 'thumb', found: foundThumb(request) }));
    }
    if (work === undefined) {
      const kernels = createKernels();
      if (kernels === undefined) return { kind: 'failed', reason: 'this processor lacks SIMD' };
      work = createKernelWork(kernels);
    }
    const { isTransparent, survey, productOf, score } = work;
    return answerOf(() => {
      switch (request.kind) {
        case 'transparency':
          return { kind: 'transparency', isTransparent: isTransparent(request.pixels) };
        case 'survey':
          return { kind: 'survey', survey: survey(request.pixels, request.sample) };
        case 'make':
          return { kind: 'product', isMade: make(productOf, request) };
        case 'score':
          return { kind: 'scores', scores: score(request) };
      }
    });
  };
};

const answerOf = (answer: () => ScorerAnswer): ScorerAnswer => {
  try {
    return answer();
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  }
};

const make = (
  productOf: ScorerWork['productOf'],
  { source, result, product }: MakeRequest,
): boolean => {
  const made = productOf(source, product);
  if (made !== undefined) writePlainFile(result, made);
  return made !== undefined;
};

const foundThumb = ({ picture, source, target }: ThumbRequest): FoundThumb => {
  const small = rasterIn(readPlainFile(picture));
  return { plan: thumbPlan(small, source, target), bands: small.bands };
};
