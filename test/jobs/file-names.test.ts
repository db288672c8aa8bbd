import { expect } from 'chai';
import { extensionOf, pixelsFileName, sourceFileName } from '../../src/jobs/file-names.ts';

describe("names of a job's files", () => {
  const rows: readonly (readonly [string, string])[] = [
    ['image/jpeg', 'jpg'],
    ['image/png', 'png'],
    ['image/webp', 'webp'],
    ['image/x-portable-pixmap', 'ppm'],
    ['image/avif', 'avif'],
    ['image/svg+xml', 'svgxml'],
    ['image/../../etc', 'etc'],
  ];
  for (const [mediaType, extension] of rows) {
    it(`end in .${extension} for ${mediaType}`, () => {
      expect(extensionOf(mediaType)).to.equal(extension);
    });
  }

  it('of a source and of its pixels differ', () => {
    expect(sourceFileName('image/png')).to.equal('source.png');
    expect(pixelsFileName('image/png')).to.equal('pixels.png');
  });
});
