import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import { expect } from 'chai';
import { bytesOf } from '../../../src/image/bytes.ts';
import { chunksOf } from '../../../src/image/png/chunks.ts';
import type { Job } from '../../../src/engine/job.ts';
import { withoutSurplus } from '../../../src/engine/pixels/without-surplus.ts';
import { ServiceError } from '../../../src/errors.ts';
import type { JobFolder } from '../../../src/jobs/job-folder.ts';
import type { ToolRunner } from '../../../src/tools/tool-runner.ts';
import { mutationSources } from '../../support/e2e/mutation-sources.ts';
import { type CompressOptions, compressing } from '../../support/engine/compressing.ts';
import { bytes, chunk, ihdr, pngSignature } from '../../support/image/builders.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

/** The image data of a PNG as it is filtered. */
const inflatedOf = (png: Uint8Array): Buffer => {
  const data = [...chunksOf(bytesOf(png))].filter(({ name }) => name === 'IDAT');
  return inflateSync(bytes(...data.map((each) => each.data.read(0, each.data.size))));
};

/** The same PNG with more behind its picture, the new data in two chunks, and damage at their end. */
const withMore = (png: Buffer, more: Uint8Array, isDamaged = false): Buffer => {
  const chunks = [...chunksOf(bytesOf(png))].map(({ name, offset, end }) =>
    name === 'IDAT' ? [] : [png.subarray(offset, end)],
  );
  const data = deflateSync(bytes(inflatedOf(png), more), { level: 9 });
  if (isDamaged) data[data.length - 1]! ^= 1;
  const cut = data.length >> 1;
  const parts = [data.subarray(0, cut), data.subarray(cut)].map((part) => chunk('IDAT', part));
  return bytes(pngSignature, ...chunks.flat().toSpliced(-1, 0, ...parts));
};

describe('the engine, given a PNG with more image data than its picture has', () => {
  const engine = compressing();
  let sources: Readonly<Record<string, Buffer>> = {};
  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shrinkd-surplus-'));
    sources = await mutationSources((name) => join(folder, name));
    await rm(folder, { recursive: true });
  });

  /** The image data that the tools of a job read, and where they failed. */
  const readByTools = async (png: Buffer, options: CompressOptions = {}) => {
    let folder: JobFolder | undefined;
    let read: Buffer | undefined;
    const { failures } = await engine.compress(png, {
      ...options,
      onFolder: (made) => (folder = made),
      runnerOver: (runner) => ({
        run: (request) => {
          read ??= inflatedOf(readFileSync(folder!.file('source.png')));
          return runner.run(request);
        },
      }),
    });
    return { read, failures };
  };

  for (const name of ['rgb.png', 'adam7.png', 'palette.png', 'alpha.png', 'deep.png']) {
    for (const [mode, options] of Object.entries({ fixed: {}, adaptive: { adaptive: {} } })) {
      it(`gives tools those of the picture alone, of ${name} in ${mode} mode`, async () => {
        const png = sources[name]!;
        const more = await readByTools(withMore(png, new Uint8Array(3000)), options);
        expect(more.read).to.deep.equal(inflatedOf(png));
        expect(more.failures).to.deep.equal([]);
      });
    }
  }

  it('leaves it to the scorer to inflate a picture that is surveyed', async () => {
    const permits = { acquire: () => Promise.reject(new Error('inflated in the service')) };
    const flat = flatPng(2001);
    const { content } = await engine.compress(flat, { permits, adaptive: {} });
    expect(content.length).to.be.below(flat.length);
    expect(await rejectionOf(engine.compress(flat, { permits }))).to.be.instanceOf(Error);
  });

  for (const more of [0, 3000]) {
    it(`gives tools no damage behind the picture, with ${more} bytes more`, async () => {
      const png = sources['rgb.png']!;
      const { read, failures } = await readByTools(withMore(png, new Uint8Array(more), true));
      expect(read).to.deep.equal(inflatedOf(png));
      expect(failures).to.deep.equal([]);
    });
  }

  it('inflates a large picture in its turn among the tools, and a small one at once', async () => {
    const turns: string[] = [];
    const permits = {
      acquire: async () => {
        turns.push('granted');
        return { release: () => void turns.push('released') };
      },
    };
    const runnerOver = (): ToolRunner => ({
      run: () => Promise.reject(new ServiceError('unavailable', 'no tool')),
    });
    for (const side of [100, 2001]) {
      const refused = engine.compress(flatPng(side), { permits, runnerOver });
      expect(await rejectionOf(refused)).to.include({ code: 'unavailable' });
      expect(turns).to.deep.equal(side === 100 ? [] : ['granted', 'released']);
    }
  });

  it('stops before the rest, whatever it holds', async () => {
    const row = bytes(0, new Uint8Array(30));
    const one = bytes(
      pngSignature,
      ihdr(10, 1, 8, 2),
      chunk('IDAT', deflateSync(row)),
      chunk('IEND'),
    );
    const whole = withMore(one, new Uint8Array(2 ** 26));
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, damaged.length - 2000, damaged.length - 1000);
    for (const png of [whole, withSums(damaged)]) {
      expect((await readByTools(png)).read).to.deep.equal(row);
    }
  });
});

describe('withoutSurplus', () => {
  const inFolder = temporaryFolders();

  it('leaves the memory alone that small pieces share with other buffers, wherever they lie in it', async () => {
    const [width, height] = [21, 32];
    const rows = new Uint8Array(height * (1 + 3 * width));
    const png = [pngSignature, ihdr(width, height, 8, 2), chunk('IDAT', deflateSync(rows))];
    writeFileSync(inFolder('source.png'), bytes(...png, chunk('IEND')));
    const job = {
      folder: { file: inFolder },
      facts: { mediaType: 'image/png', width, height },
      plan: { pixels: [] },
      client: { signal: new AbortController().signal },
    } as unknown as Job;
    const permits = { acquire: () => Promise.reject(new Error('it is small')) };
    for (let more = 0; more <= 1024; more += 8) {
      leaveOfPool(rows.length + more);
      await withoutSurplus(job, { permits, maxWaitMs: 0 });
    }
  });
});

/** Takes memory that buffers share until so many bytes of it are left, a multiple of 8. */
const leaveOfPool = (wanted: number): void => {
  let left = 0;
  while (left < wanted) {
    const taken = Buffer.allocUnsafe(8);
    left = Buffer.poolSize - taken.byteOffset - taken.length;
  }
  while (left > wanted) {
    left -= Buffer.allocUnsafe(Math.min(left - wanted, Buffer.poolSize / 4)).length;
  }
};

/** Black, and as wide as high. */
const flatPng = (side: number): Buffer =>
  bytes(
    pngSignature,
    ihdr(side, side, 8, 0),
    chunk('IDAT', deflateSync(new Uint8Array((side + 1) * side))),
    chunk('IEND'),
  );

/** With right checksums, so that the damage is one of the compressed data. */
const withSums = (png: Buffer): Buffer =>
  bytes(
    pngSignature,
    ...[...chunksOf(bytesOf(png))].map(({ name, data }) => chunk(name, data.read(0, data.size))),
  );
