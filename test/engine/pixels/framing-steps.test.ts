import { framing } from '../../support/image/sizes.ts';
import { expect } from 'chai';
import { framingSteps, frameSteps } from '../../../src/engine/pixels/framing-steps.ts';
import type { Changes } from '../../../src/image/framing.ts';
import type { Overlay } from '../../../src/image/overlay.ts';
import {
  drawn,
  expectNear,
  halfSeen,
  type Levels,
  levelsAt,
  makingPixels,
  plain,
} from '../../support/engine/making-pixels.ts';
import { factsOf } from '../../support/image/facts.ts';
import { overlayOf, overlayPicture } from '../../support/image/overlay.ts';
import type { Pixels } from '../../support/image/pictures.ts';

const png = 'image/png';

describe('framingSteps', () => {
  const { fileOf, pixelsFor } = makingPixels();
  /** Of 40x30: red tells the column, green the row. */
  const picture = drawn([40, 30], 3, (x, y) => [x * 6, y * 8, 0]);
  const edge = drawn([40, 30], 3, (x) => (x < 20 ? [0, 0, 0] : [200, 200, 200]));
  const padding = { top: 2, right: 3, bottom: 4, left: 5 };
  const red = { red: 255, green: 0, blue: 0 };

  const rows: readonly (readonly [
    title: string,
    picture: Pixels,
    changes: Changes,
    size: readonly [width: number, height: number],
    points: readonly (readonly [x: number, y: number, levels: Levels])[],
  ])[] = [
    ['turns to the right', picture, { angle: 90 }, [30, 40], [[0, 0, [0, 232, 0, 255]]]],
    ['turns to the left', picture, { angle: 270 }, [30, 40], [[0, 0, [234, 0, 0, 255]]]],
    [
      'mirrors what is turned',
      picture,
      { angle: 90, flip: { horizontal: true, vertical: false } },
      [30, 40],
      [[0, 0, [0, 0, 0, 255]]],
    ],
    [
      'mirrors upside down',
      picture,
      { flip: { horizontal: false, vertical: true } },
      [40, 30],
      [[0, 0, [0, 232, 0, 255]]],
    ],
    [
      'softens an edge',
      edge,
      { blur: 4 },
      [40, 30],
      [
        [19, 15, [90, 90, 90, 255]],
        [1, 15, [0, 0, 0, 255]],
      ],
    ],
    ['makes squares', edge, { pixelate: 15 }, [40, 30], [[17, 3, [133, 133, 133, 255]]]],
    [
      'pads with nothing',
      picture,
      { padding },
      [48, 36],
      [
        [4, 1, [0, 0, 0, 0]],
        [5, 2, [0, 0, 0, 255]],
        [44, 31, [234, 232, 0, 255]],
        [45, 32, [0, 0, 0, 0]],
      ],
    ],
    [
      'pads what has alpha already',
      halfSeen(200, 100, 30),
      { padding },
      [48, 36],
      [
        [0, 0, [0, 0, 0, 0]],
        [44, 31, [200, 100, 30, 255]],
      ],
    ],
    [
      'pads grey',
      plain([90]),
      { padding },
      [48, 36],
      [
        [0, 0, [0, 0, 0, 0]],
        [5, 2, [90, 90, 90, 255]],
      ],
    ],
    [
      'softens no colour into what is clear',
      halfSeen(200, 100, 30),
      { blur: 3 },
      [40, 30],
      [[22, 15, [200, 100, 30, 203]]],
    ],
  ];
  for (const [title, source, changes, [width, height], points] of rows) {
    it(title, async () => {
      const change = { resize: framing({ changes }), convert: [png] };
      const made = await (await pixelsFor(await fileOf(source, 'png'), change)).pixels(png);
      expect([made.width, made.height]).to.deep.equal([width, height]);
      for (const [x, y, levels] of points) {
        const shown = levelsAt(made, x, y);
        expectNear(shown.length === 3 ? [...shown, 255] : shown, levels, 8);
      }
    });
  }

  /** Of 8x4, blue, the right half clear. */
  const mark = drawn([8, 4], 4, (x) => [0, 0, 250, x < 4 ? 255 : 0]);
  const grey = drawn([8, 4], 1, () => [250]);
  const marked: readonly (readonly [
    title: string,
    picture: Pixels,
    mark: Pixels,
    overlay: Partial<Overlay>,
    points: readonly (readonly [x: number, y: number, levels: Levels])[],
  ])[] = [
    [
      'lays another picture over it',
      plain([200, 100, 30]),
      mark,
      { at: 'soea', x: 2, y: 1 },
      [
        [30, 25, [0, 0, 250]],
        [33, 28, [0, 0, 250]],
        [34, 25, [200, 100, 30]],
        [29, 25, [200, 100, 30]],
        [30, 24, [200, 100, 30]],
      ],
    ],
    [
      'lays half of one over it, and a part of half',
      plain([200, 100, 30]),
      mark,
      { at: 'nowe', x: -2, opacity: 0.5 },
      [
        [0, 0, [100, 50, 140]],
        [1, 3, [100, 50, 140]],
        [2, 0, [200, 100, 30]],
        [0, 4, [200, 100, 30]],
      ],
    ],
    [
      'lays it over what is clear',
      halfSeen(200, 100, 30),
      mark,
      { at: 'nowe' },
      [
        [0, 0, [0, 0, 250, 255]],
        [5, 0, [0, 0, 0, 0]],
        [22, 9, [200, 100, 30, 255]],
      ],
    ],
    [
      'lays it over grey',
      plain([90]),
      mark,
      { at: 'nowe' },
      [
        [0, 0, [0, 0, 250]],
        [5, 0, [90, 90, 90]],
      ],
    ],
    [
      'lays opaque grey over it, in a larger size',
      plain([200, 100, 30]),
      grey,
      { scale: 0.5 },
      [
        [11, 11, [250, 250, 250]],
        [29, 19, [250, 250, 250]],
        [9, 15, [200, 100, 30]],
        [20, 8, [200, 100, 30]],
      ],
    ],
    [
      'lays it over all, with space between',
      plain([200, 100, 30]),
      mark,
      { at: 're', x: 4, y: 2 },
      [
        // A tile is 12x6; that in the middle begins at 14, 12.
        [16, 13, [0, 0, 250]],
        [20, 13, [200, 100, 30]],
        [15, 13, [200, 100, 30]],
        [4, 13, [0, 0, 250]],
        [28, 13, [0, 0, 250]],
        [16, 7, [0, 0, 250]],
        [16, 17, [200, 100, 30]],
      ],
    ],
  ];
  for (const [title, source, over, fields, points] of marked) {
    it(title, async () => {
      const content = await fileOf(over, 'png');
      const { width, height, hasAlpha, colour } = await factsOf(content);
      const given = overlayPicture({ width, height, hasAlpha, isGrey: colour === 'grey' });
      const watermark = overlayOf({ ...fields, picture: given });
      const change = { resize: framing({ changes: { watermark } }), convert: [png] };
      const file = await fileOf(source, 'png');
      const { pixels } = await pixelsFor(file, change, { watermark: content });
      const made = await pixels(png);
      expect([made.width, made.height]).to.deep.equal([40, 30]);
      for (const [x, y, levels] of points) expectNear(levelsAt(made, x, y), levels, 2);
    });
  }

  it('cuts edges away before all else', async () => {
    const trimmed = { left: 20, top: 10, width: 20, height: 10 };
    const resize = { ...framing({ changes: { angle: 90 }, width: 5 }), trimmed };
    const { pixels } = await pixelsFor(await fileOf(picture, 'png'), { resize, convert: [png] });
    const made = await pixels(png);
    expect([made.width, made.height]).to.deep.equal([5, 10]);
    // The left lower corner of what was left of it comes up.
    expectNear(levelsAt(made, 0, 0), [122, 148, 0], 8);
  });

  it('sharpens an edge', async () => {
    const soft = drawn([40, 30], 3, (x) => {
      const level = Math.min(200, Math.max(50, (x - 15) * 15 + 50));
      return [level, level, level];
    });
    const change = { resize: framing({ changes: { sharpen: 3 } }), convert: [png] };
    const made = await (await pixelsFor(await fileOf(soft, 'png'), change)).pixels(png);
    expect(levelsAt(made, 14, 15)[0]).to.be.lessThan(45);
    expect(levelsAt(made, 26, 15)[0]).to.be.greaterThan(205);
  });

  it('fills margins with the background', async () => {
    const change = {
      resize: framing({ changes: { padding } }),
      convert: ['image/jpeg'],
      background: red,
    };
    const { pixels } = await pixelsFor(await fileOf(picture, 'jpg'), change);
    const made = await pixels('image/x-portable-pixmap');
    expectNear(levelsAt(made, 0, 0), [255, 0, 0]);
    expectNear(levelsAt(made, 44, 31), [234, 232, 0], 12);
  });

  it('finds margins transparent where types that are and are not compete', async () => {
    const convert = ['image/jpeg', png];
    const content = await fileOf(picture, 'png');
    const padded = await pixelsFor(content, { resize: framing({ changes: { padding } }), convert });
    expect(padded.isTransparent).to.equal(true);
    const turned = await pixelsFor(content, {
      resize: framing({ changes: { angle: 90 } }),
      convert,
    });
    expect(turned.isTransparent).to.equal(false);
  });

  it('scales while it decodes, and then turns', async () => {
    const change = { resize: framing({ changes: { angle: 90 }, width: 15 }), convert: [png] };
    const { operations, pixels } = await pixelsFor(await fileOf(picture, 'png'), change);
    expect(operations).to.deep.equal(['thumbnail', 'rot']);
    const { width, height } = await pixels(png);
    expect([width, height]).to.deep.equal([15, 20]);
  });

  it('gives alpha once, before the first margin', () => {
    const size = { width: 9, height: 9 };
    const clear = { kind: 'embed', size, left: 1, top: 1, by: 'clear' } as const;
    const blur = { kind: 'blur', sigma: 1 } as const;
    const named = (hasAlpha: boolean): readonly (string | undefined)[] =>
      framingSteps([{ kind: 'scale', size }, blur, clear, clear], 'none', hasAlpha).map(
        (change) => change('a', 'b')[0],
      );
    expect(named(false)).to.deep.equal([
      ...['thumbnail', 'gaussblur', 'bandjoin_const', 'embed', 'embed'],
    ]);
    expect(named(true)).to.deep.equal([
      ...['thumbnail', 'premultiply', 'gaussblur', 'unpremultiply', 'embed', 'embed'],
    ]);
  });

  it('cuts the middle of frames where attention decides', () => {
    const part = { size: { width: 10, height: 10 }, at: 'attention' } as const;
    const [cut] = frameSteps([{ kind: 'cut', picture: { width: 20, height: 30 }, part }], false);
    expect(cut?.('a', 'b')).to.deep.equal(['extract_area', 'a', 'b', '6', '10', '10', '10']);
  });
});
