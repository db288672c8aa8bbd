import { expect } from 'chai';
import { encodePng } from '../../src/image/png/pixels.ts';
import { compressing, type CompressOptions } from '../support/engine/compressing.ts';
import { noisy, scene, withAlpha } from '../support/image/scenes.ts';

describe('a lossy WebP of a service that has forgotten it', () => {
  const engine = compressing();
  const opaque = noisy(scene({ width: 320, height: 240 }), 6);
  const sprite = withAlpha(opaque, (x, y) => Math.min(255, Math.hypot(x - 160, y - 120) * 3));
  const adaptive = { adaptive: {} };
  const resize = { method: 'scale', width: 250 } as const;
  const thumbnail = { method: 'scale', width: 100 } as const;

  const rows: readonly (readonly [
    title: string,
    picture: typeof opaque,
    options: Omit<CompressOptions, 'change'>,
    change?: CompressOptions['change'],
  ])[] = [
    ['opaque picture', opaque, adaptive],
    ['transparent picture', sprite, adaptive],
    ['resized picture', opaque, adaptive, { resize }],
    ['resized transparent picture', sprite, adaptive, { resize }],
    ['thumbnail', opaque, adaptive, { resize: thumbnail }],
    ['picture narrower than can be measured', noisy(scene({ width: 5, height: 300 }), 6), adaptive],
    ['picture made in haste', opaque, { ...adaptive, isFast: true }],
    ['transparent picture made in haste', sprite, { ...adaptive, isFast: true }],
    ['picture made with fixed settings', opaque, {}],
    ['picture made with a quality that was given', opaque, { ...adaptive, given: { quality: 60 } }],
  ];
  for (const [title, picture, options, change = {}] of rows) {
    it(`stays as it is, twice: ${title}`, async () => {
      const convert = ['image/webp'];
      const first = await engine.compress(encodePng(picture), {
        ...options,
        change: { ...change, convert },
      });
      expect(first.result.winner).to.equal('cwebp');
      const second = await engine.compress(first.content, { ...adaptive, change });
      const third = await engine.compress(second.content, { ...adaptive, change });
      expect([second.result.winner, third.result.winner]).to.deep.equal(['source', 'source']);
      expect(second.content.equals(first.content), 'second pass').to.equal(true);
      expect(third.content.equals(first.content), 'third pass').to.equal(true);
    });
  }
});

describe('a palette of a service that has forgotten it', () => {
  const engine = compressing();
  const adaptive = { adaptive: {} };
  const picture = encodePng(scene({ width: 240, height: 180 }));

  for (const [mediaType, chain] of [
    ['image/png', 'palette+oxipng-thorough'],
    ['image/webp', 'palette+cwebp-lossless'],
  ] as const) {
    it(`stays as it is, twice, where another would save less than a fifth: ${mediaType}`, async () => {
      const change = { convert: [mediaType] };
      const first = await engine.compress(picture, { ...adaptive, change });
      expect(first.result.winner).to.equal(chain);
      const second = await engine.compress(first.content, adaptive);
      const again = second.result.receipt.candidates.find(({ encoders }) => encoders === chain);
      expect(again).to.deep.include({
        accepted: false,
        reason: 'more than 0.8 of a source that is lossy already',
      });
      const third = await engine.compress(second.content, adaptive);
      expect(second.content.equals(first.content), 'second pass').to.equal(true);
      expect(third.content.equals(first.content), 'third pass').to.equal(true);
    });
  }

  it('is made again in another size, whatever that saves', async () => {
    const { content } = await engine.compress(picture, adaptive);
    const change = { resize: { method: 'scale', width: 236 } } as const;
    const smaller = await engine.compress(content, { ...adaptive, change });
    expect(smaller.result).to.include({ winner: 'palette+oxipng-thorough', width: 236 });
    expect(smaller.content.length).to.be.above(content.length * 0.8);
  });
});
