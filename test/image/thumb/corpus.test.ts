import { expect } from 'chai';
import { analyseThumb } from '../../../src/image/thumb/find-object.ts';
import { corpusFiles } from '../../support/corpus.ts';
import { sideBySide } from '../../support/side-by-side.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { smallRasterOf } from '../../support/image/small-raster.ts';

/** Photographs that do show something on a plain backdrop. */
const photographedObjects = new Set([
  'photo/airpurifier.webp',
  'photo/espresso.webp',
  'photo/toaster.webp',
  'photo/clic-pepper.png',
  // The moon, and a lit building, each in a black night.
  'photo/cam-moon-16mp.jpg',
  'photo/cam-night.jpg',
]);

describe('analyseThumb, for the corpus', () => {
  const file = temporaryFolders();
  const files = corpusFiles().filter(({ name }) => /^(photo|product)\//.test(name));

  it('finds the products, and no objects in photographs without one', async function () {
    if (files.length === 0) return this.skip();
    const found = await sideBySide(files, 2, async ({ name, path }, index) => {
      const picture = await smallRasterOf(path, file(`${index}.v`));
      return { name, kind: analyseThumb(picture, picture).kind };
    });
    const withObject = found.filter(({ kind }) => kind === 'object').map(({ name }) => name);
    const expected = files
      .map(({ name }) => name)
      .filter((name) => name.startsWith('product/') || photographedObjects.has(name));
    expect(withObject).to.deep.equal(expected);
  });
});
