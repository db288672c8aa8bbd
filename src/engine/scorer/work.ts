import type { Wasm } from '../../image/wasm/wasm.ts';
import { thumbPlan } from '../../image/thumb/placement.ts';
import { readPlainFile } from '../../plain-files.ts';
import { rasterIn } from '../../tools/vips/file.ts';
import { createPixelWork } from './pixel-work.ts';
import type { ScorerAnswer, ScorerRequest, ScorerWork } from './protocol.ts';

/**
 * Answers one request after the other. Pictures are measured by the pixel loops. Where there are none, no picture can be
 * measured, and only thumbnails are found. `createWasm` is called when the first is measured, since a thumbnail
 * needs none; what it throws is thrown.
 */
export const createScorerWork = (
  createWasm: () => Wasm | undefined,
): ((request: ScorerRequest) => ScorerAnswer) => {
  let work: Omit<ScorerWork, 'thumb'> | undefined;
  return (request) => {
    if (request.kind === 'thumb') return answerOf(() => foundThumb(request));
    if (work === undefined) {
      const wasm = createWasm();
      if (wasm === undefined) return { kind: 'failed', reason: 'this processor lacks SIMD' };
      work = createPixelWork(wasm);
    }
    const { isTransparent, survey, make, score } = work;
    return answerOf(() => {
      switch (request.kind) {
        case 'isTransparent':
          return isTransparent(request);
        case 'survey':
          return survey(request);
        case 'make':
          return make(request);
        case 'score':
          return score(request);
      }
    });
  };
};

const answerOf = (work: () => ReturnType<ScorerWork[keyof ScorerWork]>): ScorerAnswer => {
  try {
    return { kind: 'done', value: work() };
  } catch (error) {
    return { kind: 'failed', reason: String(error) };
  }
};

const foundThumb: ScorerWork['thumb'] = ({ picture, source, target }) => {
  const small = rasterIn(readPlainFile(picture));
  return { plan: thumbPlan(small, source, target), bands: small.bands };
};
