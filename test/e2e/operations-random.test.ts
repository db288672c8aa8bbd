import { readFile, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import { randomNumbers } from '../support/random.ts';
import { avifOf } from '../support/image/avifs.ts';
import { gradients } from '../support/image/gradients.ts';
import { metadataIn, hasExiftool, tagsOf } from '../support/image/exiftool.ts';
import { vips, type Pixels } from '../support/image/pictures.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { bytes } from '../support/image/builders.ts';
import { exifSegment, exifWithOrientation } from '../support/image/metadata.ts';
import { jsonOf } from '../support/e2e/client.ts';
import { operating, pngOf, sticker, type Result } from '../support/e2e/operating.ts';

type Box = Readonly<{ width: number; height: number }>;
type Resize = Readonly<{ method: string; width?: number; height?: number }>;
type Picture = Readonly<{ name: string; size: Box; make: () => Promise<Buffer> }>;

const rounds = 60;
const roundsOfPicture = 15;
// A result of so large a source is smaller, so that the source with its rotation is none.
const turned = ['--irot', '1', '--min', '0', '--max', '0', '--yuv', '444'];
const deep = ['--depth', '10'];
const methods = ['scale', 'fit', 'cover', 'thumb'];
const convertTypes = [
  ...['image/png', 'image/webp', 'image/avif', '*/*'],
  ['image/png', 'image/webp'],
  ['image/avif', 'image/webp'],
];

describe('random operations', () => {
  const { inFolder, uploaded, operate, ask, client } = operating();

  const pictureBy = (name: string, pixels: Pixels, file?: string): Picture => ({
    name,
    size: pixels,
    make: async () => {
      await writeFile(inFolder('made.png'), pngOf(pixels));
      if (file === undefined) return readFile(inFolder('made.png'));
      await vips('copy', inFolder('made.png'), `${inFolder(file)}[strip]`);
      return readFile(inFolder(file));
    },
  });

  const onItsSide: Picture = {
    name: 'a JPEG that lies on its side',
    size: { width: 50, height: 97 },
    make: async () => {
      const jpeg = await pictureBy('', gradients(97, 50), 'side.jpg').make();
      return bytes(jpeg.subarray(0, 2), exifSegment(exifWithOrientation(6)), jpeg.subarray(2));
    },
  };

  const avifBy = (name: string, pixels: Pixels, size: Box, args: readonly string[]): Picture => ({
    name,
    size,
    make: () => avifOf(pngOf(pixels), args),
  });

  const pictures: readonly Picture[] = [
    onItsSide,
    avifBy('an AVIF that lies on its side', gradients(70, 41), { width: 41, height: 70 }, turned),
    avifBy('a transparent AVIF of 10 bits', sticker(52, 44), { width: 52, height: 44 }, deep),
    pictureBy('a transparent PNG', sticker(61, 40)),
    pictureBy('a WebP', gradients(33, 80), 'some.webp'),
    pictureBy('a PNG one pixel wide', gradients(1, 30)),
  ];

  const randomResize = (random: (below: number) => number, { width, height }: Box): Resize => {
    const method = methods[random(methods.length)]!;
    const sides = { width: 1 + random(width * 2), height: 1 + random(height * 2) };
    if (method !== 'scale') return { method, ...sides };
    return random(2) === 0 ? { method, width: sides.width } : { method, height: sides.height };
  };

  /** Never up, the box exactly or the proportions kept within a pixel. */
  const expectSize = (
    { answer, pixels }: Result,
    { method, ...box }: Resize,
    source: Box,
  ): void => {
    const { width, height } = pixels;
    const told = [answer.headers['image-width'], answer.headers['image-height']].map(Number);
    expect(told).to.deep.equal([width, height]);
    expect(width).to.be.within(1, source.width);
    expect(height).to.be.within(1, source.height);
    const most = {
      width: Math.min(box.width ?? source.width, source.width),
      height: Math.min(box.height ?? source.height, source.height),
    };
    if (method === 'cover' || method === 'thumb') {
      expect({ width, height }).to.deep.equal(most);
      return;
    }
    const ratio = Math.min(most.width / source.width, most.height / source.height);
    expect(width).to.be.at.most(most.width);
    expect(height).to.be.at.most(most.height);
    expect(Math.abs(width - Math.max(1, source.width * ratio))).to.be.at.most(1);
    expect(Math.abs(height - Math.max(1, source.height * ratio))).to.be.at.most(1);
    const isExact = width === most.width || height === most.height;
    expect(isExact, 'one side as asked').to.equal(true);
  };

  for (const [seed, picture] of pictures.entries()) {
    it(`give ${picture.name} the size asked for, never a larger one, and no metadata`, async () => {
      const random = randomNumbers(seed + 1);
      const source = await picture.make();
      const location = await uploaded(source);
      const asked = Array.from({ length: roundsOfPicture }, () => ({
        resize: randomResize(random, picture.size),
        ...(random(3) === 0 && { convert: { type: convertTypes[random(convertTypes.length)] } }),
        ...(random(3) === 0 && { transform: { background: '#a0b0c0' } }),
        ...(random(3) === 0 && { preserve: ['copyright', 'creation', 'location'] }),
      }));
      const results = await sideBySide(asked, 2, async (operation) => {
        const result = await operate(location, operation);
        return { result, operation };
      });
      for (const { result, operation } of results) {
        expectSize(result, operation.resize, picture.size);
        if (operation.transform !== undefined) expect(result.pixels.bands).to.equal(3);
      }
      if (!hasExiftool()) return;
      const tags = await tagsOf(results.map(({ result }) => result.path));
      expect(tags.flatMap(metadataIn)).to.deep.equal([]);
    });
  }

  /** A value of an option object, and its price; or the path of what is wrong in it. */
  type Option = Readonly<{ value: unknown; price?: number; wrongAt?: string }>;

  // oxfmt-ignore
  const options: Readonly<Record<string, readonly Option[]>> = {
    resize: [
      { value: { method: 'fit', width: 20, height: 30 }, price: 1 },
      { value: { method: 'scale', height: 12, width: null }, price: 1 },
      { value: { method: 'thumb', width: 65535, height: 9 }, price: 1 },
      { value: null },
      { value: { method: 'fit', width: 20 }, wrongAt: 'resize.height' },
      { value: { method: 'cover', width: 0, height: 1 }, wrongAt: 'resize.width' },
      { value: { method: 'fit', width: '20', height: 20 }, wrongAt: 'resize.width' },
      { value: { method: 'fit', width: 20, height: 2.5 }, wrongAt: 'resize.height' },
      { value: { method: 'FIT', width: 20, height: 20 }, wrongAt: 'resize.method' },
      { value: { width: 20 }, wrongAt: 'resize.method' },
      { value: [], wrongAt: 'resize' },
    ],
    convert: [
      { value: { type: 'image/webp' }, price: 1 },
      { value: { type: ['IMAGE/PNG', 'image/jpg'] }, price: 1 },
      { value: { type: 'image/png, image/webp' }, price: 1 },
      { value: { type: ['image/avif', 'image/webp'] }, price: 1 },
      { value: null },
      { value: { type: [] }, wrongAt: 'convert.type' },
      { value: { type: ['image/png', 7] }, wrongAt: 'convert.type[1]' },
      { value: { type: 'image/gif' }, wrongAt: 'convert.type' },
      { value: { types: 'image/png' }, wrongAt: 'convert.types' },
      { value: {}, wrongAt: 'convert.type' },
      { value: 'image/png', wrongAt: 'convert' },
    ],
    transform: [
      { value: { background: 'white' } },
      { value: { background: '#12aBf0' } },
      { value: { background: null } },
      { value: {} },
      { value: { background: '#123' }, wrongAt: 'transform.background' },
      { value: { background: 'White ' }, wrongAt: 'transform.background' },
      { value: { foreground: 'white' }, wrongAt: 'transform.foreground' },
    ],
    preserve: [
      { value: [] },
      { value: ['location', 'location'] },
      { value: null },
      { value: ['copyright', 'author'], wrongAt: 'preserve[1]' },
      { value: 'copyright', wrongAt: 'preserve' },
    ],
    rotate: [{ value: { by: 90 }, wrongAt: 'rotate' }],
  };

  it('are done and billed when they are valid, else refused by the name of what is wrong', async () => {
    const random = randomNumbers(9);
    const location = await uploaded(pngOf(sticker(40, 30)));
    let count = await client().count();
    const done = { 200: 0, 400: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const chosen = Object.entries(options).flatMap(([name, values]) =>
        random(name === 'rotate' ? 20 : 2) === 0 ? [[name, pick(values, random)] as const] : [],
      );
      const body = Object.fromEntries(chosen.map(([name, { value }]) => [name, value]));
      const wrong = chosen.flatMap(([, { wrongAt }]) => wrongAt ?? []);
      const { status, headers, body: answer } = await ask(location, body);
      const about = `${JSON.stringify(body)}: ${status === 200 ? '' : String(answer)}`;
      const expected = wrong.length === 0 ? 200 : 400;
      expect(status, about).to.equal(expected);
      done[expected] += 1;
      if (wrong.length === 0) count += chosen.reduce((sum, [, { price = 0 }]) => sum + price, 0);
      else
        for (const path of wrong)
          expect(jsonOf({ body: answer })['message']).to.include(`${path}: expected`);
      expect(Number(headers['compression-count']), about).to.equal(count);
    }
    expect(await client().count()).to.equal(count);
    expect(Math.min(done[200], done[400])).to.be.above(10);
  });

  /** Mostly good ones, so that whole bodies of them come about. */
  const pick = (values: readonly Option[], random: (below: number) => number): Option => {
    const wantsGood = random(4) > 0;
    const some = values.filter(({ wrongAt }) => (wrongAt === undefined) === wantsGood);
    const from = some.length > 0 ? some : values;
    return from[random(from.length)]!;
  };
});
