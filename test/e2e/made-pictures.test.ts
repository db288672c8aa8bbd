import { mkdtemp, rm, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { expect } from 'chai';
import { bytesOf } from '../../src/image/bytes.ts';
import type { Orientation } from '../../src/image/facts.ts';
import {
  composedService,
  type Answer,
  type ComposedService,
} from '../support/service/composed-service.ts';
import {
  differenceOf,
  gridOf,
  pixelsOf,
  vips,
  type Grid,
  type Pixels,
} from '../support/image/pictures.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { bytes, jpegOf, segment } from '../support/image/builders.ts';
import { scanEndsOf } from '../support/image/jpeg-scans.ts';
import { bounds } from '../support/e2e/corpus-expectations.ts';
import {
  base,
  height,
  made,
  oriented,
  plain,
  profiled,
  width,
  writeBases,
  type Recipe,
} from '../support/e2e/made-pictures.ts';
import { photoPath } from '../support/e2e/pictures.ts';

const isPrint = ({ file }: Recipe): boolean => file.startsWith('cmyk');
/** libvips has two ways from CMYK, which differ in colours that screens cannot show. */
const printBound = 8;

describe('made pictures', () => {
  let service: ComposedService | undefined;
  let folder = '';
  const inFolder = (name: string): string => join(folder, name);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-made-'));
    service = await composedService({ connections: 4 });
    await writeBases(inFolder);
  });

  after(async () => {
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** The result of an upload, which must succeed, and its pixels. */
  const compressed = async (
    source: Buffer,
    extension: string,
  ): Promise<Answer & Readonly<{ pixels: Pixels }>> => {
    const answer = await service!.upload(source);
    expect(answer.status, answer.body.toString()).to.equal(201);
    const result = await service!.download(answer.headers.location!);
    expect(result.body.length).to.be.at.most(source.length);
    await writeFile(inFolder(`result${extension}`), result.body);
    return { ...result, pixels: await pixelsOf(inFolder(`result${extension}`)) };
  };

  const expectAlike = (pixels: Pixels, expected: Grid, bound: number = bounds.colour): void => {
    const difference = differenceOf(gridOf(pixels), expected);
    expect(difference.colour, 'colour').to.be.at.most(bound);
    expect(difference.alpha, 'alpha').to.be.at.most(bounds.alpha);
  };

  for (const extension of ['jpg', 'png', 'webp']) {
    for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8] as const satisfies Orientation[]) {
      it(`${extension} of orientation ${orientation} comes out upright, and without it`, async () => {
        const picture = await readFile(inFolder(`base.${extension}`));
        const source = oriented(picture, extension, orientation);
        const { pixels, headers, body } = await compressed(source, `.${extension}`);
        const size = orientation >= 5 ? [height, width] : [width, height];
        expect([pixels.width, pixels.height]).to.deep.equal(size);
        expect([headers['image-width'], headers['image-height']].map(Number)).to.deep.equal(size);
        expectAlike(pixels, gridOf(base, orientation));
        expect(body.includes('Exif') || body.includes('eXIf') || body.includes('EXIF')).to.equal(
          false,
        );
      });
    }
  }

  for (const recipe of profiled) {
    it(`${recipe.name} is converted to sRGB`, async () => {
      const source = await made(recipe, inFolder);
      const { pixels, body } = await compressed(source, extname(recipe.file));
      expect(body.length).to.be.below(source.length);
      expect(/ICC_PROFILE|iCCP|ICCP/.test(body.toString('latin1'))).to.equal(false);
      const expected = gridOf(await pixelsOf(inFolder(recipe.file), 'embedded'));
      const bound = isPrint(recipe) ? printBound : bounds.colour;
      expectAlike(pixels, expected, bound);
    });
  }

  for (const recipe of plain) {
    it(`${recipe.name} (${recipe.file}) stays the same picture, and itself the second time`, async () => {
      const source = await made(recipe, inFolder);
      const before = await pixelsOf(inFolder(recipe.file));
      const { pixels, body } = await compressed(source, extname(recipe.file));
      expect([pixels.width, pixels.height]).to.deep.equal([before.width, before.height]);
      expectAlike(pixels, gridOf(before));
      const again = await compressed(body, extname(recipe.file));
      expect(again.body.equals(body)).to.equal(true);
    });
  }

  describe('a JPEG cut short', () => {
    /** Lengths at even distances, the end of each scan but the last, and those that lack 3 to 5 bytes. */
    const cutsOf = (picture: Buffer): readonly number[] => [
      ...Array.from({ length: 50 }, (_, index) => Math.floor((picture.length * (index + 1)) / 51)),
      ...scanEndsOf(bytesOf(picture)).slice(0, -1),
      ...[5, 4, 3].map((missing) => picture.length - missing),
    ];

    /** Small, since each cut is searched for a quality. */
    const smallPhoto = async (options = ''): Promise<Buffer> => {
      const path = inFolder('small.jpg');
      await vips('thumbnail', photoPath, `${path}[Q=90,strip${options}]`, '400');
      return readFile(path);
    };
    const sources: Readonly<Record<string, () => Promise<Buffer>>> = {
      'a photo': () => smallPhoto(),
      'a progressive photo': () => smallPhoto(',interlace'),
      'a photo with a whole JPEG in its metadata': async () => {
        const photo = await smallPhoto();
        const thumbnail = segment(0xe1, 'Exif\0\0', jpegOf());
        return bytes(photo.subarray(0, 2), thumbnail, photo.subarray(2));
      },
    };

    for (const [name, picture] of Object.entries(sources)) {
      it(`is refused wherever the cut is: ${name}`, async () => {
        const whole = await picture();
        const cuts = cutsOf(whole);
        const answers = await sideBySide(cuts, 4, (cut) => service!.upload(whole.subarray(0, cut)));
        const others = answers.flatMap(({ status }, index) =>
          status === 415 ? [] : [`${status} at ${cuts[index]}`],
        );
        expect(others).to.deep.equal([]);
        expect(cuts.length).to.be.above(50);
      });

      it(`is the same picture where only its end is missing: ${name}`, async () => {
        const whole = await picture();
        const { body } = await compressed(whole, '.jpg');
        for (const missing of [2, 1]) {
          const open = await compressed(whole.subarray(0, -missing), '.jpg');
          expect(open.body.equals(body), `${missing}`).to.equal(true);
        }
      });
    }
  });
});
