import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { checkLimits } from '../../src/image/limits.ts';
import { plainFacts } from '../support/image/facts.ts';

const limits = { pixels: 1200, frames: 3 };

describe('checkLimits', () => {
  const fitting: readonly (readonly [string, Partial<ImageFacts>])[] = [
    ['exactly the pixels allowed', { width: 40, height: 30 }],
    ['exactly the frames allowed', { width: 20, height: 20, frames: 3 }],
    ['one long row', { width: 1200, height: 1 }],
  ];
  for (const [title, facts] of fitting) {
    it(`lets pass ${title}`, () => {
      expect(() => checkLimits(plainFacts(facts), limits)).not.to.throw();
    });
  }

  const refused: readonly (readonly [string, Partial<ImageFacts>, string])[] = [
    [
      'one pixel too many',
      { width: 1201, height: 1 },
      'The image may have at most 1200 pixels (limits.pixels), got 1201 (1201x1).',
    ],
    [
      'pixels of all frames together',
      { width: 30, height: 30, frames: 2 },
      'The image may have at most 1200 pixels (limits.pixels), got 1800 (30x30, 2 frames).',
    ],
    [
      'one frame too many',
      { width: 1, height: 1, frames: 4 },
      'The image may have at most 3 frames (limits.frames), got 4.',
    ],
    [
      'sides that overflow 32 bits',
      { width: 65_536, height: 65_536 },
      'The image may have at most 1200 pixels (limits.pixels), got 4294967296 (65536x65536).',
    ],
  ];
  for (const [title, facts, message] of refused) {
    it(`refuses ${title}, naming the limit and what came`, () => {
      expect(() => checkLimits(plainFacts(facts), limits))
        .to.throw(ServiceError, message)
        .that.includes({ code: 'too_large', message });
    });
  }
});
