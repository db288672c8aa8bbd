import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { framePieces } from '../../../src/tools/vips/file.ts';
import { writePieces } from '../../../src/jobs/write-pieces.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('framePieces', () => {
  const inFolder = temporaryFolders();
  for (const bands of [3, 4] as const) {
    it(`make a file that libvips reads, of a frame of ${bands} channels`, async () => {
      const strip = { width: 5, height: 4, frames: 3, bands };
      const frameBytes = strip.width * strip.height * bands;
      const pixels = Uint8Array.from({ length: frameBytes * strip.frames }, (_, index) => index);
      await writeFile(inFolder('strip.raw'), pixels);
      await writePieces(inFolder('strip.raw'), framePieces(strip, 1), inFolder('frame.v'));
      const vips = promisify(execFile);
      await vips('vips', ['colourspace', inFolder('frame.v'), inFolder('seen.raw'), 'srgb']);
      const seen = await readFile(inFolder('seen.raw'));
      expect([...seen]).to.deep.equal([...pixels.subarray(frameBytes, 2 * frameBytes)]);
    });
  }
});
