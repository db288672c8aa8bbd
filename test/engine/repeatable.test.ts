import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Scorer } from '../../src/engine/scorer/client.ts';
import type { ToolRunner } from '../../src/tools/tool-runner.ts';
import type { PictureChange } from '../../src/image/plan.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { Receipt } from '../../src/image/search/receipt.ts';
import { corpusFiles } from '../support/corpus.ts';
import { noisy, scene, withAlpha } from '../support/image/scenes.ts';
import { drawing } from '../support/image/drawings.ts';
import { compressing, type CompressOptions } from '../support/engine/compressing.ts';
import { randomNumbers } from '../support/random.ts';

const jpeg = readFileSync(fileURLToPath(new URL('../fixtures/photo.jpg', import.meta.url)));
const anyType = { convert: ['image/webp', 'image/jpeg', 'image/png'] };

const photo = noisy(scene({ width: 240, height: 180 }), 4);
/** Letters on a plate, softly lit: of the size and the many colours of a logo. */
const logo = drawing({ width: 137, height: 21 }, 4, (x, y) => {
  const isInk = (x % 9 < 2 || (y % 10 === 4 && x % 9 < 7)) && y > 3 && y < 18;
  const alpha = Math.min(255, 40 * Math.min(x, 136 - x, y + 1, 21 - y));
  return isInk ? [20 + y, 60, 160 - x, alpha] : [240 - x / 3, 244 - y * 2, 250 - x / 5, alpha];
});

describe('the same bytes', function () {
  const engine = compressing();

  /** Tools and measurements that come in late, in another order with each seed, and tell of long work. */
  const disturbed = (seed: number): CompressOptions => {
    const random = randomNumbers(seed);
    const late = async <T>(work: () => Promise<T>): Promise<T> => {
      await delay(random(25));
      const done = await work();
      await delay(random(25));
      return done;
    };
    const timed = <T>(done: T): T => ({ ...done, milliseconds: random(60_000) });
    const runnerOver = (runner: ToolRunner): ToolRunner => ({
      run: (use) => late(async () => timed(await runner.run(use))),
    });
    const { make, score, survey } = engine.scorer;
    const scorer: Scorer = {
      ...engine.scorer,
      survey: (pixels, mosaic, use) => late(() => survey(pixels, mosaic, use)),
      score: (request, use) => late(async () => timed(await score(request, use))),
      make: (request, use) => late(async () => timed(await make(request, use))),
    };
    return { adaptive: { scorer }, runnerOver };
  };

  const sources: readonly (readonly [string, Uint8Array, PictureChange])[] = [
    ['a JPEG', jpeg, {}],
    ['a JPEG as any type', jpeg, anyType],
    ['a photograph as any type', encodePng(photo), anyType],
    ['a cut-out as any type', encodePng(withAlpha(photo, (x) => (x < 60 ? 0 : 255))), anyType],
    ['a logo', encodePng(logo), {}],
    ['a logo as any type', encodePng(logo), anyType],
    ['a smaller photograph', jpeg, { resize: { method: 'scale', width: 300 } }],
  ];
  for (const [title, source, change] of sources) {
    it(`are made of ${title}, whichever tool is slow`, async () => {
      const plain = await engine.compress(source, { adaptive: {}, change });
      expect(plain.result.isDegraded).to.equal(false);
      for (const seed of [1, 2]) {
        const again = await engine.compress(source, { ...disturbed(seed), change });
        expect(again.content.equals(plain.content), 'bytes').to.equal(true);
        expect(timeless(again.result.receipt)).to.deep.equal(timeless(plain.result.receipt));
      }
    });
  }

  it('are made of pictures of the corpus', async function () {
    this.timeout(300_000);
    const pictures = corpusFiles().filter(({ name }) => sampled.test(name));
    if (pictures.length === 0) this.skip();
    for (const { name, path } of pictures) {
      const source = readFileSync(path);
      const [plain, again] = [
        await engine.compress(source, { adaptive: {}, change: anyType }),
        await engine.compress(source, { ...disturbed(9), change: anyType }),
      ];
      expect(again.content.equals(plain.content), name).to.equal(true);
    }
  });

  it('need palettes to start after all other searches have ended', async () => {
    const started: string[] = [];
    const runnerOver = (runner: ToolRunner): ToolRunner => ({
      run: async (use) => {
        started.push(use.tool.name);
        return runner.run(use);
      },
    });
    // The fine colours of the drawing keep lossy WebP out of the race where it may be a JPEG.
    for (const [convert, other] of [
      [['image/jpeg', 'image/png'], 'cjpeg'],
      [['image/webp', 'image/png'], 'cwebp'],
    ] as const) {
      started.length = 0;
      const options = { adaptive: {}, change: { convert }, runnerOver };
      await engine.compress(encodePng(withAlpha(logo, () => 255)), options);
      const firstPalette = started.indexOf('pngquant');
      expect(firstPalette).to.be.above(0);
      expect(started.slice(0, firstPalette)).to.include(other);
      expect(started.slice(firstPalette)).not.to.include(other);
    }
  });
});

const sampled = /^(transparent\/script|graphic\/(sale-20|tshirts)|photo\/kodim03)\.png$/;

/** All that is decided: times are told, and nothing hangs on them. */
const timeless = (receipt: Receipt): unknown =>
  JSON.parse(
    JSON.stringify(receipt, (key, value: unknown) => (key === 'milliseconds' ? 0 : value)),
  );
