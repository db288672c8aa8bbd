import { expect } from 'chai';
import { type Framing, framingPlan } from '../../src/image/framing.ts';
import type { Size } from '../../src/image/rectangle.ts';
import { centre } from '../../src/image/gravity.ts';
import type { PixelStep } from '../../src/image/pixel-steps.ts';

const size = (width: number, height: number): Size => ({ width, height });
const framing = (fields: Partial<Framing>): Framing => ({
  ...{ method: 'framing', type: 'fit', width: 0, height: 0, dpr: 1, enlarge: false },
  gravity: centre,
  ...fields,
});

describe('framingPlan', () => {
  const rows: readonly (readonly [string, Size, Partial<Framing>, Size, Size?])[] = [
    ['fits into both sides', size(600, 400), { width: 300, height: 300 }, size(300, 200)],
    ['takes the other side in proportion', size(600, 400), { width: 150 }, size(150, 100)],
    ['takes the width in proportion', size(600, 400), { height: 100 }, size(150, 100)],
    ['enlarges nothing', size(60, 40), { width: 300, height: 300 }, size(60, 40)],
    ['enlarges where asked', size(60, 40), { width: 300, enlarge: true }, size(300, 200)],
    ['multiplies by dpr', size(600, 400), { width: 100, dpr: 2 }, size(200, 133)],
    [
      'lowers dpr at the size of the source',
      size(300, 200),
      { width: 200, dpr: 3 },
      size(300, 200),
    ],
    ['keeps the size with dpr alone', size(300, 200), { dpr: 2 }, size(300, 200)],
    ['enlarges with dpr alone where asked', size(30, 20), { dpr: 2, enlarge: true }, size(60, 40)],
    [
      'fills both sides',
      size(600, 400),
      { type: 'fill', width: 100, height: 100 },
      size(150, 100),
      size(100, 100),
    ],
    [
      'fills with what a smaller source has',
      size(60, 400),
      { type: 'fill', width: 100, height: 100 },
      size(60, 400),
      size(60, 100),
    ],
    [
      'fills down to the proportions',
      size(60, 400),
      { type: 'fill-down', width: 200, height: 100 },
      size(60, 400),
      size(60, 30),
    ],
    [
      'fills down by the height',
      size(400, 60),
      { type: 'fill-down', width: 100, height: 200 },
      size(400, 60),
      size(30, 60),
    ],
    ['forces both sides', size(600, 400), { type: 'force', width: 100, height: 90 }, size(100, 90)],
    ['forces one side alone', size(600, 400), { type: 'force', width: 100 }, size(100, 400)],
    [
      'forces no enlargement',
      size(60, 40),
      { type: 'force', width: 120, height: 20 },
      size(60, 10),
    ],
    [
      'auto fills where both lie',
      size(600, 400),
      { type: 'auto', width: 100, height: 50 },
      size(100, 67),
      size(100, 50),
    ],
    [
      'auto fits where one stands',
      size(600, 400),
      { type: 'auto', width: 50, height: 100 },
      size(50, 33),
    ],
    ['leaves a line one pixel', size(5000, 3), { width: 10 }, size(10, 1)],
  ];

  for (const [title, source, fields, scaled, crop] of rows) {
    it(title, () => {
      const plan = framingPlan(source, framing(fields));
      expect({ scaled: plan.scaled, crop: plan.crop }).to.deep.equal({ scaled, crop });
    });
  }

  it('cuts the part out before it scales', () => {
    const part = {
      width: 0.5,
      height: 100,
      gravity: { kind: 'compass', at: 'soea', x: 10, y: 20 },
    };
    const plan = framingPlan(
      size(600, 400),
      framing({ width: 150, part: part as Framing['part'] }),
    );
    expect(plan).to.deep.equal({
      scaled: size(150, 50),
      crop: size(150, 50),
      steps: [
        {
          kind: 'cut',
          picture: size(600, 400),
          part: { size: size(300, 100), at: { left: 290, top: 280 } },
        },
        { kind: 'scale', size: size(150, 50) },
      ],
      addsAlpha: false,
    });
  });

  it('makes a cut of the whole source none', () => {
    const part = { width: 1000, height: 1000, gravity: centre };
    expect(framingPlan(size(600, 400), framing({ width: 150, part }))).to.deep.equal({
      scaled: size(150, 100),
      crop: undefined,
      steps: undefined,
      addsAlpha: false,
    });
  });

  const clear = { kind: 'embed', by: 'clear' } as const;
  const changes: readonly (readonly [
    title: string,
    Partial<Framing>,
    steps: readonly PixelStep[],
    result: Size,
  ])[] = [
    [
      'turns what is scaled, and mirrors it',
      { width: 100, changes: { angle: 90, flip: { horizontal: true, vertical: true } } },
      [
        { kind: 'scale', size: size(150, 100) },
        { kind: 'rotate', angle: 90 },
        { kind: 'flip', direction: 'horizontal' },
        { kind: 'flip', direction: 'vertical' },
      ],
      size(100, 150),
    ],
    [
      'turns before it cuts a part out',
      { changes: { angle: 270 }, part: { width: 100, height: 0, gravity: centre } },
      [
        { kind: 'rotate', angle: 270 },
        {
          kind: 'cut',
          picture: size(400, 600),
          part: { size: size(100, 600), at: { left: 150, top: 0 } },
        },
        { kind: 'scale', size: size(100, 600) },
      ],
      size(100, 600),
    ],
    [
      'filters what is cut, and makes squares of it',
      {
        ...{ type: 'fill', width: 100, height: 100 },
        changes: { blur: 2, sharpen: 1, pixelate: 30 },
      },
      [
        { kind: 'scale', size: size(150, 100) },
        {
          kind: 'cut',
          picture: size(150, 100),
          part: { size: size(100, 100), at: { left: 26, top: 0 } },
        },
        { kind: 'blur', sigma: 2 },
        { kind: 'sharpen', sigma: 1 },
        { kind: 'embed', size: size(120, 120), left: 0, top: 0, by: 'mirror' },
        { kind: 'shrink', by: size(30, 30) },
        { kind: 'zoom', by: size(30, 30) },
        {
          kind: 'cut',
          picture: size(120, 120),
          part: { size: size(100, 100), at: { left: 0, top: 0 } },
        },
      ],
      size(100, 100),
    ],
    [
      'makes no areas larger than the picture',
      { width: 150, changes: { pixelate: 1_000_000 } },
      [
        { kind: 'scale', size: size(150, 100) },
        { kind: 'embed', size: size(150, 100), left: 0, top: 0, by: 'mirror' },
        { kind: 'shrink', by: size(150, 100) },
        { kind: 'zoom', by: size(150, 100) },
        {
          kind: 'cut',
          picture: size(150, 100),
          part: { size: size(150, 100), at: { left: 0, top: 0 } },
        },
      ],
      size(150, 100),
    ],
    [
      'extends to both sides, and pads by dpr',
      {
        ...{ width: 100, height: 100, dpr: 2 },
        changes: {
          extend: { kind: 'compass', at: 'no', x: 0, y: 5 },
          padding: { top: 1, right: 2, bottom: 3, left: 4 },
        },
      },
      [
        { kind: 'scale', size: size(200, 133) },
        { ...clear, size: size(200, 200), left: 0, top: 10 },
        { ...clear, size: size(212, 208), left: 8, top: 2 },
      ],
      size(212, 208),
    ],
    [
      'enlarges to the least sides',
      { width: 100, changes: { minHeight: 800 } },
      [
        { kind: 'scale', size: size(1200, 800) },
        {
          kind: 'cut',
          picture: size(1200, 800),
          part: { size: size(100, 800), at: { left: 550, top: 0 } },
        },
      ],
      size(100, 800),
    ],
    [
      'multiplies the sides',
      { type: 'force', width: 100, height: 100, changes: { zoom: size(2, 0.5), extend: centre } },
      [{ kind: 'scale', size: size(200, 50) }],
      size(200, 50),
    ],
  ];
  for (const [title, fields, steps, result] of changes) {
    it(title, () => {
      const plan = framingPlan(size(600, 400), framing(fields));
      expect(plan.steps ?? [{ kind: 'scale', size: plan.scaled }]).to.deep.equal(steps);
      expect(plan.crop ?? plan.scaled).to.deep.equal(result);
      expect(plan.addsAlpha).to.equal(steps.some((step) => 'by' in step && step.by === 'clear'));
    });
  }
});
