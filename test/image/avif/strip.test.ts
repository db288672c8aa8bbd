import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import { avifPlainPieces } from '../../../src/image/avif/strip.ts';
import { blocksOf } from '../../../src/image/metadata/blocks.ts';
import { readMetadata } from '../../../src/image/metadata/read.ts';
import { withMetadata } from '../../../src/image/metadata/write.ts';
import { strippedPieces } from '../../../src/image/strip.ts';
import { applied, bytes, strictSource, uint32 } from '../../support/image/builders.ts';
import {
  alphaType,
  av1,
  avifFile,
  box,
  gridFile,
  ispe,
  nclx,
  type BuiltItem,
} from '../../support/image/avif-builders.ts';
import { avifOf, infoOf, pngOf } from '../../support/image/avifs.ts';
import { factsOf } from '../../support/image/facts.ts';
import { srgbProfile } from '../../support/image/metadata.ts';
import { samplePicture } from '../../../src/tools/startup/sample-pictures.ts';

const stripped = async (file: Uint8Array): Promise<Buffer> =>
  applied(strippedPieces(strictSource(file), await factsOf(file)), file);

const av1C = box('av1C', 0x81, 0, 0x0c, 0);
const picture: BuiltItem = { id: 1, type: 'av01', data: av1, properties: [1, 2] };
const exif: BuiltItem = { id: 2, type: 'Exif', data: bytes(uint32(0), 'MM\0*secret') };
const xmp: BuiltItem = {
  id: 3,
  type: 'mime',
  rest: 'application/rdf+xml\0',
  data: bytes('<secret/>'),
};

/** A grid whose tiles are said to be elsewhere: `place` gives offset and length by the start of all tiles. */
const located = (
  grid: Uint8Array,
  tiles: number,
  place: (start: number, tile: number) => readonly [number, number],
): Buffer => {
  const file = Buffer.from(grid);
  const gridBytes = 8;
  const start = file.indexOf('mdat') + 4 + gridBytes;
  const firstTile = file.indexOf('iloc') + 4 + 8 + 14;
  for (let tile = 0; tile < tiles; tile += 1) {
    const [offset, length] = place(start, tile);
    file.writeUInt32BE(offset, firstTile + tile * 14 + 6);
    file.writeUInt32BE(length, firstTile + tile * 14 + 10);
  }
  return file;
};

describe('stripping an AVIF', () => {
  it('removes EXIF, XMP and what nobody knows', async () => {
    const file = avifFile({
      items: [{ ...picture, properties: [1, 2, 3] }, exif, xmp],
      properties: [ispe(16, 16), av1C, box('note', 'secret')],
      references: [
        ['cdsc', 2, [1]],
        ['cdsc', 3, [1]],
      ],
      beside: [box('free', 'secret')],
    });
    const result = await stripped(file);
    expect(result.includes('secret')).to.equal(false);
    expect(result.includes(av1)).to.equal(true);
    expect(await factsOf(result)).to.deep.equal({ ...(await factsOf(file)), isOwnResult: true });
  });

  it('removes a thumbnail', async () => {
    const file = avifFile({
      items: [picture, { ...picture, id: 2, data: bytes(av1, 0) }],
      references: [['thmb', 2, [1]]],
    });
    expect((await stripped(file)).length).to.equal((await stripped(avifFile())).length);
  });

  it('keeps alpha and the order of tiles', async () => {
    const file = gridFile(1, 2, [32, 16]);
    const result = await stripped(file);
    expect(await factsOf(result)).to.deep.equal({ ...(await factsOf(file)), isOwnResult: true });
    const withAlpha = avifFile({
      items: [picture, { ...picture, id: 9, properties: [1, 2, 3] }],
      properties: [ispe(16, 16), av1C, alphaType],
      references: [
        ['auxl', 9, [1]],
        ['prem', 1, [9]],
      ],
    });
    const kept = await stripped(withAlpha);
    expect(await factsOf(kept)).to.include({ hasAlpha: true });
    expect(kept.includes('prem')).to.equal(true);
  });

  it('writes data that items share once', async () => {
    const file = located(gridFile(2, 3, [48, 32]), 6, (start) => [start, av1.length]);
    const result = await stripped(file);
    expect(result.indexOf(av1)).to.equal(result.lastIndexOf(av1));
    expect(await factsOf(result)).to.deep.equal({ ...(await factsOf(file)), isOwnResult: true });
  });

  it('refuses data that overlap in parts', async () => {
    const whole = gridFile(16, 16, [256, 256]);
    const file = located(whole, 256, (start, tile) => {
      const offset = start + tile * av1.length;
      return [offset, whole.length - offset];
    });
    const facts = await factsOf(file);
    expect(() => strippedPieces(bytesOf(file), facts)).to.throw('overlap');
  });

  it('removes a profile of sRGB where the codes say the same', async () => {
    const profile = box('colr', 'prof', srgbProfile);
    const file = (codes: Uint8Array) =>
      avifFile({
        items: [{ ...picture, properties: [1, 2, 3, 4] }],
        properties: [ispe(16, 16), av1C, profile, codes],
      });
    expect((await stripped(file(nclx(1, 13)))).includes('prof')).to.equal(false);
    expect((await stripped(file(nclx(12, 13)))).includes('prof')).to.equal(true);
  });

  it('changes nothing the second time', async () => {
    for (const file of [avifFile(), gridFile(2, 2, [30, 30])]) {
      const once = await stripped(file);
      expect((await stripped(once)).equals(once)).to.equal(true);
    }
  });
});

