import { expect } from 'chai';
import { leastLosslessBytes } from '../../../src/image/quality/lossless-bytes.ts';
import { plainFacts } from '../../support/image/facts.ts';

describe('bytes that a lossless result takes at least', () => {
  const bytesOf = (mediaType: string, changes: object, flatness?: number): number => {
    const facts = plainFacts({ width: 40, height: 30, ...changes });
    return leastLosslessBytes(
      { mediaType },
      { facts, plan: { width: 40, height: 30 }, sourceBytes: 1000, flatness },
    );
  };
  const png = { mediaType: 'image/png', lossless: true } as const;

  it('are a share of the source of the same type', () => {
    expect(bytesOf('image/jpeg', {})).to.equal(800);
    expect(bytesOf('image/png', png)).to.equal(500);
  });

  it('shrink with the pixels', () => {
    expect(bytesOf('image/png', { ...png, width: 80, height: 60 })).to.equal(125);
  });

  it('are more than any of a lossy source or a photograph in another type', () => {
    expect(bytesOf('image/png', {}, 0.9)).to.equal(Infinity);
    expect(bytesOf('image/webp', png, 0.2)).to.equal(Infinity);
  });

  it('are unknown for a drawing in another type', () => {
    expect(bytesOf('image/webp', png, 0.6)).to.equal(0);
    expect(bytesOf('image/webp', png)).to.equal(0);
  });
});
