import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Rectangle } from '../../src/image/rectangle.ts';
import { corpusFiles } from '../support/corpus.ts';
import { differenceOf, gridOf, pixelsOf, vips, type Pixels } from '../support/image/pictures.ts';
import {
  cornersOf,
  operating,
  pixelAt,
  pngOf,
  sticker,
  type Result,
} from '../support/e2e/operating.ts';

const boxes = [
  { width: 300, height: 150 },
  { width: 100, height: 240 },
] as const;

/** Levels by which a pixel differs from the ground before it belongs to the object, safe from shadows. */
const groundTolerance = 60;
/** Products whose ground is a gradient: the corners differ from each other, and the object's edge is not so easily found. */
const softlyLit = /iron|kettle/;
const softTolerance = 40;
/** Mean difference of objects compared in 12 by 12 cells, which are cut elsewhere in each size. */
const objectBound = 12;
const objectCells = 12;

const distance = (one: readonly number[], other: readonly number[]): number =>
  Math.max(...one.map((level, band) => Math.abs(level - other[band]!)));

/** The smallest rectangle with all pixels that clearly differ from the upper left corner. */
const objectIn = (pixels: Pixels): Rectangle => {
  const ground = pixelAt(pixels, 0, 0);
  const { width, height } = pixels;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (distance(pixelAt(pixels, x, y), ground) < groundTolerance) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
};

const cut = (pixels: Pixels, { left, top, width, height }: Rectangle): Pixels => {
  const { bands, data, width: stride } = pixels;
  const rows = Array.from({ length: height }, (_, y) => {
    const start = ((top + y) * stride + left) * bands;
    return data.subarray(start, start + width * bands);
  });
  return { width, height, bands, data: Buffer.concat(rows) };
};

/** Pictures next to each other on green, which none of them has, `across` in a row. */
const writeSheet = async (
  files: readonly string[],
  across: number,
  sheet: string,
): Promise<void> => {
  const cells = await Promise.all(
    files.map(async (file) => {
      const cell = `${file}-cell.v`;
      const place = ['5', '5', '310', '260', '--extend', 'background'];
      await vips('embed', file, cell, ...place, '--background', '90 120 90');
      return cell;
    }),
  );
  await vips('arrayjoin', cells.join(' '), sheet, '--across', `${across}`);
};

describe('thumbs of free-standing objects', function () {
  const { inFolder, uploaded, operate } = operating();
  const products = corpusFiles().filter(({ name }) => name.startsWith('product/'));
  const made: string[] = [];

  /** The source at about the size of the results, by a way that shares nothing with them but the decoder. */
  const smallSource = async (path: string): Promise<Pixels> => {
    const small = inFolder('small-source.v');
    const { width, height } = await pixelsOf(path);
    const factor = String(Math.floor(Math.max(width, height) / 240));
    await vips('shrink', path, small, factor, factor);
    return pixelsOf(small);
  };

  const expectWholeObject = ({ pixels }: Result, source: Pixels): void => {
    const [before, after] = [objectIn(source), objectIn(pixels)];
    const [wanted, shown] = [before, after].map(({ width, height }) => width / height);
    expect(shown! / wanted!, 'proportions').to.be.closeTo(1, 0.04);
    const expected = gridOf(cut(source, before), 1, objectCells);
    const difference = differenceOf(gridOf(cut(pixels, after), 1, objectCells), expected);
    expect(difference.colour, 'object').to.be.at.most(objectBound);
  };

  for (const { name, path } of products) {
    it(`shows the whole of ${name} on its ground`, async () => {
      const source = await smallSource(path);
      const location = await uploaded(await readFile(path));
      for (const box of boxes) {
        const result = await operate(location, { resize: { method: 'thumb', ...box } });
        expect([result.pixels.width, result.pixels.height]).to.deep.equal([box.width, box.height]);
        const isSoft = softlyLit.test(name);
        const ground = pixelAt(source, 0, 0);
        const corners = cornersOf(result.pixels).map((corner) => distance(corner, ground));
        expect(Math.max(...corners), 'ground').to.be.at.most(isSoft ? softTolerance : 2);
        if (!isSoft) expectWholeObject(result, source);
        made.push(result.path);
      }
    });
  }

  it('keeps the ground of a transparent object transparent', async () => {
    const location = await uploaded(pngOf(sticker(400, 200)));
    const { pixels } = await operate(location, {
      resize: { method: 'thumb', width: 100, height: 100 },
    });
    expect([pixels.width, pixels.height, pixels.bands]).to.deep.equal([100, 100, 4]);
    expect(cornersOf(pixels).map((corner) => corner[3])).to.deep.equal([0, 0, 0, 0]);
    const { width, height } = objectIn(pixels);
    expect(width / height).to.be.closeTo(2, 0.15);
  });

  it('can be looked at in a contact sheet', async function () {
    if (products.length === 0) return this.skip();
    const sheet = join(tmpdir(), 'shrinkd-operations-thumbs.png');
    await writeSheet(made, boxes.length, sheet);
    expect(made.length).to.equal(products.length * boxes.length);
    console.log(`      ${sheet}`);
  });
});
