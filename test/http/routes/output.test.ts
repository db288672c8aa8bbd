import { expect } from 'chai';
import { rm, writeFile } from 'node:fs/promises';
import { ServiceError } from '../../../src/errors.ts';
import { outputOf } from '../../support/service/samples.ts';
import { basic, startApi, type Answer, type Api } from '../../support/http/api.ts';
import { head, rawAnswer } from '../../support/http/raw.ts';

const etag = `"${'b'.repeat(32)}"`;

describe('GET /output/<id>', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
    api.ask(`/output/${api.output.id}`, { headers, method });

  const whole = {
    'accept-ranges': 'bytes',
    'cache-control': 'private',
    'compression-count': '0',
    'content-length': '20',
    'content-type': 'image/jpeg',
    'email-address': 'ann@example.org',
    etag,
    'image-height': '30',
    'image-width': '40',
    'paying-state': 'paid',
  };
  const described = ({ headers }: Answer): object => {
    const { date: _date, connection: _connection, 'x-request-id': _id, ...others } = headers;
    return others;
  };

  it('answers 200 with the bytes and exactly these headers', async () => {
    const answer = await get();
    expect(answer.status).to.equal(200);
    expect(described(answer)).to.deep.equal(whole);
    expect(answer.body).to.deep.equal(api.bytes);
  });

  it('keeps the canonical case of header names', async () => {
    const headers = [`Authorization: ${basic(`api:${api.key}`)}`];
    const answer = await rawAnswer(api.port, head(`GET /output/${api.output.id}`, headers));
    for (const name of ['Compression-Count', 'Image-Width', 'Image-Height', 'Content-Length']) {
      expect(answer).to.contain(`\r\n${name}: `);
    }
    expect(answer).to.contain('\r\nContent-Type: image/jpeg\r\n');
  });

  it('answers HEAD with the same headers and no bytes', async () => {
    const answer = await get({}, 'HEAD');
    expect(answer.status).to.equal(200);
    expect(described(answer)).to.deep.equal(whole);
    expect(answer.body).to.have.length(0);
  });

  it('takes the id with a file extension', async () => {
    for (const extension of ['.jpg', '.webp', '.PNG']) {
      const answer = await api.ask(`/output/${api.output.id}${extension}`);
      expect(answer.body).to.deep.equal(api.bytes);
    }
  });

  describe('with If-None-Match', () => {
    for (const [title, method, value] of [
      ['its ETag', 'GET', etag],
      ['its ETag, for HEAD', 'HEAD', etag],
      ['its ETag, called weak', 'GET', `W/${etag}`],
      ['its ETag among others', 'GET', `"x", ${etag}`],
      ['any', 'GET', '*'],
    ] as const) {
      it(`answers 304 to ${title}`, async () => {
        const answer = await get({ 'if-none-match': value }, method);
        expect(answer.status).to.equal(304);
        expect(answer.headers).to.include({ etag, 'cache-control': 'private' });
        expect(answer.headers).not.to.have.property('content-length');
        expect(answer.body).to.have.length(0);
      });
    }

    it('answers 200 to another ETag', async () => {
      expect((await get({ 'if-none-match': '"x"' })).status).to.equal(200);
    });

    it('answers 304 even when a range is asked for', async () => {
      expect((await get({ 'if-none-match': etag, range: 'bytes=0-1' })).status).to.equal(304);
    });
  });

  describe('with If-Match', () => {
    for (const [title, method, headers, status] of [
      ['its ETag', 'GET', { 'if-match': etag }, 200],
      ['its ETag, for HEAD', 'HEAD', { 'if-match': etag }, 200],
      ['its ETag, for POST', 'POST', { 'if-match': etag }, 200],
      ['its ETag among others', 'GET', { 'if-match': `"x", ${etag}` }, 200],
      ['any', 'GET', { 'if-match': '*' }, 200],
      ['its ETag, for a part', 'GET', { 'if-match': etag, range: 'bytes=0-1' }, 206],
      ['another ETag', 'GET', { 'if-match': '"x"' }, 412],
      ['another ETag, for HEAD', 'HEAD', { 'if-match': '"x"' }, 412],
      ['another ETag, for POST', 'POST', { 'if-match': '"x"' }, 412],
      ['its ETag, called weak', 'GET', { 'if-match': `W/${etag}` }, 412],
      ['no ETag', 'GET', { 'if-match': 'x' }, 412],
      ['another before a part', 'GET', { 'if-match': '"x"', range: 'bytes=0-1' }, 412],
      ['another before a part too far', 'GET', { 'if-match': '"x"', range: 'bytes=99-' }, 412],
      ['another before one it has', 'GET', { 'if-match': '"x"', 'if-none-match': etag }, 412],
      ['its ETag, and one it has', 'GET', { 'if-match': etag, 'if-none-match': etag }, 304],
    ] as const) {
      it(`answers ${status} to ${title}`, async () => {
        const answer = await get({ ...headers }, method);
        expect(answer.status).to.equal(status);
        if (status !== 412) return;
        expect(answer.headers).not.to.have.any.keys('etag', 'image-width');
        if (method === 'HEAD') return;
        expect(answer.json()).to.deep.equal({
          error: 'Precondition failed',
          message: 'If-Match: expected the ETag of this image',
        });
      });
    }

    it('answers 404 where there is none', async () => {
      const answer = await api.ask('/output/x', { headers: { 'if-match': '*' } });
      expect(answer.status).to.equal(404);
    });
  });

  describe('in part', () => {
    for (const [title, range, contentRange, bytes] of [
      ['the first bytes', 'bytes=0-3', 'bytes 0-3/20', '0123'],
      ['a middle', 'bytes=5-9', 'bytes 5-9/20', '56789'],
      ['one byte', 'bytes=19-19', 'bytes 19-19/20', 'j'],
      ['an open end', 'bytes=15-', 'bytes 15-19/20', 'fghij'],
      ['an end too far', 'bytes=18-99', 'bytes 18-19/20', 'ij'],
      ['a suffix', 'bytes=-2', 'bytes 18-19/20', 'ij'],
      ['a suffix longer than the image', 'bytes=-99', 'bytes 0-19/20', '0123456789abcdefghij'],
    ] as const) {
      it(`gives ${title}`, async () => {
        const answer = await get({ range });
        expect(answer.status).to.equal(206);
        expect(answer.headers).to.include({
          ...whole,
          'content-range': contentRange,
          'content-length': String(bytes.length),
        });
        expect(String(answer.body)).to.equal(bytes);
      });
    }

    for (const [title, headers] of [
      ['several ranges', { range: 'bytes=0-1,5-6' }],
      ['another unit', { range: 'pixels=0-1' }],
      ['what is no range', { range: 'bytes' }],
      ['an If-Range of another version', { range: 'bytes=0-1', 'if-range': '"x"' }],
      [
        'an If-Range with a date',
        { range: 'bytes=0-1', 'if-range': 'Sat, 21 Nov 2026 12:00:00 GMT' },
      ],
      ['an If-Range with a weak ETag', { range: 'bytes=0-1', 'if-range': `W/${etag}` }],
    ] as const) {
      it(`gives all of it for ${title}`, async () => {
        const answer = await get(headers);
        expect(answer.status).to.equal(200);
        expect(described(answer)).to.deep.equal(whole);
        expect(answer.body).to.deep.equal(api.bytes);
      });
    }

    it('gives the part when If-Range names this version', async () => {
      const answer = await get({ range: 'bytes=0-1', 'if-range': etag });
      expect(answer.status).to.equal(206);
      expect(String(answer.body)).to.equal('01');
    });

    for (const range of ['bytes=20-', 'bytes=99-100', 'bytes=-0']) {
      it(`says how long the image is to ${range}`, async () => {
        const answer = await get({ range });
        expect(answer.status).to.equal(416);
        expect(answer.headers).to.include({
          'content-range': 'bytes */20',
          'content-type': 'application/json',
        });
        expect(answer.headers).not.to.have.any.keys('image-width', 'image-height', 'etag');
        expect(answer.json()).to.deep.equal({
          error: 'Range not satisfiable',
          message: 'The image has 20 bytes.',
        });
      });
    }

    it('describes all of it to HEAD, whatever the range', async () => {
      for (const range of ['bytes=0-1', 'bytes=99-']) {
        const answer = await get({ range }, 'HEAD');
        expect(answer.status).to.equal(200);
        expect(described(answer)).to.deep.equal(whole);
      }
    });
  });

  for (const id of [
    '0'.repeat(40),
    '%2e%2e%2fresult',
    '%00',
    '%E0%A4%A',
    '__proto__',
    'x'.repeat(5000),
  ]) {
    it(`does not find ${id.slice(0, 20)}`, async () => {
      const answer = await api.ask(`/output/${id}`);
      expect(answer.status).to.equal(404);
      expect(answer.json()).to.deep.equal({
        error: 'Not found',
        message: 'Resource not found or expired.',
      });
    });
  }

  it('does not find the output of another account', async () => {
    const { key } = await api.options.accounts.add({ name: 'Bob', email: 'bob@example.org' });
    const answer = await api.ask(`/output/${api.output.id}`, { key });
    expect(answer.status).to.equal(404);
    expect(answer.headers).not.to.have.any.keys('etag', 'image-width');
  });
});

