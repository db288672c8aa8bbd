import { expect } from 'chai';
import { isTransparent, type Raster } from '../../src/image/raster.ts';

describe('isTransparent', () => {
  it('asks for one pixel that is not opaque', () => {
    const one = (bands: Raster['bands'], ...levels: readonly number[]): Raster => ({
      width: levels.length / bands,
      height: 1,
      bands,
      data: Uint8Array.from(levels),
    });
    expect(isTransparent(one(3, 0, 0, 0))).to.equal(false);
    expect(isTransparent(one(2, 0, 255, 0, 255))).to.equal(false);
    expect(isTransparent(one(2, 255, 255, 255, 254))).to.equal(true);
    expect(isTransparent(one(4, 9, 9, 9, 255, 9, 9, 9, 0))).to.equal(true);
  });
});
