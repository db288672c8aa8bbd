import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect } from 'chai';
import { failureOf, fetchWhole, notFound } from '../support/source/fetching.ts';
import { startHttpOrigin, type Origin } from '../support/source/origin.ts';

const picture = Buffer.from('picture '.repeat(1000));
const damaged = notFound('Server sent a compressed body that is damaged');

describe('the content coding of a source', () => {
  let origin: Origin;
  afterEach(() => origin.close());

  const fetched = async (coding: string, body: Buffer, maxBytes = 1_000_000): Promise<Buffer> => {
    origin = await startHttpOrigin((_request, response) =>
      response.writeHead(200, { 'Content-Encoding': coding }).end(body),
    );
    return fetchWhole(`http://127.0.0.1:${origin.port}/`, { maxBytes });
  };

  const packed: readonly (readonly [coding: string, body: Buffer])[] = [
    ['gzip', gzipSync(picture)],
    ['GZip', gzipSync(picture)],
    ['x-gzip', gzipSync(picture)],
    ['identity, gzip', gzipSync(picture)],
    ['deflate', deflateSync(picture)],
    ['br', brotliCompressSync(picture)],
    ['zstd', zstdCompressSync(picture)],
  ];
  for (const [coding, body] of packed) {
    it(`${coding} is taken off`, async () => {
      expect((await fetched(coding, body)).equals(picture)).to.equal(true);
      await origin.idle();
    });
  }

  for (const coding of ['', 'Identity', 'none', 'utf-8', 'aws-chunked', 'binary', 'constructor']) {
    it(`"${coding}" says nothing of the bytes`, async () => {
      expect((await fetched(coding, picture)).equals(picture)).to.equal(true);
    });
  }

  it('is refused where the body is compressed twice', async () => {
    const failure = await failureOf(fetched('gzip, br', brotliCompressSync(gzipSync(picture))));
    expect(failure).to.deep.equal(notFound('Server compressed the body more than once'));
    await origin.idle();
  });

  for (const [coding, body] of packed) {
    it(`${coding} that is cut or damaged is refused`, async () => {
      expect(await failureOf(fetched(coding, body.subarray(0, -4)))).to.deep.equal(damaged);
      await origin.close();
      expect(await failureOf(fetched(coding, picture))).to.deep.equal(damaged);
      await origin.idle();
    });

    it(`${coding} is limited by the bytes that it has when it is taken off`, async () => {
      expect(await failureOf(fetched(coding, body, picture.length - 1))).to.deep.equal({
        code: 'too_large',
        message: `The source file is too large: at most ${picture.length - 1} bytes (limits.uploadBytes) are accepted, got more.`,
      });
      await origin.idle();
    });
  }

  it('is limited by the bytes that arrive, where hardly any are in it', async () => {
    const emptyBlock = Buffer.from([0, 0, 0, 0xff, 0xff]);
    const whole = deflateSync(picture);
    const body = Buffer.concat([
      whole.subarray(0, 2),
      ...Array.from({ length: 10_000 }, () => emptyBlock),
      whole.subarray(2),
    ]);
    expect((await fetched('deflate', body, body.length)).equals(picture)).to.equal(true);
    await origin.close();
    expect(await failureOf(fetched('deflate', body, body.length - 1))).to.include({
      code: 'too_large',
    });
    await origin.idle();
  });

  it('with a window that would take much memory is refused', async () => {
    const window = { params: { [constants.ZSTD_c_windowLog]: 27 } };
    const body = zstdCompressSync(Buffer.alloc(200_000_000), window);
    expect(await failureOf(fetched('zstd', body, 1_000_000_000))).to.deep.equal(damaged);
  });
});
