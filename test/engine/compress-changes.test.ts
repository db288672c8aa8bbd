import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { PictureChange } from '../../src/image/plan.ts';
import { rejectionOf } from '../support/rejection.ts';
import { factsOf } from '../support/image/facts.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawn, halfSeen, makingPixels } from '../support/engine/making-pixels.ts';

const [jpeg, png, webp] = ['image/jpeg', 'image/png', 'image/webp'] as const;
const red = { red: 255, green: 0, blue: 0 };

describe('the engine, asked for a change', function () {
  // Real encoders, on a machine that may be busy.
  const { fileOf } = makingPixels();
  const engine = compressing();

  const opaque = drawn([40, 30], 4, (x, y) => [x * 6, y * 8, (x * y) % 256, 255]);
  const transparent = halfSeen(200, 100, 30);
  const smaller = { resize: { method: 'scale', width: 20 } } as const;

  const made: readonly (readonly [string, typeof opaque, PictureChange, object])[] = [
    [
      'an opaque alpha channel to JPEG',
      opaque,
      { convert: [jpeg] },
      { mediaType: jpeg, width: 40 },
    ],
    [
      'an opaque alpha channel to a smaller JPEG',
      opaque,
      { ...smaller, convert: [jpeg] },
      { mediaType: jpeg, width: 20, height: 15 },
    ],
    [
      'a transparent picture to JPEG, filled',
      transparent,
      { convert: [jpeg], background: red },
      { mediaType: jpeg, width: 40, height: 30 },
    ],
    [
      'a transparent picture to WebP rather than JPEG',
      transparent,
      { ...smaller, convert: [jpeg, webp] },
      { mediaType: webp, width: 20, height: 15, hasAlpha: true },
    ],
    [
      'a transparent picture filled in its own type',
      transparent,
      { background: red },
      { mediaType: png, width: 40, height: 30, hasAlpha: false },
    ],
  ];
  for (const [title, picture, change, expected] of made) {
    it(`turns ${title}`, async () => {
      const { result, content, failures } = await engine.compress(await fileOf(picture, 'png'), {
        change,
      });
      expect(failures).to.deep.equal([]);
      expect(await factsOf(content)).to.deep.include(expected);
      const { mediaType, width, height } = await factsOf(content);
      expect(result).to.deep.include({ mediaType, width, height, bytes: content.length });
    });
  }

  for (const change of [{ convert: [jpeg] }, { ...smaller, convert: [jpeg] }]) {
    it(`refuses JPEG for a transparent picture: ${JSON.stringify(change)}`, async () => {
      const error = await rejectionOf(
        engine.compress(await fileOf(transparent, 'png'), { change }),
      );
      expect(error).to.be.instanceOf(ServiceError);
      expect(error).to.include({
        code: 'bad_request',
        message:
          'transform.background: expected a colour, since the image is transparent and image/jpeg cannot be, got nothing',
      });
    });
  }

  it('serves a result that is larger than the source, which was another type', async () => {
    const source = await fileOf(
      drawn([40, 30], 3, (x, y) => [x * 6, y * 8, 9]),
      'webp[Q=1]',
    );
    const { result } = await engine.compress(source, { change: { convert: [png] } });
    expect(result.mediaType).to.equal(png);
    expect(result.bytes).to.be.above(source.length);
  });
});
