import { expect } from 'chai';
import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { bytesOf } from '../../src/image/bytes.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { isComplete } from '../../src/image/is-complete.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { samplePicture } from '../../src/tools/startup/sample-pictures.ts';
import { jpegOf, segment, withSegments } from '../support/image/builders.ts';
import { factsOf } from '../support/image/facts.ts';
import {
  exifSegment,
  exifWithOrientation,
  displayP3Profile,
  iccSegments,
} from '../support/image/metadata.ts';
import { compressing, tableOf, toolCommand } from '../support/engine/compressing.ts';
import type { SamplePictures } from '../support/engine/sample-pictures.ts';

const secret = 'SECRET';

/** A JPEG with a comment of so many bytes. */
const commented = (jpeg: Uint8Array, length = 1000): Buffer =>
  withSegments(jpeg, segment(0xfe, secret.padEnd(length, '.')));

/**
 * A JPEG turned by the shortest EXIF block that readers take: without the offset of a next directory
 * it is four bytes shorter than the one that stripping writes.
 */
const tersely = (jpeg: Buffer): Buffer => {
  const exif = Buffer.from('4578696600004d4d002a000000080001011200030000000100060000', 'hex');
  return withSegments(jpeg, segment(0xe1, exif));
};

describe('the engine', function () {
  // Real encoders, on a machine that may be busy.
  const file = temporaryFolders();
  const engine = compressing();
  let pictures: SamplePictures;
  before(() => {
    ({ pictures } = engine);
  });

  describe('with the default encoders', () => {
    type Case = readonly [string, () => Buffer, winners: readonly string[], Partial<ImageFacts>];
    const cases: readonly Case[] = [
      ['a JPEG', () => pictures.jpeg, ['mozjpeg'], {}],
      ['a PNG', () => pictures.png, ['pngquant+oxipng', 'oxipng'], {}],
      ['a PNG of 16 bits', () => pictures.png16, ['pngquant+oxipng', 'oxipng'], {}],
      ['a lossy WebP', () => pictures.lossyWebp, ['cwebp'], {}],
      ['a lossless WebP', () => pictures.losslessWebp, ['cwebp'], {}],
      [
        'a JPEG on its side',
        () => withSegments(pictures.jpeg, exifSegment(exifWithOrientation(6))),
        ['mozjpeg'],
        { orientation: 1 },
      ],
      [
        'a JPEG with another colour profile',
        () => withSegments(pictures.jpeg, ...iccSegments(displayP3Profile, 60_000)),
        ['mozjpeg'],
        { iccProfile: 'none' },
      ],
    ];
    for (const [title, picture, winners, expected] of cases) {
      it(`makes ${title} smaller, upright and at most 8 bits deep`, async () => {
        const source = picture();
        const before = await factsOf(source);
        const { result, content, failures } = await engine.compress(source);
        expect(failures).to.deep.equal([]);
        expect(result.winner).to.be.oneOf([...winners]);
        expect(result).to.deep.equal({
          path: result.path,
          winner: result.winner,
          bytes: content.length,
          sha256: hash('sha256', content),
          mediaType: before.mediaType,
          width: before.width,
          height: before.height,
          isDegraded: false,
          receipt: result.receipt,
        });
        expect(content.length).to.be.below(source.length);
        expect(isComplete(bytesOf(content), before.mediaType)).to.equal(true);
        const { mediaType, width, height } = before;
        const facts = await factsOf(content);
        expect(facts).to.include({ mediaType, width, height, orientation: 1, ...expected });
        expect(facts.bitDepth).to.be.at.most(8);
      });
    }

    it('compresses a result of its own without loss', async () => {
      const { content: once } = await engine.compress(pictures.jpeg);
      const { content: twice, result } = await engine.compress(once);
      expect(result.winner).to.be.oneOf(['jpegtran', 'source']);
      expect((await factsOf(twice)).quantisation).to.deep.equal((await factsOf(once)).quantisation);
      expect(twice.length).to.be.at.most(once.length);
    });

    it('leaves a JPEG alone that nothing makes smaller', async () => {
      const source = jpegOf({ width: 8, height: 8 });
      const { content, result } = await engine.compress(source);
      expect(content.length).to.be.at.most(source.length);
      expect(result.isDegraded).to.equal(false);
    });
  });

  describe('keeps', () => {
    /** Encoders that each give a file prepared beforehand. */
    const giving = async (results: Readonly<Record<string, Uint8Array>>) => {
      await Promise.all(
        Object.entries(results).map(([name, content]) => writeFile(file(name), content)),
      );
      const encoders = Object.keys(results).map((name) => [
        name,
        toolCommand('copies', file(name), '{output}'),
      ]);
      return tableOf('image/jpeg', Object.fromEntries(encoders));
    };

    it('the smallest', async () => {
      const { content: small } = await engine.compress(pictures.jpeg);
      const table = await giving({
        one: commented(small),
        two: small,
        three: pictures.jpeg,
      });
      const { result, content } = await engine.compress(commented(pictures.jpeg), { table });
      // `one` is as small as `two` once its comment is gone.
      expect(result.winner).to.be.oneOf(['one', 'two']);
      expect(content.equals(small)).to.equal(true);
    });

    it('the winner without its metadata', async () => {
      const { content: small } = await engine.compress(pictures.jpeg);
      const table = await giving({ one: commented(small, 100) });
      const { result, content } = await engine.compress(pictures.jpeg, { table });
      expect(result.winner).to.equal('one');
      expect(content.includes(secret)).to.equal(false);
    });

    it('the source without its metadata where nothing is smaller', async () => {
      const { content: small } = await engine.compress(pictures.jpeg);
      const table = await giving({ one: pictures.jpeg });
      const { result, content, failures } = await engine.compress(commented(small), { table });
      expect(result).to.include({ winner: 'source', isDegraded: false });
      expect(content.equals(small)).to.equal(true);
      expect(failures).to.deep.equal([]);
    });

    it('the source where a result is as large', async () => {
      await writeFile(file('one'), pictures.jpeg);
      const one = { ...toolCommand('copies', file('one'), '{output}'), lossless: true };
      const table = tableOf('image/jpeg', { one });
      const { result } = await engine.compress(commented(pictures.jpeg), { table });
      expect(result.winner).to.equal('source');
    });

    it('the source byte for byte where even stripping makes it larger', async () => {
      const source = tersely(samplePicture('image/jpeg')!);
      const table = tableOf('image/jpeg', { one: toolCommand('fails', '98') });
      const { result, content } = await engine.compress(source, { table });
      expect(result).to.include({ winner: 'source', bytes: source.length });
      expect(content.equals(source)).to.equal(true);
    });

    it('the source where all encoders decline, which is no failure', async () => {
      const table = tableOf('image/jpeg', {
        one: { ...toolCommand('fails', '98'), exit: { 98: 'declined', 99: 'declined' } },
        two: { ...toolCommand('fails', '99'), exit: { 98: 'declined', 99: 'declined' } },
      });
      const { result, content, failures } = await engine.compress(commented(pictures.jpeg), {
        table,
      });
      expect(result).to.include({ winner: 'source', isDegraded: false });
      expect(content.includes(secret)).to.equal(false);
      expect(failures).to.deep.equal([]);
    });

    it('the others where one encoder declines', async () => {
      const { content: small } = await engine.compress(pictures.jpeg);
      const { encoders } = await giving({ one: small });
      const table = tableOf('image/jpeg', {
        ...encoders,
        two: { ...toolCommand('fails', '98'), exit: { 98: 'declined' } },
      });
      const { result } = await engine.compress(pictures.jpeg, { table });
      expect(result).to.include({ winner: 'one', isDegraded: false });
    });
  });
});
