import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { bytesOf } from '../../src/image/bytes.ts';
import { timingOf } from '../../src/image/webp/animation.ts';
import { factsOf } from '../support/image/facts.ts';
import { differenceOf, gridOf, type Pixels } from '../support/image/pictures.ts';
import { operating, pixelAt, pngOf } from '../support/e2e/operating.ts';

const [width, height] = [120, 90];
const durationsMs = [40, 70, 250];

/** Frames that differ from one another everywhere; the transparent ones have a hole at the left. */
const frameOf = (index: number, bands: 3 | 4): Pixels => {
  const data = new Uint8Array(width * height * bands);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = [60 + x, 60 + y, 90 * index, x < 40 ? 0 : 255].slice(0, bands);
      data.set(colour, (y * width + x) * bands);
    }
  }
  return { width, height, bands, data };
};

/** A part of a picture of the same height or width, or the whole of it. */
type Part = Readonly<{ left: number; top: number; width: number; height: number }>;

const partOf = ({ width: across, bands, data }: Pixels, part: Part): Pixels => {
  const rows = Array.from({ length: part.height }, (_, row) => {
    const start = ((part.top + row) * across + part.left) * bands;
    return data.subarray(start, start + part.width * bands);
  });
  return { width: part.width, height: part.height, bands, data: Buffer.concat(rows) };
};

const whole = { left: 0, top: 0, width, height };

