import { expect } from 'chai';
import { deflateSync, inflateSync } from 'node:zlib';
import { bytesOf } from '../../../../src/image/bytes.ts';
import { chunkBytes, chunksOf } from '../../../../src/image/png/chunks.ts';
import { deflated } from '../../../../src/image/png/deflate/deflate.ts';
import { deflatedPng } from '../../../../src/image/png/deflate/deflated-png.ts';
import { bytes, chunk, ihdr, pngSignature } from '../../../support/image/builders.ts';
import { testWasm } from '../../../support/image/wasm.ts';

/** Numbers from 0 to `below`, the same each time. */
const randomOf = (): ((below: number) => number) => {
  let state = 1;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
};

const filled = (length: number, valueAt: (at: number) => number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => valueAt(at));

const noise = (length: number): Uint8Array => {
  const random = randomOf();
  return filled(length, () => random(256));
};

/** Rows of letters of 8 by 12 pixels on a plain page, each behind the filter byte 0. */
const page = (width: number, height: number): Uint8Array => {
  const random = randomOf();
  const letters = Array.from({ length: 30 }, () => filled(96, () => random(3) * random(4)));
  const lines = Array.from({ length: Math.ceil(height / 20) }, () =>
    Array.from({ length: Math.ceil(width / 8) }, () => random(60)),
  );
  return filled((width + 1) * height, (at) => {
    const [x, y] = [(at % (width + 1)) - 1, Math.floor(at / (width + 1))];
    if (x < 0 || y % 20 >= 12) return 0;
    return letters[lines[Math.floor(y / 20)]![Math.floor(x / 8)]!]?.[(y % 20) * 8 + (x % 8)] ?? 0;
  });
};

const runs = (longest: number): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: longest }, (_, length) => Array<number>(length).fill(length % 2)).flat(),
  );

const repeated = (data: Uint8Array, times: number): Uint8Array =>
  Uint8Array.from(Array.from({ length: times }, () => [...data]).flat());

const parts = (data: Uint8Array, size: number): readonly Uint8Array[] =>
  Array.from({ length: Math.ceil(data.length / size) }, (_, index) =>
    data.subarray(index * size, (index + 1) * size),
  );

const wasm = testWasm();

describe('deflated', () => {
  for (const [title, data] of [
    ['one byte', Uint8Array.of(7)],
    ['two equal bytes', Uint8Array.of(7, 7)],
    ['a run of 257 bytes', filled(257, () => 5)],
    ['a run of 3,000,000 bytes, in parts', filled(3_000_000, () => 0)],
    ['runs of all lengths up to 1,000', runs(1000)],
    ['noise', noise(100_000)],
    ['noise, repeated at the largest distance', repeated(noise(32_767), 4)],
    ['a page', page(700, 400)],
    ['a large page, in parts', page(2000, 1200)],
  ] as const) {
    it(`inflates to what it was made of: ${title}`, () => {
      const made = deflated(wasm, data);
      expect(inflateSync(made).equals(Buffer.from(data))).to.equal(true);
    });
  }

  it('takes fewer bytes than zlib takes at its best', () => {
    const rows = page(700, 400);
    const usual = deflateSync(rows, { level: 9 }).length;
    expect(deflated(wasm, rows).length).to.be.below(usual * 0.95);
  });
});

describe('deflatedPng', () => {
  const pngOfRows = (rows: Uint8Array, ...chunks: readonly Uint8Array[]): Buffer =>
    bytes(
      pngSignature,
      ihdr(300, 200, 8, 3),
      chunk('PLTE', Buffer.alloc(36, 90)),
      ...chunks,
      ...parts(deflateSync(rows), 500).map((part) => chunkBytes('IDAT', part)),
      chunk('tEXt', 'Title\0x'),
      chunk('IEND'),
    );
  const rows = page(300, 200);
  const png = pngOfRows(rows, chunk('tRNS', Buffer.alloc(12, 128)));

  const dataOf = (source: Uint8Array): Buffer =>
    Buffer.concat(
      [...chunksOf(bytesOf(source))]
        .filter(({ name }) => name === 'IDAT')
        .map(({ data }) => data.read(0, data.size)),
    );

  it('keeps the rows and all chunks, and takes fewer bytes', () => {
    const made = deflatedPng(wasm, png) ?? expect.fail('it was made');
    expect(inflateSync(dataOf(made)).equals(Buffer.from(rows))).to.equal(true);
    expect([...chunksOf(bytesOf(made))].map(({ name }) => name)).to.deep.equal([
      ...['IHDR', 'PLTE', 'tRNS', 'IDAT', 'tEXt', 'IEND'],
    ]);
    expect(made.length).to.be.below(png.length * 0.95);
  });

  it('gives the same bytes when it is done again', () => {
    const made = deflatedPng(wasm, png) ?? expect.fail('it was made');
    expect(deflatedPng(wasm, made)).to.deep.equal(made);
  });

  it('makes nothing of an animation', () => {
    const animated = pngOfRows(rows, chunk('acTL', Buffer.alloc(8)));
    expect(deflatedPng(wasm, animated)).to.equal(undefined);
  });

  for (const [title, height, isMade] of [
    ['few rows of grain', 290, true],
    ['many rows of grain', 310, false],
  ] as const) {
    it(`makes ${isMade ? 'something' : 'nothing'} of ${title}`, () => {
      const grainy = bytes(
        pngSignature,
        ihdr(999, height, 8, 0),
        chunkBytes('IDAT', deflateSync(noise(1000 * height))),
        chunk('IEND'),
      );
      expect(deflatedPng(wasm, grainy) !== undefined).to.equal(isMade);
    });
  }

  it('makes nothing of rows of more than 50 megabytes', () => {
    const flat = bytes(
      pngSignature,
      ihdr(9999, 5001, 8, 3),
      chunk('PLTE', Buffer.alloc(768)),
      chunkBytes('IDAT', deflateSync(new Uint8Array(10_000 * 5001))),
      chunk('IEND'),
    );
    expect(deflatedPng(wasm, flat)).to.equal(undefined);
  });

  it('makes nothing whose rows would be others', () => {
    const openPart: typeof wasm.openPart = (history, length) => {
      wasm.bytes()[wasm.partBytes()]! ^= 1;
      return wasm.openPart(history, length);
    };
    expect(() => deflatedPng({ ...wasm, openPart }, png)).to.throw('not compressed as they are');
  });

  it('says what is damaged', () => {
    const damaged = Buffer.from(png);
    damaged[png.indexOf('IDAT') + 30]! ^= 0xff;
    expect(() => deflatedPng(wasm, damaged)).to.throw('PNG has damaged image data');
  });
});
