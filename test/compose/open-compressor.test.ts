import { expect } from 'chai';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Compressor } from '../../src/bulk/compressor.ts';
import { openCompressor } from '../../src/compose/open-compressor.ts';
import { loadConfig } from '../../src/config/load.ts';
import { readFacts } from '../../src/image/read-facts.ts';
import { photo, photoPath } from '../support/e2e/pictures.ts';
import { rejectionOf } from '../support/rejection.ts';
import { strictSource } from '../support/image/builders.ts';
import { toolsPath } from '../support/service/service.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('the engine of a command', () => {
  let compressor: Compressor;
  // Before the folder is removed, in which it prepares those of jobs.
  afterEach(() => compressor.close());
  const inFolder = temporaryFolders();
  const { signal } = new AbortController();
  let work = '';
  beforeEach(async () => {
    work = inFolder('work');
    const flags = { 'work-dir': work, 'quality-effort': 'fast' };
    const { config } = loadConfig({ flags, environment: {} });
    compressor = await openCompressor(config, {
      ...{ path: toolsPath, folder: inFolder() },
      onFailure: (failure) => {
        throw failure;
      },
    });
  });

  const factsOf = (bytes: Buffer): ReturnType<typeof readFacts> => readFacts(strictSource(bytes));

  it('compresses a picture to a file that stays until it is released', async () => {
    const body = createReadStream(photoPath);
    const operation = { convert: ['image/avif'], preserve: [] };
    const { made, ...picture } = await compressor.compress(body, operation, signal);
    const result = readFileSync(picture.path);
    expect([picture.bytes, picture.source.bytes]).to.deep.equal([result.length, photo.length]);
    const types = { sourceType: 'image/jpeg', mediaType: 'image/avif' };
    expect(made).to.include({ ...types, encoders: 'avifenc' });
    expect(made.score).to.be.within(75, 95);
    expect((await factsOf(result)).mediaType).to.equal('image/avif');
    await compressor.check(createReadStream(picture.path), signal);
    const { width, height } = await factsOf(photo);
    const shown = await compressor.preview(createReadStream(picture.path), undefined, signal);
    expect(shown?.size).to.deep.equal({ width, height });
    await picture[Symbol.asyncDispose]();
    expect(existsSync(picture.path)).to.equal(false);
  });

  it('shows the middle of a picture, in another size where one is given', async () => {
    const show = async (size?: { width: number; height: number }): Promise<string> => {
      const shown = await compressor.preview(createReadStream(photoPath), size, signal);
      const bytes = Buffer.from(shown!.url.replace(/^data:image\/webp;base64,/, ''), 'base64');
      const { mediaType, width, height } = await factsOf(bytes);
      return `${mediaType} ${width}x${height}`;
    };
    const { width, height } = await factsOf(photo);
    expect(await show()).to.equal(`image/webp ${Math.min(width, 720)}x${Math.min(height, 540)}`);
    expect(await show({ width: 40, height: 30 })).to.equal('image/webp 40x30');
  });

  it('refuses what is no picture, and a result that is not whole', async () => {
    const operation = { preserve: [] };
    const refused = compressor.compress(Readable.from([Buffer.from('text')]), operation, signal);
    expect(await rejectionOf(refused)).to.have.property('code', 'unsupported_media_type');
    const half = photo.subarray(0, photo.length / 2);
    const checked = compressor.check(Readable.from([half]), signal);
    expect(await rejectionOf(checked)).to.have.property('code', 'decode_failed');
    await writeFile(inFolder('empty'), '');
    const empty = compressor.compress(createReadStream(inFolder('empty')), operation, signal);
    expect(await rejectionOf(empty)).to.have.property('code', 'input_missing');
  });

  it('leaves nothing behind', async () => {
    await rejectionOf(compressor.check(Readable.from([Buffer.from('text')]), signal));
    await compressor.close();
    expect(existsSync(work) ? readdirSync(work) : []).to.deep.equal([]);
  });
});