describe('operations on animations', () => {
  const { inFolder, uploaded, operate, ask } = operating();

  const uploadedFrames = async (frames: readonly Pixels[]): Promise<string> => {
    const args: string[] = ['-loop', '7', '-lossless'];
    for (const [index, frame] of frames.entries()) {
      const file = inFolder(`frame${index}.png`);
      await writeFile(file, pngOf(frame));
      args.push('-d', `${durationsMs[index]}`, file);
    }
    const path = inFolder('moving.webp');
    await promisify(execFile)('img2webp', [...args, '-o', path]);
    return uploaded(await readFile(path));
  };

  const animationOf = (bands: 3 | 4): Promise<string> =>
    uploadedFrames([...durationsMs.keys()].map((index) => frameOf(index, bands)));

  const rows: readonly (readonly [string, object, readonly [number, number], Part])[] = [
    ['scale', { method: 'scale', width: 80 }, [80, 60], whole],
    ['fit', { method: 'fit', width: 60, height: 60 }, [60, 45], whole],
    [
      'cover, cut at the sides',
      { method: 'cover', width: 60, height: 60 },
      [60, 60],
      { ...whole, left: 15, width: 90 },
    ],
    [
      'cover, cut above and below',
      { method: 'cover', width: 80, height: 30 },
      [80, 30],
      { ...whole, top: 22, height: 46 },
    ],
    [
      'thumb',
      { method: 'thumb', width: 45, height: 45 },
      [45, 45],
      { ...whole, left: 15, width: 90 },
    ],
  ];
  for (const bands of [3, 4] as const) {
    for (const [title, resize, size, part] of rows) {
      it(`${title} keeps every frame of ${bands} channels, and how long it is shown`, async () => {
        const location = await animationOf(bands);
        const { answer, pixels } = await operate(location, { resize });
        const [across, down] = size;
        expect(answer.headers['image-width']).to.equal(`${across}`);
        expect(answer.headers['image-height']).to.equal(`${down}`);
        expect([pixels.width, pixels.height]).to.deep.equal([across, down * durationsMs.length]);
        expect(timingOf(bytesOf(answer.body))).to.deep.equal({ durationsMs, loops: 7 });
        for (const index of durationsMs.keys()) {
          const frame = partOf(pixels, { left: 0, top: index * down, width: across, height: down });
          const expected = gridOf(partOf(frameOf(index, bands), part), 1, 12);
          const { colour, alpha } = differenceOf(gridOf(frame, 1, 12), expected);
          expect(colour, `colour of frame ${index}`).to.be.at.most(6);
          expect(alpha, `alpha of frame ${index}`).to.be.at.most(30);
        }
      });
    }
  }

  it('a background fills every frame, resized or not', async () => {
    const location = await animationOf(4);
    for (const change of [{}, { resize: { method: 'scale', width: 60 } }]) {
      const background = { transform: { background: '#ff8000' } };
      const { answer, pixels } = await operate(location, { ...change, ...background });
      expect((await factsOf(answer.body)).hasAlpha).to.equal(false);
      expect(timingOf(bytesOf(answer.body)).durationsMs).to.deep.equal(durationsMs);
      const down = pixels.height / durationsMs.length;
      for (const index of durationsMs.keys()) {
        const left = partOf(pixels, { left: 0, top: index * down, width: 10, height: down });
        const [red, green, blue] = gridOf(left, 1, 1).cells;
        for (const [level, expected] of [
          [red, 255],
          [green, 128],
          [blue, 0],
        ] as const) {
          expect(level).to.be.closeTo(expected, 6);
        }
      }
    }
  });

  const flat = (level: number, dot = level): Pixels => {
    const data = new Uint8Array(width * height * 3).fill(level);
    data[0] = dot;
    return { width, height, bands: 3, data };
  };
  const equals: readonly (readonly [string, Pixels, readonly number[]])[] = [
    ['some', flat(200), [40 + 70, 250]],
    // A still picture: the assembler makes no animation of one frame.
    ['all', flat(100, 99), []],
  ];
  for (const [title, last, expected] of equals) {
    it(`${title} frames that become equal are one`, async () => {
      const location = await uploadedFrames([flat(100), flat(100, 101), last]);
      const { answer, pixels } = await operate(location, { resize: { method: 'scale', width: 4 } });
      expect(timingOf(bytesOf(answer.body)).durationsMs).to.deep.equal(expected);
      expect(pixels.height).to.equal(3 * Math.max(1, expected.length));
    });
  }

  it('no frame takes colour from the next one', async () => {
    const location = await uploadedFrames([flat(100), flat(200), flat(0)]);
    const { pixels } = await operate(location, { resize: { method: 'scale', width: 40 } });
    const frameBytes = pixels.data.length / durationsMs.length;
    for (const [index, level] of [100, 200, 0].entries()) {
      const frame = pixels.data.subarray(index * frameBytes, (index + 1) * frameBytes);
      const colours = frame.filter((_, at) => at % pixels.bands < 3);
      expect(Math.max(...colours), `frame ${index}`).to.be.at.most(level + 2);
      expect(Math.min(...colours), `frame ${index}`).to.be.at.least(level - 2);
    }
  });

  const defect = (name: string): Promise<string> =>
    readFile(new URL(`../fixtures/defects/${name}`, import.meta.url)).then(uploaded);

  it('a background fills frames of which parts are drawn over the ones before', async () => {
    const { pixels } = await operate(await defect('sticker.webp'), {
      transform: { background: '#ff8000' },
    });
    const isOpaque =
      pixels.bands === 3 || pixels.data.every((level, at) => at % 4 < 3 || level === 255);
    expect(isOpaque).to.equal(true);
  });

  it('an orientation turns no frame, as in browsers', async () => {
    const { answer, pixels } = await operate(await defect('anim-orient6.webp'), {
      resize: { method: 'scale', width: 60 },
    });
    expect(answer.headers['image-height']).to.equal('40');
    // The upper left corner of each frame is marked, and no other.
    expect(pixels.height).to.equal(2 * 40);
    const rednessAt = (x: number, y: number): number => {
      const [red = 0, green = 0] = pixelAt(pixels, x, y);
      return red - green;
    };
    expect(rednessAt(2, 2)).to.be.greaterThan(30);
    expect(rednessAt(2, 42)).to.be.lessThan(-30);
    // The lower right corner is green, and the other two are grey.
    expect(rednessAt(57, 37)).to.be.lessThan(-30);
    expect(Math.abs(rednessAt(57, 2))).to.be.lessThan(10);
    expect(Math.abs(rednessAt(2, 37))).to.be.lessThan(10);
  });

  it('what the only frame does not cover is transparent', async () => {
    const location = await defect('w-anim-uncovered-1.webp');
    const { pixels } = await operate(location, { convert: { type: 'image/png' } });
    expect([pixels.width, pixels.height, pixels.bands]).to.deep.equal([144, 40, 4]);
    expect(pixelAt(pixels, 71, 20)[3]).to.equal(255);
    expect(pixelAt(pixels, 72, 20)[3]).to.equal(0);
  });

  it('an animation becomes no other type', async () => {
    const refused = await ask(await animationOf(3), { convert: { type: 'image/png' } });
    expect(refused.status).to.equal(400);
    expect(String(refused.body)).to.include('convert.type: expected image/webp');
  });
});
