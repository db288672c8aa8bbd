import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { concatenated } from '../../src/image/bytes.ts';
import type { Encoder, EncoderTable } from '../../src/image/encoder.ts';
import { chunkBytes } from '../../src/image/png/chunks.ts';
import { pngOfRows } from '../../src/image/png/pixels.ts';
import { drawing } from '../support/image/drawings.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import {
  compressing,
  type CompressOptions,
  tableOf,
  toolCommand,
} from '../support/engine/compressing.ts';
import { fixtureTool } from '../support/tools/processes.ts';
import { rejectionOf } from '../support/rejection.ts';

const png = 'image/png';
const secret = 'SECRET';

/** A drawing, compressed, so that lossless encoders run last. */
const screenshot = (): Buffer => {
  const [width, height] = [320, 240];
  const { bands, data } = drawing({ width, height }, 3, (x, y) =>
    (x * y) % 23 === 0 ? [30, 30, 30] : [230, 235, 240],
  );
  const stride = width * bands;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y++) {
    rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1);
  }
  return Buffer.from(pngOfRows({ width, height, bands }, rows, 6));
};

/** Where a chunk begins. */
const chunkAt = (picture: Buffer, name: string): number => picture.indexOf(name, 0, 'latin1') - 4;

const withText = (picture: Buffer): Buffer => {
  const at = chunkAt(picture, 'IDAT');
  const text = chunkBytes('tEXt', Buffer.from(`Comment\0${secret}`));
  return Buffer.concat([picture.subarray(0, at), text, picture.subarray(at)]);
};

/** Every chunk is complete and its checksum right, but half of the rows are missing. */
const withoutRows = (picture: Buffer): Buffer => {
  const at = chunkAt(picture, 'IDAT');
  const half = Math.floor(picture.readUInt32BE(at) / 2);
  const data = picture.subarray(at + 8, at + 8 + half);
  return Buffer.from(
    concatenated([
      picture.subarray(0, at),
      chunkBytes('IDAT', data),
      chunkBytes('IEND', Buffer.alloc(0)),
    ]),
  );
};

describe('the engine, when no encoder ends in time', function () {
  // Real tools, on a machine that may be busy.
  const engine = compressing();
  const source = screenshot();
  /** Encoders end 2 s before the job does, and lossy ones in adaptive mode 5 s before. */
  const short = { withinMs: 6500, keptMs: 5000 };
  const sleeping = (encoder: Encoder | undefined): Encoder => ({
    ...(encoder ?? expect.fail('the encoder is configured')),
    ...toolCommand('sleeps'),
  });
  const { palette, oxipng, ...others } = adaptiveConfig.encoders;
  const searched: EncoderTable = {
    ...adaptiveConfig,
    encoders: { ...others, palette: sleeping(palette), oxipng: sleeping(oxipng) },
    types: { [png]: [['palette'], ['oxipng']] },
  };
  const modes: readonly (readonly ['fixed' | 'adaptive', CompressOptions])[] = [
    ['fixed', { table: tableOf(png, { slow: toolCommand('sleeps') }), ...short }],
    ['adaptive', { table: searched, adaptive: {}, ...short }],
  ];
  // Its first start takes long.
  before(() => engine.compress(source, { adaptive: {} }));

  for (const [mode, options] of modes) {
    describe(`in ${mode} mode`, () => {
      it('gives the source without metadata, which is not kept for other requests', async () => {
        const { result, content } = await engine.compress(withText(source), options);
        expect(result).to.include({ winner: 'source', isDegraded: true });
        expect(result.receipt).to.include({ mode, degraded: true });
        const isSurveyed = result.receipt.source.flatness !== null;
        expect(isSurveyed).to.equal(mode === 'adaptive');
        expect(content.includes(secret)).to.equal(false);
        expect(content.equals(source)).to.equal(true);
      });

      it('refuses a source that lacks rows', async () => {
        const running = engine.compress(withoutRows(source), options);
        expect(await rejectionOf(running)).to.include({ code: 'decode_failed' });
      });
    });
  }

  it('makes a result with fixed settings where an interlaced PNG is decoded too late to be surveyed', async () => {
    const paths = ['plain.png', 'interlaced.png'].map((name) => join(engine.workDir, name));
    writeFileSync(paths[0]!, engine.pictures.png);
    execFileSync('vips', ['copy', paths[0]!, `${paths[1]}[interlace]`]);
    const vips = fixtureTool('sleeps');
    const options = { adaptive: {}, ...short, vips };
    const { result } = await engine.compress(readFileSync(paths[1]!), options);
    expect(result).to.include({ mediaType: png, isDegraded: true });
    expect(result.winner).not.to.equal('source');
    expect(result.receipt).to.include({ mode: 'fixed', fallback: 'unmeasured' });
  });

  it('gives the source where another encoder got no permit', async () => {
    const never = new AbortController().signal;
    // Of the same account, since another one's next tool has a slot of its own.
    const other = await engine.permits.acquire({ accountId: 'a', jobNumber: 0, signal: never });
    const table = tableOf(png, { slow: toolCommand('sleeps'), waits: toolCommand('sleeps') });
    const running = engine.compress(source, { table, ...short, maxWaitMs: 1500 });
    const { result, failures } = await running.finally(() => other.release());
    expect(result).to.include({ winner: 'source', isDegraded: true });
    // Only the one that ran.
    expect(failures).to.have.length(1);
    const reasons = result.receipt.candidates.map(({ reason }) => reason);
    expect(reasons).to.include('The service is busy. Try again later.');
  });

  it('fails with unavailable where no permit is granted at all', async () => {
    const never = new AbortController().signal;
    const held = [1, 2].map((jobNumber) =>
      engine.permits.acquire({ accountId: 'a', jobNumber, signal: never }),
    );
    const permits = await Promise.all(held);
    const table = tableOf(png, { slow: toolCommand('sleeps') });
    const running = engine.compress(source, { table, ...short, maxWaitMs: 30 });
    expect(await rejectionOf(running)).to.include({ code: 'unavailable' });
    for (const permit of permits) permit.release();
  });
});
