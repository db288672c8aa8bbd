import { expect } from 'chai';
import { remainingShare } from '../../../src/engine/search/remaining-share.ts';
import type { Job } from '../../../src/engine/job.ts';
import type { Survey } from '../../../src/engine/scorer/protocol.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { surveyOf } from '../../support/engine/surveys.ts';

type Asked = Readonly<{
  name?: string;
  end?: readonly string[];
  width?: number;
  survey?: Partial<Survey>;
  /** The media type of another candidate that begins with the same encoder. */
  other?: string;
}>;

const shareOf = ({ name = 'palette', end = ['oxipng'], width = 1000, ...asked }: Asked): number => {
  const encoder = adaptiveConfig.encoders[name] ?? expect.fail(`${name} is configured`);
  const candidate = { chain: [name, ...end], mediaType: encoder.produces };
  const other = { chain: [name, 'x'], mediaType: asked.other ?? encoder.produces };
  const job = {
    plan: { width, height: 1000, pixels: [], candidates: [candidate, other] },
    facts: { mediaType: 'image/png', hasAlpha: true },
  };
  const survey = surveyOf({ measuredPixels: 1, ...asked.survey });
  return remainingShare(candidate, encoder, job as unknown as Job, survey);
};

describe('the share of a trial that the rest of its chain leaves at least', () => {
  const rows: readonly (readonly [title: string, asked: Asked, share: number])[] = [
    ['an opaque palette', {}, 0.85],
    ['a trial that is the result', { end: [] }, 1],
    ['a palette with alpha', { survey: { isTransparent: true } }, 0],
    ['a small palette, which is made coarser', { width: 600 }, 0],
    ['a palette that becomes a WebP too', { other: 'image/webp' }, 0],
    ['grain', { name: 'lossy-png' }, 0],
  ];
  for (const [title, asked, share] of rows) {
    it(`is ${share} of ${title}`, () => expect(shareOf(asked)).to.equal(share));
  }
});
