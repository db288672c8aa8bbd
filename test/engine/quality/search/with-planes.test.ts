import { expect } from 'chai';
import type { Product } from '../../../../src/engine/quality/scorer/protocol.ts';
import type { SearchTask } from '../../../../src/engine/quality/search/search-task.ts';
import { withPlanes } from '../../../../src/engine/quality/search/with-planes.ts';
import type { EncoderOptions } from '../../../../src/engine/race/run-encoder.ts';
import { adaptiveConfig } from '../../../support/image/encoder-table.ts';

const { cwebp, mozjpeg } = adaptiveConfig.encoders;

describe('withPlanes', () => {
  type Asked = Readonly<{
    task?: object;
    source?: object;
    pixels?: number;
    isQuick?: boolean;
    isOpaque?: boolean;
  }>;

  /** The input of the task, and the files of planes that were asked for. */
  const inputFor = async ({ task, source, pixels = 1000, isQuick, isOpaque = true }: Asked) => {
    const asked: string[] = [];
    const measurer = {
      make: async ({ kind }: Product, { output }: Readonly<{ output: string }>) => {
        expect(kind).to.equal('planes');
        asked.push(output);
        return isOpaque;
      },
    };
    const facts = { mediaType: 'image/png', lossless: true, ...source };
    const job = { plan: { width: pixels, height: 1 }, facts, endBy: 0 };
    const usual = { encoder: cwebp, input: 'source.png', candidateIndex: 2, readsPlanes: false };
    const given = { ...usual, job, measurer, isSample: false, ...task } as unknown as SearchTask;
    const { input, readsPlanes } = await withPlanes({ isQuick } as EncoderOptions, given);
    return { input, readsPlanes, asked };
  };

  const planes = 'candidate2-planes.yuv';

  it('makes trials read planes of the picture', async () => {
    const expected = { input: planes, readsPlanes: true, asked: [planes] };
    expect(await inputFor({})).to.deep.equal(expected);
    expect(await inputFor({ pixels: 8_000_000 })).to.deep.equal(expected);
    const webp = { mediaType: 'image/webp', lossless: true };
    expect(await inputFor({ source: webp, task: { input: 'source.webp' } })).to.deep.equal(
      expected,
    );
  });

  it('leaves a transparent picture as it is', async () => {
    const expected = { input: 'source.png', readsPlanes: false, asked: [planes] };
    expect(await inputFor({ isOpaque: false })).to.deep.equal(expected);
  });

  const others: readonly (readonly [string, Asked])[] = [
    ['an encoder that reads none', { task: { encoder: mozjpeg } }],
    ['sample tiles', { task: { isSample: true } }],
    ['a search in haste', { isQuick: true }],
    [
      'a picture for which the process that makes them has too little memory',
      { pixels: 8_000_001 },
    ],
    [
      'a lossy WebP, which has its own',
      { source: { mediaType: 'image/webp', lossless: false }, task: { input: 'source.webp' } },
    ],
  ];
  for (const [title, asked] of others) {
    it(`asks for none for ${title}`, async () => {
      const input =
        asked.task !== undefined && 'input' in asked.task ? asked.task.input : 'source.png';
      expect(await inputFor(asked)).to.deep.equal({ input, readsPlanes: false, asked: [] });
    });
  }
});
