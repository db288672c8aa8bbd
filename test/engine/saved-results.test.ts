import { expect } from 'chai';
import type { PictureChange } from '../../src/image/plan.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import { type CompressOptions, compressing, type Outcome } from '../support/engine/compressing.ts';
import {
  drawn,
  expectNear,
  halfSeen,
  levelsAt,
  makingPixels,
} from '../support/engine/making-pixels.ts';
import { withSegments } from '../support/image/builders.ts';
import { factsOf } from '../support/image/facts.ts';
import { scoreOf } from '../support/image/measured.ts';
import {
  displayP3Profile,
  exifSegment,
  exifWithOrientation,
  iccSegments,
} from '../support/image/metadata.ts';
import { pixelsOfContent } from '../support/image/pictures.ts';
import { blurred, scene } from '../support/image/scenes.ts';
import { rejectionOf } from '../support/rejection.ts';

const [jpeg, png, webp] = ['image/jpeg', 'image/png', 'image/webp'] as const;

describe('the engine, asked for a result at once', function () {
  // Real programs, on a machine that may be busy.
  const { fileOf } = makingPixels();
  const engine = compressing();
  const smaller = { resize: { method: 'scale', width: 100 } } as const;

  type Run = Outcome & Readonly<{ programs: readonly string[] }>;

  const compress = async (content: Uint8Array, options: CompressOptions): Promise<Run> => {
    const programs: string[] = [];
    const outcome = await engine.compress(content, {
      adaptive: {},
      given: { quality: 75, isHurried: true },
      ...options,
      runnerOver: (runner) => ({
        run: (use) => {
          programs.push(use.tool.name);
          return runner.run(use);
        },
      }),
    });
    return { ...outcome, programs };
  };

  for (const type of [jpeg, webp, png]) {
    it(`makes pixels and ${type} in one run, and looks no worse than results may`, async () => {
      const picture = blurred(scene({ width: 900, height: 600 }), 2);
      const source = await fileOf(picture, 'jpg[Q=95]');
      const change = { resize: { method: 'scale', width: 300 }, convert: [type] } as const;
      const { result, content, programs } = await compress(source, { change });
      expect(programs).to.deep.equal(['vips']);
      expect(result.receipt.degraded).to.equal(false);
      expect(await factsOf(content)).to.deep.include({ mediaType: type, width: 300, height: 200 });
      const exact = await compress(source, {
        change: { ...change, convert: [png] },
        given: { quality: 75 },
        table: { ...adaptiveConfig, types: { ...adaptiveConfig.types, [png]: [['oxipng']] } },
      });
      const [shown, reference] = [
        await pixelsOfContent(content, type),
        await pixelsOfContent(exact.content, png),
      ];
      // The least score that the configuration accepts of a lossy result.
      expect(scoreOf({ ...reference, bands: 3 }, { ...shown, bands: 3 })).to.be.greaterThan(60);
    });
  }

  it('has no settings of the encoder that was not run in its receipt', async () => {
    const source = await fileOf(scene({ width: 210, height: 140 }), 'jpg');
    const { result } = await compress(source, { change: smaller });
    expect(result.receipt.candidates).to.have.length(1);
    expect(result.receipt.candidates[0]).to.deep.include({ settings: {}, reason: 'won' });
  });

  it('runs an encoder that has no options of a saver', async () => {
    const { save: _, ...replaced } = adaptiveConfig.encoders['mozjpeg']!;
    const table = {
      ...adaptiveConfig,
      encoders: { ...adaptiveConfig.encoders, mozjpeg: replaced },
    };
    const source = await fileOf(scene({ width: 210, height: 140 }), 'jpg');
    const { programs } = await compress(source, { change: smaller, table });
    expect(programs.join('+')).to.equal('vips+cjpeg');
  });

  it('reads a source of the same size and type as its encoder does', async () => {
    const source = await fileOf(scene({ width: 210, height: 140 }), 'jpg');
    const { programs } = await compress(source, { change: {} });
    expect(programs).to.include('cjpeg');
  });

  it('has it upright, in sRGB and without metadata', async () => {
    // Stored: dark at the left. Orientation 6 turns that to the top.
    const stored = drawn([320, 160], 3, (x) => (x < 160 ? [200, 20, 20] : [230, 230, 230]));
    const turned = withSegments(
      await fileOf(stored, 'jpg[Q=95]'),
      exifSegment(exifWithOrientation(6)),
      ...iccSegments(displayP3Profile),
    );
    const change = { resize: { method: 'scale', width: 40 } } as const;
    const { content, programs } = await compress(turned, { change });
    expect(programs).to.deep.equal(['vips']);
    expect(await factsOf(content)).to.deep.include({
      ...{ width: 40, height: 80, orientation: 1, iccProfile: 'none' },
    });
    const shown = await pixelsOfContent(content, jpeg);
    // Display P3's red has more red than sRGB's.
    expectNear(levelsAt(shown, 20, 10), [219, 0, 11], 12);
    expectNear(levelsAt(shown, 20, 70), [230, 230, 230], 6);
  });

  for (const type of [webp, png]) {
    it(`keeps what is transparent in ${type}`, async () => {
      const source = await fileOf(halfSeen(200, 100, 30), 'png');
      const change = { resize: { method: 'scale', width: 20 }, convert: [type] } as const;
      const { content, programs } = await compress(source, { change });
      expect(programs).to.deep.equal(['vips']);
      const shown = await pixelsOfContent(content, type);
      expectNear(levelsAt(shown, 15, 5), [200, 100, 30, 255], 6);
      expect(levelsAt(shown, 3, 5)[3]).to.equal(0);
    });
  }

  it('makes the smaller one of JPEG and PNG, of a transparent picture PNG', async () => {
    for (const [alpha, type] of [
      [255, jpeg],
      [90, png],
    ] as const) {
      const { data, ...size } = scene({ width: 200, height: 140 });
      const picture = drawn([size.width, size.height], 4, (x, y) => {
        const at = (y * size.width + x) * 3;
        return [data[at]!, data[at + 1]!, data[at + 2]!, alpha];
      });
      const { result } = await compress(await fileOf(picture, 'png'), {
        change: { ...smaller, convert: [jpeg, png] },
      });
      expect(result.mediaType).to.equal(type);
    }
  });

  it('fills what is transparent for JPEG', async () => {
    const change: PictureChange = {
      resize: { method: 'scale', width: 20 },
      convert: [jpeg],
      background: { red: 0, green: 0, blue: 255 },
    };
    const { content } = await compress(await fileOf(halfSeen(200, 100, 30), 'png'), { change });
    const shown = await pixelsOfContent(content, jpeg);
    expectNear(levelsAt(shown, 3, 5), [0, 0, 255], 12);
    expectNear(levelsAt(shown, 16, 5), [200, 100, 30], 20);
  });

  it('refuses a truncated source', async () => {
    const source = await fileOf(scene({ width: 420, height: 280 }), 'jpg[Q=95]');
    const cut = Buffer.concat([source.subarray(0, source.length / 2), Buffer.of(0xff, 0xd9)]);
    const error = await rejectionOf(compress(cut, { change: smaller, headersOf: source }));
    expect(error).to.deep.include({ code: 'decode_failed' });
  });
});
