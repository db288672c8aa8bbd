import { expect } from 'chai';
import { added } from '../../support/image/metadata-builders.ts';
import { copyright, location, plainOf } from '../../support/image/metadata-samples.ts';

describe('what metadata adds to a PNG', () => {
  const png = plainOf('image/png');

  it('stands uncompressed before the image data', () => {
    const result = added(png, 'image/png', copyright).toString();
    expect(result).to.include('© Zoë &amp; &lt;Söhne&gt;');
    expect(result.indexOf('iTXt')).to.be.below(result.indexOf('IDAT'));
  });

  it('leaves out what XMP does not need around it', () => {
    const result = added(png, 'image/png', copyright).toString();
    expect(result).to.include('<rdf:RDF').and.not.to.include('xmpmeta');
  });

  it('is nothing for a location', () => {
    expect(added(png, 'image/png', location).equals(png)).to.equal(true);
  });

  it('stands right behind IHDR, where no chunk minds it', () => {
    const ihdrEnd = 8 + 25;
    expect(added(png, 'image/png', copyright).indexOf('iTXt')).to.equal(ihdrEnd + 4);
  });
});
