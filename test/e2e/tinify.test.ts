import { expect } from 'chai';
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import tinify from 'tinify';
import { rejectionOf } from '../support/rejection.ts';
import { sharedService } from '../support/service/service.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { startHttpOrigin, type Origin } from '../support/source/origin.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { newPng, photo, photoPath } from '../support/e2e/pictures.ts';
import { pointedAt } from '../support/e2e/pointed-client.ts';

describe('the published tinify client', () => {
  const service = sharedService({ flags: ['--source-allow', '127.0.0.1/32'] });
  const inFolder = temporaryFolders();
  pointedAt(tinify, service);
  let origin: Origin;

  before(async () => {
    origin = await startHttpOrigin(({ url }, response) => {
      response.writeHead(url === '/photo' ? 200 : 403).end(url === '/photo' ? photo : '');
    });
  });
  after(() => origin.close());

  const expectCompressedPhoto = (result: Uint8Array): void => {
    expect(result.length).to.be.within(1000, photo.length - 1);
    expect([...result.subarray(0, 3)]).to.deep.equal([0xff, 0xd8, 0xff]);
  };

  it('validates a good key, which costs nothing', async () => {
    await tinify.validate();
    const count = tinify.compressionCount;
    expect(count).to.be.a('number');
    await tinify.validate();
    expect(tinify.compressionCount).to.equal(count);
  });

  it('sees a bad key and a missing one as errors of the account', async () => {
    tinify.key = 'x'.repeat(32);
    const bad = await rejectionOf(tinify.validate());
    expect(bad).to.be.instanceOf(tinify.AccountError);
    expect((bad as Error).message).to.equal('Credentials are invalid. (HTTP 401/Unauthorized)');
    tinify.key = '';
    expect(await rejectionOf(tinify.validate())).to.be.instanceOf(tinify.AccountError);
  });

  it('compresses from file to file', async () => {
    await tinify.fromFile(photoPath).toFile(inFolder('small.jpg'));
    expectCompressedPhoto(readFileSync(inFolder('small.jpg')));
  });

  it('compresses from buffer to buffer', async () => {
    expectCompressedPhoto(await tinify.fromBuffer(photo).toBuffer());
  });

  it('compresses from an address', async () => {
    const url = `http://127.0.0.1:${origin.port}/photo`;
    expectCompressedPhoto(await tinify.fromUrl(url).toBuffer());
  });

  it('learns size, media type, width and height of a result', async () => {
    const result = tinify.fromBuffer(photo).result();
    const content = await result.toBuffer();
    expect({
      size: await result.size(),
      mediaType: await result.mediaType(),
      extension: await result.extension(),
      width: await result.width(),
      height: await result.height(),
    }).to.deep.equal({
      size: content.length,
      mediaType: 'image/jpeg',
      extension: 'jpeg',
      width: 800,
      height: 533,
    });
  });

  it('gets the same bytes each time from one source', async () => {
    const source = tinify.fromBuffer(newPng());
    const [first, second] = [await source.toBuffer(), await source.toBuffer()];
    expect(hash('sha256', first)).to.equal(hash('sha256', second));
  });

  it('sees the count grow by one with each upload and stay with downloads', async () => {
    await tinify.validate();
    const before = tinify.compressionCount!;
    const source = tinify.fromBuffer(newPng());
    await source.toBuffer();
    expect(tinify.compressionCount).to.equal(before + 1);
    await source.toBuffer();
    await tinify.validate();
    expect(tinify.compressionCount).to.equal(before + 1);
    // The same picture again: compressed once, billed twice.
    await tinify.fromBuffer(photo).toBuffer();
    await tinify.fromBuffer(photo).toBuffer();
    expect(tinify.compressionCount).to.equal(before + 3);
  });

  it('compresses many pictures at once', async () => {
    await tinify.validate();
    const before = tinify.compressionCount!;
    const pictures = Array.from({ length: 12 }, newPng);
    const results = await Promise.all(
      pictures.map((picture) => tinify.fromBuffer(picture).toBuffer()),
    );
    expect(new Set(results.map((content) => hash('sha256', content))).size).to.equal(
      pictures.length,
    );
    await tinify.validate();
    expect(tinify.compressionCount).to.equal(before + pictures.length);
  });

  const mistakes: readonly Readonly<{
    title: string;
    work: () => Promise<unknown>;
    says: string;
  }>[] = [
    {
      title: 'a text file',
      work: () => tinify.fromBuffer('Hello').toBuffer(),
      says: 'File type is not supported. (HTTP 415/Unsupported media type)',
    },
    {
      title: 'an empty buffer',
      work: () => tinify.fromBuffer('').toBuffer(),
      says: 'Input file is empty. (HTTP 400/InputMissing)',
    },
    {
      title: 'what is no address',
      work: () => tinify.fromUrl('nowhere').toBuffer(),
      says: 'Cannot parse URL (HTTP 400/Source not found)',
    },
    {
      title: 'an address that is refused there',
      work: () => tinify.fromUrl(`http://127.0.0.1:${origin.port}/secret`).toBuffer(),
      says: 'Server responded with 403 (HTTP 400/Source not found)',
    },
  ];
  for (const { title, work, says } of mistakes) {
    it(`sees ${title} as an error of the client, free of charge`, async () => {
      await tinify.validate();
      const before = tinify.compressionCount;
      const error = await rejectionOf(work());
      expect(error).to.be.instanceOf(tinify.ClientError);
      expect((error as Error).message).to.equal(says);
      await tinify.validate();
      expect(tinify.compressionCount).to.equal(before);
    });
  }

  it('sees a file it cannot read as its own error', async () => {
    writeFileSync(inFolder('empty'), '');
    const missing = tinify.fromFile(inFolder('missing.png')).toBuffer();
    expect(await rejectionOf(missing)).to.have.property('code', 'ENOENT');
    const empty = tinify.fromFile(inFolder('empty')).toBuffer();
    expect(await rejectionOf(empty)).to.be.instanceOf(tinify.ClientError);
  });

  it('validates a key whose month is used up, but cannot compress with it', async () => {
    tinify.key = await newAccount(service(), 'small', ['--monthly-limit', '1']);
    const source = tinify.fromBuffer(photo);
    await source.toBuffer();
    const error = await rejectionOf(tinify.fromBuffer(photo).toBuffer());
    expect(error).to.be.instanceOf(tinify.AccountError);
    expect((error as Error).message).to.equal(
      'Your monthly limit has been exceeded. (HTTP 429/Too many requests)',
    );
    await tinify.validate();
    expect(tinify.compressionCount).to.equal(1);
    // What was paid for stays available.
    expectCompressedPhoto(await source.toBuffer());
  });

  it('never had to try again', () => {
    const failed = service()
      .log()
      .filter(({ msg, status }) => msg === 'request abandoned' || Number(status) >= 500);
    expect(failed).to.deep.equal([]);
  });
});
