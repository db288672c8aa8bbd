import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { concatenated, latin1Bytes } from '../../../src/image/bytes.ts';
import { rasterOf } from '../../../src/image/wasm/stored-pixels.ts';
import { chunkBytes, pngSignature } from '../../../src/image/png/chunks.ts';
import { encodePng } from '../../../src/image/png/pixels.ts';
import { decodePng } from '../../support/image/decode-png.ts';
import { storedPng } from '../../../src/image/png/stored-png.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { drawing } from '../../support/image/drawings.ts';
import { testWasm } from '../../support/image/wasm.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

const wasm = testWasm();

/** Smooth and busy, so that each filter has something to predict and something to miss. */
const picture = (bands: Raster['bands'], width: number, height: number): Raster =>
  drawing({ width, height }, bands, (x, y) =>
    Array.from({ length: bands }, (_, band) => (x * (band + 1) + y * 2 + ((x * y) % 13) * 9) & 255),
  );

describe('storedPng', () => {
  const file = temporaryFolders();

  const check = (png: Uint8Array): void => {
    expect(rasterOf(storedPng(wasm, png))).to.deep.equal(decodePng(png));
  };

  // The last one has more than one strip of rows.
  const sizes = [
    [1, 1],
    [19, 7],
    [500, 400],
  ] as const;
  for (const bands of [1, 2, 3, 4] as const) {
    const plain = sizes.map(([width, height]) => encodePng(picture(bands, width, height)));
    for (const filter of ['none', 'sub', 'up', 'avg', 'paeth', 'all']) {
      it(`reads ${bands} bands with the filter ${filter} as decodePng does`, () => {
        for (const png of plain) {
          writeFileSync(file('plain.png'), png);
          const filtered = `${file('filtered.png')}[filter=${filter},strip]`;
          execFileSync('vips', ['copy', file('plain.png'), filtered]);
          check(readFileSync(file('filtered.png')));
        }
      });
    }
  }

  for (const colours of [256, 12, 4, 2]) {
    for (const bands of [3, 4] as const) {
      it(`reads a palette of ${colours} colours made of ${bands} bands as decodePng does`, () => {
        writeFileSync(file('plain.png'), encodePng(picture(bands, 37, 11)));
        const args = ['--force', '--output', file('palette.png'), `${colours}`, '--'];
        execFileSync('pngquant', [...args, file('plain.png')]);
        check(readFileSync(file('palette.png')));
      });
    }
  }

  it('copies part of a row', () => {
    const given = picture(4, 19, 7);
    const to = new Uint8Array(12);
    storedPng(wasm, encodePng(given)).copy(5, 3, 2, to, 2);
    const from = (3 * 19 + 5) * 4;
    expect([...to]).to.deep.equal([0, 0, ...given.data.subarray(from, from + 8), 0, 0]);
  });

  it('refuses a filter that there is not, as decodePng does', () => {
    const header = Uint8Array.from([0, 0, 0, 8, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
    const rows = Uint8Array.from([5, 1, 2, 3, 4, 5, 6, 7, 8]);
    const png = concatenated([
      latin1Bytes(pngSignature),
      chunkBytes('IHDR', header),
      chunkBytes('IDAT', deflateSync(rows)),
      chunkBytes('IEND', new Uint8Array(0)),
    ]);
    expect(() => decodePng(png)).to.throw('unknown filter');
    expect(() => storedPng(wasm, png)).to.throw('unknown filter');
  });
});
