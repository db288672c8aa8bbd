import { writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { PictureChange } from '../../src/image/plan.ts';
import { avifOf, pngOf } from '../support/image/avifs.ts';
import { factsOf } from '../support/image/facts.ts';
import { pixelsOf, type Pixels } from '../support/image/pictures.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawn, expectNear, levelsAt, makingPixels } from '../support/engine/making-pixels.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const [avif, jpeg, png, webp] = ['image/avif', 'image/jpeg', 'image/png', 'image/webp'] as const;

describe('the engine and AVIF', function () {
  // Real encoders, on a machine that may be busy.
  this.timeout(60_000);
  const { fileOf } = makingPixels();
  const inFolder = temporaryFolders();
  const engine = compressing();

  /** Red, green, blue and white quarters, each 32 pixels wide and 24 high. */
  const quarters = drawn([64, 48], 3, (x, y) =>
    x < 32 ? (y < 24 ? [200, 30, 30] : [30, 30, 200]) : y < 24 ? [30, 160, 30] : [250, 250, 250],
  );
  const seen = drawn([64, 48], 4, (x) => [40, 90, 160, x < 32 ? 0 : 255]);
  const made = async (picture: Pixels, ...args: string[]) =>
    avifOf(await fileOf(picture, 'png'), ['--min', '2', '--max', '2', ...args]);

  /** The picture of an answer, whatever its type. */
  const shown = async (content: Buffer): Promise<Pixels> => {
    const { mediaType } = await factsOf(content);
    const isAvif = mediaType === avif;
    const path = inFolder(isAvif ? 'shown.png' : `shown.${mediaType.slice(6)}`);
    await writeFile(path, isAvif ? await pngOf(content) : content);
    return pixelsOf(path);
  };

  it('makes an AVIF of a JPEG that looks alike and is smaller', async () => {
    const source = engine.pictures.jpeg;
    const { result, content, failures } = await engine.compress(source, {
      change: { convert: [avif] },
      adaptive: {},
    });
    expect(failures).to.deep.equal([]);
    expect(result).to.include({ mediaType: avif, winner: 'avifenc', isDegraded: false });
    expect(await factsOf(content)).to.include({ mediaType: avif, width: 120, bitDepth: 10 });
    expect(content.length).to.be.lessThan(source.length);
    const winner = result.receipt.candidates.find(({ reason }) => reason === 'won');
    expect(winner?.score).to.be.within(78, 92);
    expect(winner?.trials.length).to.be.greaterThan(1);
  });

  it('gives the smaller of AVIF and WebP', async () => {
    const { result, content } = await engine.compress(engine.pictures.png, {
      change: { convert: [avif, webp] },
      adaptive: {},
    });
    const sizes = result.receipt.candidates.filter(({ accepted }) => accepted);
    expect(sizes.map(({ mediaType }) => mediaType)).to.include.members([avif, webp]);
    expect(content.length).to.equal(Math.min(...sizes.map(({ bytes }) => bytes ?? Infinity)));
  });

  it('makes an AVIF smaller, and leaves its own result alone', async () => {
    const source = await avifOf(engine.pictures.png, ['--min', '0', '--max', '4', '--yuv', '444']);
    const { result, content } = await engine.compress(source, { adaptive: {} });
    expect(result).to.include({ mediaType: avif, winner: 'avifenc' });
    expect(content.length).to.be.lessThan(source.length);
    const again = await engine.compress(content, { adaptive: {}, isOurResult: true });
    expect(again.content.equals(content)).to.equal(true);
  });

  for (const type of [jpeg, png, webp, avif]) {
    it(`turns pixels upright for ${type}`, async () => {
      // Anticlockwise, then top to bottom: the orientation 5, which swaps rows and columns.
      const source = await made(quarters, '--irot', '1', '--imir', '0');
      const change = { convert: [type], resize: { method: 'scale', width: 24 } } as const;
      const { content } = await engine.compress(source, { change });
      expect(await factsOf(content)).to.include({ width: 24, height: 32, orientation: 1 });
      const picture = await shown(content);
      expectNear(levelsAt(picture, 4, 4), [200, 30, 30], 12);
      expectNear(levelsAt(picture, 4, 28), [30, 160, 30], 12);
      expectNear(levelsAt(picture, 20, 4), [30, 30, 200], 12);
    });
  }

  it('converts the colours of codes to sRGB', async () => {
    // Display P3: its green of this value lies outside of sRGB in red.
    const source = await made(quarters, '--cicp', '12/13/6');
    const { content } = await engine.compress(source, { change: { convert: [png] } });
    expectNear(levelsAt(await shown(content), 48, 10), [0, 163, 0], 8);
  });

  const changes: readonly (readonly [string, PictureChange, object])[] = [
    ['scaled', { resize: { method: 'scale', width: 32 } }, { width: 32, height: 24 }],
    ['fitted', { resize: { method: 'fit', width: 32, height: 32 } }, { width: 32, height: 24 }],
    ['covering', { resize: { method: 'cover', width: 20, height: 20 } }, { width: 20, height: 20 }],
    ['a thumbnail', { resize: { method: 'thumb', width: 20, height: 20 } }, { width: 20 }],
    ['filled', { background: { red: 255, green: 255, blue: 255 } }, { hasAlpha: false }],
    ['a transparent WebP', { convert: [webp] }, { mediaType: webp, hasAlpha: true }],
    [
      'a filled JPEG',
      { convert: [jpeg], background: { red: 9, green: 9, blue: 9 } },
      { mediaType: jpeg },
    ],
  ];
  for (const [title, change, expected] of changes) {
    it(`makes a transparent AVIF ${title}`, async () => {
      const { content, failures } = await engine.compress(await made(seen), { change });
      expect(failures).to.deep.equal([]);
      expect(await factsOf(content)).to.include({ mediaType: avif, ...expected });
      const picture = await shown(content);
      expectNear(levelsAt(picture, picture.width - 3, 10).slice(0, 3), [40, 90, 160], 10);
    });
  }

  it('keeps the bits of a deep AVIF that is only compressed', async () => {
    const source = await made(quarters, '--depth', '10');
    const { result, content } = await engine.compress(source, { adaptive: {} });
    expect(result.winner).to.equal('source');
    expect(await factsOf(content)).to.include({ bitDepth: 10 });
    const changed = await engine.compress(source, { change: { convert: [webp] } });
    expect(await factsOf(changed.content)).to.include({ mediaType: webp, bitDepth: 8 });
  });

  it('keeps a high dynamic range, and refuses to convert it', async () => {
    const source = await made(quarters, '--depth', '10', '--cicp', '9/16/9');
    const { result, content } = await engine.compress(source, { adaptive: {} });
    expect(result.winner).to.equal('source');
    expect(await factsOf(content)).to.include({ gamma: 'unconvertible' });
    const error = await rejectionOf(engine.compress(source, { change: { convert: [jpeg] } }));
    expect(error).to.include({ code: 'decode_failed' });
  });

  it('answers for an AVIF whose pixels are damaged', async () => {
    const source = await made(quarters);
    // Behind the sequence header, which is checked before.
    const damaged = Buffer.from(source).fill(0xff, source.indexOf('mdat') + 4 + 16);
    const error = await rejectionOf(engine.compress(damaged));
    expect(error).to.include({ code: 'decode_failed' });
  });
});
