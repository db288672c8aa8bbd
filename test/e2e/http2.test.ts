import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, constants, type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { apiKey, fixedQuality } from '../support/service/service.ts';
import { heldService } from '../support/e2e/held-encoder.ts';
import { expectIdle, jobFolders } from '../support/e2e/job-folders.ts';
import { newJpeg, newPng } from '../support/e2e/pictures.ts';
import { until } from '../support/until.ts';

const authorization = `Basic ${Buffer.from(`api:${apiKey}`).toString('base64')}`;

type Answer = Readonly<{ headers: Record<string, unknown>; body: Buffer }>;

const answerTo = async (stream: ClientHttp2Stream): Promise<Answer> => {
  const [[headers], body] = await Promise.all([
    once(stream, 'response') as Promise<[Record<string, unknown>]>,
    buffer(stream),
  ]);
  return { headers, body };
};

describe('one HTTP/2 session', () => {
  const { service, encoder } = heldService({
    config: { queue: { slots: 6 } },
    flags: fixedQuality,
  });
  let session: ClientHttp2Session;
  let countBefore = 0;

  const open = async (): Promise<void> => {
    session = connect(service().url, { ca: readFileSync(service().certificate) });
    await once(session, 'connect');
  };
  const jobs = (): number => jobFolders(service().folder).length;
  beforeEach(async () => {
    await open();
    countBefore = await count();
  });
  afterEach(() => session.destroy());

  const post = (): ClientHttp2Stream =>
    session.request({ ':method': 'POST', ':path': '/shrink', authorization });

  const upload = (picture: Uint8Array): Promise<Answer> => {
    const stream = post();
    stream.end(picture);
    return answerTo(stream);
  };

  const download = async (location: unknown): Promise<Answer> => {
    const path = new URL(String(location)).pathname;
    return answerTo(session.request({ ':path': path, authorization }));
  };

  const count = async (): Promise<number> =>
    Number((await upload(Buffer.alloc(0))).headers['compression-count']);

  it('carries many requests side by side', async () => {
    const pictures = Array.from({ length: 40 }, newPng);
    const answers = await Promise.all(pictures.map(upload));
    expect(answers.map(({ headers }) => headers[':status'])).to.deep.equal(Array(40).fill(201));
    const counts = answers.map(({ headers }) => Number(headers['compression-count']));
    expect(counts.toSorted((a, b) => a - b)).to.deep.equal(
      pictures.map((_, index) => countBefore + index + 1),
    );
    const outputs = await Promise.all(answers.map(({ headers }) => download(headers['location'])));
    expect(outputs.map(({ headers }) => headers[':status'])).to.deep.equal(Array(40).fill(200));
    expect(new Set(outputs.map(({ body }) => body.toString('base64'))).size).to.equal(40);
  });

  it('goes on when some of its requests are reset, which cost nothing and leave nothing', async () => {
    await encoder().shut();
    const [left, kept] = [3, 3];
    const compressing = Array.from({ length: left }, () => post().end(newJpeg()));
    const staying = Array.from({ length: kept }, () => upload(newJpeg()));
    await encoder().waiting(service(), left + kept);
    const arriving = post();
    arriving.write(newPng().subarray(0, 100));
    await until('half an upload has arrived', () => jobs() === left + kept + 1);

    for (const stream of [...compressing, arriving]) stream.close(constants.NGHTTP2_CANCEL);
    await encoder().waiting(service(), kept);
    await until('their folders are gone', () => jobs() === kept);
    await encoder().open();
    const answers = await Promise.all(staying);
    expect(answers.map(({ headers }) => headers[':status'])).to.deep.equal(Array(kept).fill(201));
    expect(await count()).to.equal(countBefore + kept);
    await expectIdle(service());
  });

  it('may end in the middle of everything', async () => {
    await encoder().shut();
    const streams = Array.from({ length: 4 }, () => post().end(newJpeg()));
    for (const stream of streams) stream.on('error', () => undefined);
    await encoder().waiting(service(), 4);
    session.destroy();
    await encoder().waiting(service(), 0);
    await encoder().open();
    await expectIdle(service());
    await open();
    expect(await count()).to.equal(countBefore);
  });

  it('carries JSON without Content-Length, which is heeded', async () => {
    const { location } = (await upload(newPng())).headers;
    const path = new URL(String(location)).pathname;
    const json = { authorization, 'content-type': 'application/json' };
    const send = (method: string, body: string): Promise<Answer> => {
      const stream = session.request(
        { ':method': method, ':path': path, ...json },
        { endStream: false },
      );
      // The end comes in a frame of its own.
      if (body !== '') stream.write(body);
      stream.end();
      return answerTo(stream);
    };
    const resize = '{"resize":{"method":"scale","width":7}}';
    for (const method of ['POST', 'GET', 'HEAD']) {
      const { headers } = await send(method, resize);
      expect(headers).to.include({ ':status': 200, 'image-width': '7' });
    }
    const plain = await download(location);
    for (const method of ['POST', 'GET']) {
      expect((await send(method, '')).body).to.deep.equal(plain.body);
      expect((await send(method, 'garbage')).headers).to.include({ ':status': 400 });
    }
    expect(await count()).to.equal(countBefore + 4);
  });
});
