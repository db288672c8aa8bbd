import { expect } from 'chai';
import { compressing } from '../support/engine/compressing.ts';
import { segment, uint32, withSegments } from '../support/image/builders.ts';

describe('a gain map', () => {
  const engine = compressing();

  it('is named by the receipt as removed, of a source that has one alone', async () => {
    const plain = engine.pictures.jpeg;
    const mapped = withSegments(plain, segment(0xe2, 'urn:iso:std:iso:ts:21496:-1\0', uint32(0)));
    const [without, withMap] = [await engine.compress(plain), await engine.compress(mapped)];
    expect(without.result.receipt.source).not.to.have.property('gainMap');
    expect(withMap.result.receipt.source).to.include({ gainMap: 'removed' });
    expect(withMap.content.includes('21496')).to.equal(false);
  });
});