describe('AVIF files of avifenc', () => {
  const source = samplePicture('image/png')!;
  const kinds: readonly (readonly [string, readonly string[]])[] = [
    ['plain', []],
    ['of 10 bits', ['--depth', '10']],
    ['of 12 bits', ['--depth', '12', '--yuv', '422']],
    ['grey', ['--yuv', '400']],
    ['turned', ['--irot', '3', '--imir', '1']],
    ['of another space', ['--cicp', '12/13/6']],
  ];
  for (const [title, args] of kinds) {
    it(`${title} decode alike when stripped, and when made plain`, async () => {
      const file = await avifOf(source, args);
      const facts = await factsOf(file);
      const clean = await stripped(file);
      const plain = applied(avifPlainPieces(strictSource(file), facts), file);
      expect(clean.length).to.be.lessThan(file.length);
      const pixels = ['--ignore-icc', '--depth', '16'];
      const decoded = await pngOf(file, pixels);
      // Newer versions add a chunk for the rotation.
      const bare = (png: Buffer): Buffer => png.subarray(png.indexOf('IDAT'));
      expect(bare(await pngOf(clean, pixels)).equals(bare(decoded))).to.equal(true);
      expect(bare(await pngOf(plain, pixels)).equals(bare(decoded))).to.equal(true);
      const [before, after] = [await infoOf(file), await infoOf(clean)];
      for (const name of ['Resolution', 'Bit Depth', 'Format', 'Transformations', 'irot.*']) {
        expect(after(name), name).to.equal(before(name));
      }
    });
  }

  it('carry the metadata that are preserved, for other readers too', async () => {
    const clean = await stripped(await avifOf(source, ['--irot', '1']));
    const metadata = {
      copyright: { text: 'Jane Doe', url: 'https://example.com/rights' },
      creation: { date: '2024-05-06', time: '07:08:09' },
    };
    const pieces = withMetadata(bytesOf(clean), 'image/avif', metadata);
    const file = applied(pieces, clean);
    expect((await infoOf(file))('Exif Metadata')).to.match(/Present/);
    expect((await infoOf(file))('XMP Metadata')).to.match(/Present/);
    const facts = await factsOf(file);
    expect(facts).to.deep.equal(await factsOf(clean));
    const wanted = new Set(['copyright', 'creation', 'location'] as const);
    expect(readMetadata(bytesOf(file), facts, wanted)).to.deep.equal(metadata);
    const { exif: block } = blocksOf(bytesOf(file), 'image/avif');
    expect(file.length - clean.length - (block?.size ?? 0)).to.be.lessThan(500);
    expect((await stripped(file)).equals(clean)).to.equal(true);
  });
});
