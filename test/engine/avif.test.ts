import { execFile } from 'node:child_process';
import { rename, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { loadConfig } from '../../src/config/load.ts';
import { deepPngType, type PictureChange } from '../../src/image/plan.ts';
import type { Raster } from '../../src/image/raster.ts';
import { maxBanding } from '../../src/image/score/banding.ts';
import { pixelsFileName } from '../../src/jobs/file-names.ts';
import type { ToolRunner } from '../../src/tools/tool-runner.ts';
import { bandingOf } from '../support/image/measured.ts';
import { avifOf, pngOf } from '../support/image/avifs.ts';
import { factsOf } from '../support/image/facts.ts';
import { bytes as joined, chunk, ihdr, pngSignature, uint16 } from '../support/image/builders.ts';
import { displayP3Profile } from '../support/image/metadata.ts';
import { pixelsOf, type Pixels } from '../support/image/pictures.ts';
import { compressing } from '../support/engine/compressing.ts';
import { drawn, expectNear, levelsAt, makingPixels } from '../support/engine/making-pixels.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

const run = promisify(execFile);

const [avif, jpeg, png, webp] = ['image/avif', 'image/jpeg', 'image/png', 'image/webp'] as const;

/** Offset in the header of a colour profile. */
const renderingIntent = 64;

describe('the engine and AVIF', function () {
  // Real encoders, on a machine that may be busy.
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
    await writeFile(path, isAvif ? await pngOf(content, ['--depth', '8']) : content);
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
  });

  it('expands grey of a limited range', async () => {
    const grey = drawn([64, 48], 3, (x) => (x < 32 ? [0, 0, 0] : [255, 255, 255]));
    const source = await made(grey, '--yuv', '400', '--range', 'limited');
    const { content } = await engine.compress(source, { change: { convert: [png] } });
    const pixels = await shown(content);
    expectNear(levelsAt(pixels, 8, 24).slice(0, 1), [0]);
    expectNear(levelsAt(pixels, 56, 24).slice(0, 1), [255]);
  });

  it('tries a draft first, and another command last with quality.effort best', async () => {
    const variants = async (effort: 'balanced' | 'best') => {
      const { config } = loadConfig({ flags: { 'quality-effort': effort }, environment: {} });
      const change = { convert: [avif] };
      const options = { change, adaptive: { effort }, table: config };
      const { result } = await engine.compress(engine.pictures.png, options);
      const [candidate] = result.receipt.candidates;
      return candidate?.trials.map(({ variant }) => variant);
    };
    const balanced = await variants('balanced');
    expect(balanced?.slice(0, 2)).to.deep.equal(['draft', null]);
    expect(balanced).not.to.include('other command');
    expect((await variants('best'))?.at(-1)).to.equal('other command');
  });

  it('searches for a finer setting where the target is higher', async () => {
    const { result } = await engine.compress(engine.pictures.jpeg, {
      change: { convert: [avif] },
      adaptive: { target: 88 },
    });
    const winner = result.receipt.candidates.find(({ reason }) => reason === 'won');
    expect(winner?.score).to.be.within(83, 93);
    expect(winner?.trials.length).to.be.greaterThan(1);
  });

  it('gives the smaller of AVIF and WebP', async () => {
    const { result, content } = await engine.compress(engine.pictures.png, {
      change: { convert: [avif, webp] },
      adaptive: {},
    });
    const sizes = result.receipt.candidates.filter(({ accepted }) => accepted);
    expect(sizes.map(({ mediaType }) => mediaType)).to.include.members([avif, webp]);
    expect(content.length).to.equal(Math.min(...sizes.map((size) => size.bytes ?? Infinity)));
  });

  it('shows no blocks in slopes, however low the target', async () => {
    const slope = drawn([320, 240], 3, (x, y) => {
      const [dx, dy] = [(x - 100) / 90, (y - 150) / 70];
      const glow = 60 * Math.exp(-dx * dx - dy * dy);
      return [30 + x / 16 + glow, 30 + y / 16, 36 + (x + y) / 24].map(Math.round);
    });
    const { result, content } = await engine.compress(await fileOf(slope, 'png'), {
      change: { convert: [avif] },
      adaptive: { target: 50, min: 50 },
    });
    expect(result.winner).to.equal('avifenc');
    const banding = bandingOf(slope as Raster, (await shown(content)) as Raster);
    expect(banding).to.be.at.most(maxBanding);
  });

  it('makes an AVIF smaller, and leaves its own result alone', async () => {
    const source = await avifOf(engine.pictures.png, ['--min', '0', '--max', '4', '--yuv', '444']);
    const { result, content } = await engine.compress(source, { adaptive: {} });
    expect(result).to.include({ mediaType: avif, winner: 'avifenc' });
    expect(content.length).to.be.lessThan(source.length);
    // Its hash is no longer known.
    const again = await engine.compress(content, { adaptive: {}, isOurResult: false });
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

  it('converts by a profile that leaves its illuminant out', async () => {
    await writeFile(inFolder('p3.icc'), displayP3Profile);
    const source = await made(quarters, '--icc', inFolder('p3.icc'));
    source.fill(0, source.indexOf('prof') + 4 + 68, source.indexOf('prof') + 4 + 80);
    const { content } = await engine.compress(source, { change: { convert: [png] } });
    expectNear(levelsAt(await shown(content), 48, 10), [0, 163, 0], 8);
  });

  it('ignores a profile that no PNG can have', async () => {
    await writeFile(inFolder('p3.icc'), displayP3Profile);
    const source = await made(quarters, '--icc', inFolder('p3.icc'));
    source.writeUInt32BE(0xffff_ffff, source.indexOf('prof') + 4 + renderingIntent);
    const { content } = await engine.compress(source, { change: { convert: [png] } });
    expectNear(levelsAt(await shown(content), 48, 10), [30, 160, 30], 8);
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

  describe('given an AVIF of more than 8 bits', () => {
    const [left, right] = [
      [50_000, 30_000, 20_000],
      [10_000, 40_000, 25_000],
    ] as const;

    /** 64x48 pixels of two colours that 8 bits miss by 100 levels of 65,536. */
    const deepPng = (): Buffer => {
      const side = (levels: readonly number[]) =>
        Array.from({ length: 32 }, () => levels.flatMap((level) => [...uint16(level)])).flat();
      const row = [0, ...side(left), ...side(right)];
      const data = deflateSync(Uint8Array.from(Array.from({ length: 48 }, () => row).flat()));
      return joined(pngSignature, ihdr(64, 48, 16, 2), chunk('IDAT', data), chunk('IEND'));
    };

    /** The levels at a place of what avifenc reads, while a deep AVIF is compressed. */
    const readBy = async (args: readonly string[], at: readonly string[]) => {
      const near = ['--min', '0', '--max', '0', '--yuv', '444'];
      const source = await avifOf(deepPng(), [...near, ...args]);
      let levels: readonly number[] = [];
      const runnerOver = (runner: ToolRunner): ToolRunner => ({
        ...runner,
        run: async (use) => {
          if (use.input === pixelsFileName(deepPngType)) {
            const { stdout } = await run('vips', ['getpoint', use.folder.file(use.input), ...at]);
            levels = stdout.trim().split(/\s+/).map(Number);
          }
          return runner.run(use);
        },
      });
      const { content, failures } = await engine.compress(source, { adaptive: {}, runnerOver });
      expect(failures).to.deep.equal([]);
      return { levels, facts: await factsOf(content) };
    };

    const rows = [
      ['', ['--depth', '10'], left, [64, 48]],
      [' of 12 bits', ['--depth', '12'], left, [64, 48]],
      // A quarter anticlockwise puts the right side on top.
      [', turned', ['--depth', '10', '--irot', '1'], right, [48, 64]],
      // By the matrices of both spaces and the curve of sRGB.
      [
        ', from Display P3',
        ['--depth', '10', '--cicp', '12/13/6'],
        [53_247, 28_750, 17_611],
        [64, 48],
      ],
    ] as const;
    for (const [title, args, expected, [width, height]] of rows) {
      it(`keeps more than 8 bits for the encoder${title}`, async () => {
        const { levels, facts } = await readBy(args, ['5', '5']);
        expectNear(levels, expected, 60);
        expect(facts).to.include({ bitDepth: 10, width, height, orientation: 1 });
      });
    }
  });

  it('takes a picture as it is decoded where the decoder drops its alpha', async () => {
    const source = await made(seen);
    const runnerOver = (runner: ToolRunner): ToolRunner => ({
      ...runner,
      run: async (use) => {
        const end = await runner.run(use);
        if (use.output === 'decoded.png') {
          const path = use.folder.file(use.output);
          await run('vips', ['extract_band', path, `${path}.rgb.png`, '0', '--n', '3']);
          await rename(`${path}.rgb.png`, path);
        }
        return end;
      },
    });
    const change = { convert: [jpeg], background: { red: 255, green: 0, blue: 0 } };
    const { content } = await engine.compress(source, { change, runnerOver });
    expectNear(levelsAt(await shown(content), 60, 10), [40, 90, 160], 10);
  });

  it('gives 8 bits of a deep AVIF to other types', async () => {
    const source = await made(quarters, '--depth', '10');
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
