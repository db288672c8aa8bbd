import { expect } from 'chai';
import { leastLosslessBytes } from '../../../src/image/search/lossless-bytes.ts';
import { plainFacts } from '../../support/image/facts.ts';

describe('bytes that a lossless result takes at least', () => {
  const bytesOf = (
    mediaType: string,
    changes: object,
    flatness?: number,
    sourceBytes = 1000,
  ): number => {
    const facts = plainFacts({ width: 40, height: 30, ...changes });
    const plan = { width: 40, height: 30 };
    return leastLosslessBytes({ mediaType }, { facts, plan, sourceBytes, flatness });
  };
  const png = { mediaType: 'image/png', lossless: true } as const;

  it('are a share of the source of the same type', () => {
    expect(bytesOf('image/jpeg', {})).to.equal(800);
    expect(bytesOf('image/png', png)).to.equal(500);
  });

  it('are a larger share of one that takes few bits for each pixel that differs from its neighbour', () => {
    expect(bytesOf('image/png', png, 0.1, 1080)).to.equal(864);
    expect(bytesOf('image/png', png, 0.1, 1081)).to.equal(540.5);
    expect(bytesOf('image/webp', png, 0.4, 700)).to.equal(105);
    expect(bytesOf('image/png', { ...png, width: 80, height: 60 }, 0.1)).to.equal(125);
  });

  it('shrink with the pixels', () => {
    expect(bytesOf('image/png', { ...png, width: 80, height: 60 })).to.equal(125);
  });

  it('are more than any of a lossy source or a photograph in another type', () => {
    expect(bytesOf('image/png', {}, 0.9)).to.equal(Infinity);
    expect(bytesOf('image/webp', png, 0.2)).to.equal(Infinity);
  });

  it('are a smaller share for a drawing in another type', () => {
    expect(bytesOf('image/webp', png, 0.61)).to.equal(150);
    expect(bytesOf('image/webp', png)).to.equal(150);
  });

  it('are more where more pixels differ from their neighbour', () => {
    expect(bytesOf('image/webp', png, 0.61)).to.equal(150);
    expect(bytesOf('image/webp', png, 0.52)).to.be.closeTo(180, 0.001);
    expect(bytesOf('image/png', png, 0.52)).to.equal(500);
  });

  it('say nothing of differences in palettes and patterns', () => {
    const palette = { ...png, colour: 'palette', hasAlpha: true };
    expect(bytesOf('image/webp', palette, 0.52, 500)).to.equal(75);
    expect(bytesOf('image/webp', png, 0.5)).to.equal(150);
  });

  it('are unknown for a drawing in another type that is hardly compressed', () => {
    expect(bytesOf('image/webp', png, 0.6, 1400)).to.equal(0);
  });

  for (const [title, changes, raw] of [
    ['colours', {}, 3600],
    ['colours and alpha', { hasAlpha: true }, 4800],
    ['grey', { colour: 'grey' }, 1200],
    ['grey and alpha', { colour: 'grey', hasAlpha: true }, 2400],
    ['a transparent palette', { colour: 'palette', hasAlpha: true }, 1200],
    ['4 bits', { colour: 'palette', bitDepth: 4 }, 600],
  ] as const) {
    it(`are unknown where a PNG of ${title} is hardly compressed`, () => {
      const of = (share: number) => bytesOf('image/png', { ...png, ...changes }, 0, raw * share);
      expect([of(0.89) > 0, of(0.91)]).to.deep.equal([true, 0]);
    });
  }

  it('are unknown of a flat picture whose source has more bytes than its edges take', () => {
    expect(bytesOf('image/png', png, 0.8, 640)).to.equal(320);
    expect(bytesOf('image/png', png, 0.8, 660)).to.equal(0);
  });

  it('are half as many where 16 bits become 8', () => {
    expect(bytesOf('image/png', { ...png, bitDepth: 16 })).to.equal(250);
  });

  it('are a share of any JPEG', () => {
    expect(bytesOf('image/jpeg', {}, 0, 100_000)).to.equal(80_000);
  });
});
