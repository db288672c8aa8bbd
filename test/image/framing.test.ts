import { expect } from 'chai';
import { type Framing, framingPlan } from '../../src/image/framing.ts';
import type { Size } from '../../src/image/rectangle.ts';
import { centre } from '../../src/image/gravity.ts';
import type { PixelStep } from '../../src/image/pixel-steps.ts';
import { framing, sizeIn } from '../support/image/sizes.ts';

const size = (width: number, height: number): Size => ({ width, height });

describe('framingPlan', () => {
  const rows: readonly (readonly [
    title: string,
    source: string,
    Partial<Framing>,
    scaled: string,
    crop?: string,
  ])[] = [
    ['fits into both sides', '600x400', { width: 300, height: 300 }, '300x200'],
    ['takes the other side in proportion', '600x400', { width: 150 }, '150x100'],
    ['takes the width in proportion', '600x400', { height: 100 }, '150x100'],
    ['enlarges nothing', '60x40', { width: 300, height: 300 }, '60x40'],
    ['enlarges where asked', '60x40', { width: 300, enlarge: true }, '300x200'],
    ['multiplies by dpr', '600x400', { width: 100, dpr: 2 }, '200x133'],
    ['lowers dpr at the size of the source', '300x200', { width: 200, dpr: 3 }, '300x200'],
    ['keeps the size with dpr alone', '300x200', { dpr: 2 }, '300x200'],
    ['enlarges with dpr alone where asked', '30x20', { dpr: 2, enlarge: true }, '60x40'],
    [
      'fills both sides',
      '600x400',
      { type: 'fill', width: 100, height: 100 },
      '150x100',
      '100x100',
    ],
    [
      'fills with what a smaller source has',
      '60x400',
      { type: 'fill', width: 100, height: 100 },
      '60x400',
      '60x100',
    ],
    [
      'fills down to the proportions',
      '60x400',
      { type: 'fill-down', width: 200, height: 100 },
      '60x400',
      '60x30',
    ],
    [
      'fills down by the height',
      '400x60',
      { type: 'fill-down', width: 100, height: 200 },
      '400x60',
      '30x60',
    ],
    ['forces both sides', '600x400', { type: 'force', width: 100, height: 90 }, '100x90'],
    ['forces one side alone', '600x400', { type: 'force', width: 100 }, '100x400'],
    ['forces no enlargement', '60x40', { type: 'force', width: 120, height: 20 }, '60x10'],
    [
      'auto fills where both lie',
      '600x400',
      { type: 'auto', width: 100, height: 50 },
      '100x67',
      '100x50',
    ],
    ['auto fits where one stands', '600x400', { type: 'auto', width: 50, height: 100 }, '50x33'],
    ['leaves a line one pixel', '5000x3', { width: 10 }, '10x1'],
  ];

  for (const [title, source, fields, scaled, crop] of rows) {
    it(title, () => {
      const plan = framingPlan(sizeIn(source), framing(fields));
      expect(plan.scaled).to.deep.equal(sizeIn(scaled));
      expect(plan.crop).to.deep.equal(crop && sizeIn(crop));
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
