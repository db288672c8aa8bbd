import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { gridOf, pixelsOfContent } from '../support/image/pictures.ts';
import { compressing } from '../support/engine/compressing.ts';

/** Width, height, and the mean of each quarter over white, as Chromium 156 shows them. */
const pictures: readonly (readonly [string, number, number, string])[] = [
  ['exif-badcrc.png', 120, 80, 'a62b5d ad4eac 57a0ac 60b84b'],
  ['exif-prefix.png', 96, 64, '97326a 995e86 698f8e 60b943'],
  ['imagemagick-orient6.png', 240, 160, '6c48a5 b04ead 54a0ad 99a46d'],
  ['p-icc-after-plte.png', 72, 40, 'cd4119 57ad18 515186 af7f33'],
  ['p-iend-crc.png', 72, 40, 'a74d27 4a972d 4a447e 88753b'],
  ['p-srgb-ff-gama1.png', 72, 40, 'd09066 86c772 8987aa bbac7b'],
  ['p-trns17.png', 72, 40, 'ffffff ffffff ffffff ffffff'],
  ['trns-badcrc.png', 120, 80, 'a62b5d ad4eac 57a0ac 60b84b'],
  ['trns-before-plte.png', 60, 40, '22a45e 54943e 648259 985821'],
  ['exif-byte.jpg', 120, 80, 'a52b5e ad4eac 57a0ac 61b74b'],
  ['j-exif-count3.jpg', 72, 40, 'a74d27 4a972d 4a447e 88753b'],
  ['j-exif-empty-first.jpg', 40, 72, '4a447e a74d27 88753b 4a972d'],
  ['grey-prophoto18.jpg', 240, 160, '727272 898989 9c9c9c aaaaaa'],
];

/** The quarters are made of half as many columns. */
const tolerance = 7;

describe('the engine, given a picture that tools read in other ways than browsers', () => {
  const engine = compressing();

  for (const [name, width, height, quarters] of pictures) {
    it(`shows ${name} as browsers do`, async () => {
      const source = await readFile(`test/fixtures/defects/${name}`);
      const resize = { method: 'scale', width: width / 2 } as const;
      const change = { resize, convert: ['image/webp'] };
      const { content, result, failures } = await engine.compress(source, { change });
      expect([result.width, result.height]).to.deep.equal([width / 2, height / 2]);
      const { cells } = gridOf(await pixelsOfContent(content, result.mediaType), 1, 2);
      const shown = [0, 1, 2, 3].flatMap((cell) =>
        [0, 1, 2].map((band) => overWhite(cells[cell * 4 + band]!, cells[cell * 4 + 3]!)),
      );
      const expected = Buffer.from(quarters.replaceAll(' ', ''), 'hex');
      expect(expected).to.have.length(shown.length);
      shown.forEach((level, at) => expect(level).to.be.closeTo(expected[at]!, tolerance));
      expect(failures).to.deep.equal([]);
    });
  }
});

const overWhite = (weighted: number, alpha: number): number => weighted + 255 - alpha;
