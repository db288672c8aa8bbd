import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { gridOf, pixelsOfContent } from '../support/image/pictures.ts';
import { compressing } from '../support/engine/compressing.ts';

/** Size, and the mean of each quarter over white, as Chromium 156 shows them. */
const pictures: Readonly<Record<string, readonly [readonly number[], readonly number[][]]>> = {
  'exif-badcrc.png': [
    [120, 80],
    [
      [166, 43, 93],
      [173, 78, 172],
      [87, 160, 172],
      [96, 184, 75],
    ],
  ],
  'exif-prefix.png': [
    [96, 64],
    [
      [151, 50, 106],
      [153, 94, 134],
      [105, 143, 142],
      [96, 185, 67],
    ],
  ],
  'imagemagick-orient6.png': [
    [240, 160],
    [
      [108, 72, 165],
      [176, 78, 173],
      [84, 160, 173],
      [153, 164, 109],
    ],
  ],
  'p-icc-after-plte.png': [
    [72, 40],
    [
      [205, 65, 25],
      [87, 173, 24],
      [81, 81, 134],
      [175, 127, 51],
    ],
  ],
  'p-iend-crc.png': [
    [72, 40],
    [
      [167, 77, 39],
      [74, 151, 45],
      [74, 68, 126],
      [136, 117, 59],
    ],
  ],
  'p-srgb-ff-gama1.png': [
    [72, 40],
    [
      [208, 144, 102],
      [134, 199, 114],
      [137, 135, 170],
      [187, 172, 123],
    ],
  ],
  'p-trns17.png': [
    [72, 40],
    [
      [255, 255, 255],
      [255, 255, 255],
      [255, 255, 255],
      [255, 255, 255],
    ],
  ],
  'trns-badcrc.png': [
    [120, 80],
    [
      [166, 43, 93],
      [173, 78, 172],
      [87, 160, 172],
      [96, 184, 75],
    ],
  ],
  'trns-before-plte.png': [
    [60, 40],
    [
      [34, 164, 94],
      [84, 148, 62],
      [100, 130, 89],
      [152, 88, 33],
    ],
  ],
  'exif-byte.jpg': [
    [120, 80],
    [
      [165, 43, 94],
      [173, 78, 172],
      [87, 160, 172],
      [97, 183, 75],
    ],
  ],
  'j-exif-count3.jpg': [
    [72, 40],
    [
      [167, 77, 39],
      [74, 151, 45],
      [74, 68, 126],
      [136, 117, 59],
    ],
  ],
  'j-exif-empty-first.jpg': [
    [40, 72],
    [
      [74, 68, 126],
      [167, 77, 39],
      [136, 117, 59],
      [74, 151, 45],
    ],
  ],
  'grey-prophoto18.jpg': [
    [240, 160],
    [
      [114, 114, 114],
      [137, 137, 137],
      [156, 156, 156],
      [170, 170, 170],
    ],
  ],
};

/** The quarters are made of half as many columns. */
const tolerance = 7;

describe('the engine, given a picture that tools read in other ways than browsers', () => {
  const engine = compressing();

  for (const [name, [[width = 0, height = 0], quarters]] of Object.entries(pictures)) {
    it(`shows ${name} as browsers do`, async () => {
      const source = await readFile(`test/fixtures/defects/${name}`);
      const resize = { method: 'scale', width: width / 2 } as const;
      const change = { resize, convert: ['image/webp'] };
      const { content, result, failures } = await engine.compress(source, { change });
      expect([result.width, result.height]).to.deep.equal([width / 2, height / 2]);
      const { cells } = gridOf(await pixelsOfContent(content, result.mediaType), 1, 2);
      const shown = quarters.map((_, cell) =>
        [0, 1, 2].map((band) => overWhite(cells[cell * 4 + band]!, cells[cell * 4 + 3]!)),
      );
      shown
        .flat()
        .forEach((level, at) => expect(level).to.be.closeTo(quarters.flat()[at]!, tolerance));
      expect(failures).to.deep.equal([]);
    });
  }
});

const overWhite = (weighted: number, alpha: number): number => weighted + 255 - alpha;