describe('public downloads', () => {
  const open = (publicDownload: boolean): Promise<Api> =>
    startApi({ overrides: () => ({ publicDownload }) });

  for (const [isPublic, key, status] of [
    [true, null, 200],
    [true, 'A'.repeat(32), 401],
    [false, null, 401],
  ] as const) {
    it(`answer ${status} with ${key === null ? 'no key' : 'a wrong key'} when ${isPublic ? 'open' : 'closed'}`, async () => {
      const api = await open(isPublic);
      try {
        const answer = await api.ask(`/output/${api.output.id}`, { key });
        expect(answer.status).to.equal(status);
        expect(answer.headers).not.to.have.property('compression-count');
      } finally {
        await api.close();
      }
    });
  }

  it('do not open uploads', async () => {
    const api = await open(true);
    try {
      expect((await api.ask('/shrink', { method: 'POST', key: null, body: 'x' })).status).to.equal(
        401,
      );
    } finally {
      await api.close();
    }
  });
});

describe('an output whose file', () => {
  let api: Api;
  let resultPath = '';
  let released = 0;
  beforeEach(async () => {
    released = 0;
    api = await startApi({
      overrides: ({ download }) => ({
        download: async (id, reader) => {
          const lease = await download(id, reader);
          resultPath = lease.resultPath;
          return { ...lease, release: () => (released += 1) };
        },
      }),
    });
    await api.ask(`/output/${api.output.id}`, { method: 'HEAD' });
    released = 0;
  });
  afterEach(() => api.close());

  it('is gone is answered 500, without its path', async () => {
    await rm(resultPath);
    const answer = await api.ask(`/output/${api.output.id}`);
    expect(answer.status).to.equal(500);
    expect(answer.headers).not.to.have.any.keys('etag', 'cache-control', 'image-width');
    expect(String(answer.body)).not.to.contain('result').and.not.to.contain('ENOENT');
    expect(released).to.equal(1);
  });

  it('is cut short is never given out as a whole', async () => {
    await writeFile(resultPath, '0123');
    expect((await api.ask(`/output/${api.output.id}`)).status).to.equal(500);
    expect(released).to.equal(1);
  });

  it('is released when the answer has been sent', async () => {
    await api.ask(`/output/${api.output.id}`);
    expect(released).to.equal(1);
  });
});

describe('a download that the service refuses', () => {
  it('is answered in JSON', async () => {
    const api = await startApi({
      overrides: () => ({
        download: async () => {
          throw new ServiceError('unavailable', 'Later.', { retryAfterSeconds: 1.2 });
        },
      }),
    });
    try {
      const answer = await api.ask(`/output/${outputOf({ owner: '' }).id}`);
      expect(answer.status).to.equal(503);
      expect(answer.headers['retry-after']).to.equal('2');
      expect(answer.json()).to.deep.equal({ error: 'Service unavailable', message: 'Later.' });
    } finally {
      await api.close();
    }
  });
});
