import { expect } from 'chai';
import { ScorerFailure } from '../../../../src/engine/scorer/failure.ts';
import { withFittedPlanes } from '../../../../src/engine/search/search/fitted-planes.ts';
import type { MeasuredTrial } from '../../../../src/engine/search/search/run-trial.ts';
import type { SearchTask } from '../../../../src/engine/search/search/search-task.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';
import { rejectionOf } from '../../../support/rejection.ts';

describe('withFittedPlanes', () => {
  type Asked = Readonly<{
    task?: object;
    score?: number;
    pixels?: number;
    fit?: () => Promise<boolean>;
  }>;

  const fittedBy = async ({ task, score = 79.5, pixels = 1000, fit }: Asked) => {
    const asked: object[] = [];
    const measurer = {
      fitPlanes: async (files: object) => {
        asked.push(files);
        return fit?.() ?? true;
      },
    };
    const given = {
      ...{ job: { plan: { width: pixels, height: 1 }, endBy: 9 }, measurer },
      ...{ encoder: adaptiveConfig.encoders['cwebp'], input: 'planes.yuv', candidateIndex: 2 },
      range: { finest: 96, coarsest: 36, start: 82, steps: 'difference' },
      ...{ readsPlanes: true, sourceTarget: 79.5, budget: 5, pressure: () => undefined, ...task },
    };
    const measured = { milliseconds: 1 };
    const trial = { setting: 80, score, file: 'trial0.webp', encodeMs: 1, measured };
    const made = await withFittedPlanes(
      given as unknown as SearchTask,
      trial as unknown as MeasuredTrial,
    );
    return { asked, input: made.task.input, label: made.task.label, start: made.start };
  };

  it('makes further trials read planes that are fitted to the first result', async () => {
    const output = 'candidate2-fitted.yuv';
    expect(await fittedBy({})).to.deep.equal({
      asked: [{ planes: 'planes.yuv', encoded: 'trial0.webp', mediaType: 'image/webp', output }],
      ...{ input: output, label: 'fitted', start: 80 },
    });
  });

  for (const [score, start] of [
    [75.1, 84],
    [79.1, 80],
    [83.1, 76],
  ] as const) {
    it(`goes on at ${start} after a score of ${score} at 80`, async () => {
      expect((await fittedBy({ score })).start).to.equal(start);
    });
  }

  const unchanged = { input: 'planes.yuv', label: undefined, start: 80 };
  const unasked: readonly (readonly [string, Asked])[] = [
    ['a search that reads no planes', { task: { readsPlanes: false } }],
    ['a search under load', { task: { pressure: () => 'pressure' } }],
    ['a search whose work is done', { pixels: 2_000_000, task: { budget: 1 }, score: 79.5 }],
  ];
  for (const [title, asked] of unasked) {
    it(`leaves ${title} as it is`, async () => {
      expect(await fittedBy(asked)).to.deep.equal({ ...unchanged, asked: [] });
    });
  }

  it('leaves a search as it is where its planes hardly change', async () => {
    expect(await fittedBy({ fit: async () => false })).to.deep.include(unchanged);
  });

  it('leaves a search as it is where they cannot be measured', async () => {
    const fit = async () => {
      throw new ScorerFailure('no memory', { isLasting: false });
    };
    expect(await fittedBy({ fit })).to.deep.include(unchanged);
  });

  it('rejects with what the runner throws', async () => {
    const gone = new Error('the client has gone');
    const fit = async () => {
      throw gone;
    };
    expect(await rejectionOf(fittedBy({ fit }))).to.equal(gone);
  });
});
