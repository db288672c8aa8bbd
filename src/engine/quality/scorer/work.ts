import type { Kernels } from '../../../image/kernels/kernels.ts';
import { withRepeatedColours } from '../../../image/png/repeats/colours.ts';
import { thumbPlan } from '../../../image/thumb/placement.ts';
import { readPlainFile } from '../../../plain-files.ts';
import { rasterIn } from '../../../tools/vips/file.ts';
import { createKernelWork } from './kernel-work.ts';
import { createPlainWork } from './plain-work.ts';
import { maxPixelBytes, requireReadable, writePlainFile } from './whole-pictures.ts';
import type {
  FoundThumb,
  RepeatRequest,
  ScorerAnswer,
  ScorerRequest,
  ScorerWork,
  ThumbRequest,
} from './protocol.ts';

/**
 * Answers one request after the other. Pictures are measured by the kernels, where there are none in
 * TypeScript. `createKernels` is called when the first is measured, since a thumbnail needs none; what it
 * throws is thrown.
 */
export const createScorerWork = (
  createKernels: () => Kernels | undefined,
): ((request: ScorerRequest) => ScorerAnswer) => {
  let work: ScorerWork | undefined;
  return (request) => {
    if (request.kind === 'thumb') {
      return answerOf(() => ({ kind: 'thumb', found: foundThumb(request) }));
    }
    if (request.kind === 'repeated-colours') {
      return answerOf(() => ({ kind: 'repeated-colours', isMade: repeatColours(request) }));
    }
    work ??= createWork(createKernels());
    const { isTransparent, survey, lossyPng, score } = work;
    return answerOf(() => {
      switch (request.kind) {
        case 'transparency':
          return { kind: 'transparency', isTransparent: isTransparent(request.pixels) };
        case 'survey':
          return { kind: 'survey', survey: survey(request.pixels, request.sample) };
        case 'lossy-png':
          return { kind: 'lossy-png', isMade: lossyPng(request) };
        case 'score':
          return { kind: 'scores', scores: score(request) };
      }
    });
  };
};

const createWork = (kernels: Kernels | undefined): ScorerWork =>
  kernels === undefined ? createPlainWork() : createKernelWork(kernels);

const answerOf = (answer: () => ScorerAnswer): ScorerAnswer => {
  try {
    return answer();
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  }
};

const repeatColours = ({ source, result, coarseness }: RepeatRequest): boolean => {
  const palette = readPlainFile(source, requireReadable);
  const made = withRepeatedColours(palette, coarseness, maxPixelBytes);
  if (made !== undefined) writePlainFile(result, made);
  return made !== undefined;
};

const foundThumb = ({ picture, source, target }: ThumbRequest): FoundThumb => {
  const small = rasterIn(readPlainFile(picture));
  return { plan: thumbPlan(small, source, target), bands: small.bands };
};
