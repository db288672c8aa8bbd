import { expect } from 'chai';
import { ServiceError } from '../../../src/errors.ts';
import {
  type Answer,
  type Api,
  basic,
  fillQueue,
  resultId,
  startApi,
  storedAt,
} from '../../support/http/api.ts';
import { head, rawAnswer } from '../../support/http/raw.ts';

const receiptLink = `</output/0123456789abcdef0123456789abcdef01234567/receipt/${resultId}>; rel="receipt"`;
const etag = `"${'c'.repeat(32)}"`;
const json = { 'content-type': 'application/json' };
const resize = { resize: { method: 'fit', width: 20, height: 20 } };

describe('operations on /output/<id>', () => {
  let api: Api;
  beforeEach(async () => {
    api = await startApi();
  });
  afterEach(() => api.close());

  const send = (
    method: string,
    body: unknown = resize,
    headers: Record<string, string> = json,
  ): Promise<Answer> =>
    api.ask(`/output/${api.output.id}`, {
      method,
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });

  const whole = {
    'accept-ranges': 'bytes',
    'cache-control': 'private',
    'compression-count': '1',
    'content-length': '10',
    'content-type': 'image/png',
    'email-address': 'ann@example.org',
    etag,
    'image-height': '15',
    'image-width': '20',
    link: receiptLink,
    'paying-state': 'paid',
  };
  const described = ({ headers }: Answer): object => {
    const { date: _date, connection: _connection, 'x-request-id': _id, ...others } = headers;
    return others;
  };
  const billed = (): Promise<number> => api.options.counters.count(api.account.id);

  const expectRefused = async (answer: Answer, status: number, message: RegExp): Promise<void> => {
    expect(answer.status).to.equal(status);
    expect(answer.headers).to.include({
      'content-type': 'application/json',
      'compression-count': '0',
    });
    expect(answer.headers).not.to.have.any.keys('etag', 'image-width', 'accept-ranges');
    expect(answer.json()).to.have.all.keys('error', 'message');
    expect(answer.json()).to.have.property('message').that.matches(message);
    expect(await billed()).to.equal(0);
  };

  for (const method of ['POST', 'GET']) {
    describe(`by ${method}`, () => {
      it('answer 200 with the bytes and exactly these headers', async () => {
        const answer = await send(method);
        expect(answer.status).to.equal(200);
        expect(described(answer)).to.deep.equal(whole);
        expect(answer.body).to.deep.equal(api.operatedBytes);
        expect(api.operations).to.deep.equal([{ ...resize, preserve: [] }]);
      });

      for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
        it(`are read when Content-Type is ${type}`, async () => {
          expect((await send(method, resize, { 'content-type': type })).status).to.equal(200);
          expect(api.operations).to.have.length(1);
        });
      }

      it('take the id with a file extension', async () => {
        const asked = { method, headers: json, body: JSON.stringify(resize) };
        const answer = await api.ask(`/output/${api.output.id}.jpg`, asked);
        expect(answer.body).to.deep.equal(api.operatedBytes);
      });

      it('take chunks', async () => {
        const headers = { ...json, 'transfer-encoding': 'chunked' };
        expect(described(await send(method, resize, headers))).to.deep.equal(whole);
      });

      it('take null for what is left out', async () => {
        const answer = await send(method, {
          resize: { method: 'scale', width: 20, height: null },
          convert: null,
          transform: { background: null },
          preserve: null,
        });
        expect(answer.status).to.equal(200);
        expect(api.operations).to.deep.equal([
          { resize: { method: 'scale', width: 20 }, preserve: [] },
        ]);
      });

      it('answer 200 with an empty object and exactly these headers where the image is stored', async () => {
        const store = { service: 'gcs', gcp_access_token: 'token', path: 'pictures/a.png' };
        const answer = await send(method, { ...resize, store });
        expect(answer.status).to.equal(200);
        expect(answer.body.toString()).to.equal('{}');
        expect(described(answer)).to.deep.equal({
          'compression-count': '1',
          'content-length': '2',
          'content-type': 'application/json',
          'email-address': 'ann@example.org',
          'image-height': '15',
          'image-width': '20',
          link: receiptLink,
          location: storedAt,
          'paying-state': 'paid',
        });
        expect(api.operations).to.deep.equal([{ ...resize, preserve: [] }]);
        expect(api.stores).to.have.length(1);
        expect(api.stores[0]).to.deep.include({ service: 'cstore', path: 'pictures/a.png' });
      });

      it('take every option at once', async () => {
        const answer = await send(method, {
          ...resize,
          convert: { type: ['image/jpg', '*/*'] },
          transform: { background: '#FF8000' },
          preserve: ['location', 'copyright', 'location'],
        });
        expect(answer.headers['compression-count']).to.equal('2');
        expect(api.operations).to.deep.equal([
          {
            ...resize,
            convert: ['image/jpeg', 'image/webp', 'image/png'],
            background: { red: 255, green: 128, blue: 0 },
            preserve: ['copyright', 'location'],
          },
        ]);
      });

      for (const [title, body, message] of [
        ['cut off JSON', '{"resize":', /^body: expected valid JSON/],
        ['JSON that is null', 'null', /^body: expected an object, got null$/],
        ['JSON that is a list', '[]', /^body: expected an object, got an array of 0$/],
        ['JSON that is a number', '5', /^body: expected an object, got 5$/],
        ['an unknown option', { crop: {} }, /^crop: expected one of .*, got an unknown name$/],
        [
          'an unknown field',
          { resize: { ...resize.resize, size: 1 } },
          /^resize\.size: expected one of method, width, height, got an unknown name$/,
        ],
        ['a side of 0', { resize: { method: 'scale', width: 0 } }, /^resize\.width: .* got 0$/],
        [
          'a side that is missing',
          { resize: { method: 'fit', width: 5 } },
          /^resize\.height: .*got nothing$/,
        ],
        ['an unknown type', { convert: { type: 'image/gif' } }, /^convert\.type: .*image\/gif/],
        [
          'an unknown colour',
          { transform: { background: 'red' } },
          /^transform\.background: expected #RRGGBB, white or black, got "red"$/,
        ],
        ['unknown metadata', { preserve: ['camera'] }, /^preserve\[0\]: expected one of/],
        [
          'two mistakes',
          { resize: 5, preserve: 'location' },
          /^resize: .*; preserve: expected an array/,
        ],
      ] as const) {
        it(`refuse ${title}`, async () => {
          const answer = await send(method, body);
          await expectRefused(answer, 400, message);
          expect(answer.json()).to.have.property('error', 'Bad request');
          expect(api.operations).to.deep.equal([]);
        });
      }

      it('refuse JSON that is too long', async () => {
        const answer = await send(method, { resize: 'x'.repeat(70_000) });
        await expectRefused(answer, 413, /^A JSON body may have at most 65536 bytes\.$/);
      });

      it('do not find the output of another account', async () => {
        const { key } = await api.options.accounts.add({ name: 'Bob', email: 'bob@example.org' });
        const body = JSON.stringify(resize);
        const asked = { method, headers: json, body };
        await expectRefused(
          await api.ask(`/output/${api.output.id}`, { ...asked, key }),
          404,
          /^Resource not found or expired\.$/,
        );
        await expectRefused(
          await api.ask(`/output/${'0'.repeat(40)}`, asked),
          404,
          /^Resource not found or expired\.$/,
        );
      });

      it('are answered 503 when the queue is full', async () => {
        const admissions = fillQueue(api);
        const answer = await send(method);
        await expectRefused(answer, 503, /queue/);
        expect(answer.headers['retry-after']).to.equal('2');
        admissions.forEach(({ release }) => release());
      });

      for (const [title, body] of [
        ['without a body', ''],
        ['without options', '{}'],
      ] as const) {
        it(`are free ${title}`, async () => {
          expect((await send(method, body)).headers['compression-count']).to.equal('0');
        });
      }
    });
  }

  describe('by POST', () => {
    for (const [title, headers] of [
      ['no Content-Type', {}],
      ['JSON as Content-Type', json],
      ['another Content-Type', { 'content-type': 'text/plain' }],
    ] as const) {
      it(`are a download without a body, with ${title}`, async () => {
        const answer = await send('POST', '', headers);
        expect(answer.status).to.equal(200);
        expect(answer.body).to.deep.equal(api.bytes);
        expect(answer.headers['content-type']).to.equal('image/jpeg');
        expect(api.operations).to.deep.equal([]);
      });
    }

    for (const type of ['', 'text/plain', 'application/x-www-form-urlencoded']) {
      for (const chunks of [{}, { 'transfer-encoding': 'chunked' }]) {
        it(`are refused as ${type || 'nothing'}${'transfer-encoding' in chunks ? ', in chunks' : ''}`, async () => {
          const headers = { ...(type !== '' && { 'content-type': type }), ...chunks };
          const answer = await send('POST', resize, headers);
          await expectRefused(answer, 400, /^Content-Type: expected application\/json/);
        });
      }
    }

    it('take no notice of conditions and ranges, which are for readers', async () => {
      const answer = await send('POST', resize, {
        ...json,
        'if-none-match': etag,
        range: 'bytes=0-1',
      });
      expect(answer.status).to.equal(200);
      expect(answer.body).to.deep.equal(api.operatedBytes);
    });
  });

  for (const [method, title, tag, status] of [
    ['GET', 'the result', etag, 200],
    ['GET', 'the output as it is', `"${'b'.repeat(32)}"`, 412],
    ['POST', 'the output as it is', `"${'b'.repeat(32)}"`, 200],
    ['POST', 'another', '"x"', 412],
  ] as const) {
    it(`are answered ${status} to a ${method} whose If-Match names ${title}, and billed then alone`, async () => {
      const answer = await send(method, resize, { ...json, 'if-match': tag });
      expect(answer.status).to.equal(status);
      expect(answer.headers).to.include({ 'compression-count': status === 200 ? '1' : '0' });
    });
  }

  describe('by GET', () => {
    it('are a download when the body is of another type', async () => {
      const answer = await send('GET', resize, { 'content-type': 'text/plain' });
      expect(answer.body).to.deep.equal(api.bytes);
    });

    it('are described by HEAD with the same headers', async () => {
      const answer = await send('HEAD');
      expect(answer.status).to.equal(200);
      expect(described(answer)).to.deep.equal(whole);
      expect(answer.body).to.have.length(0);
    });

    it('answer 304 to a client that has the result', async () => {
      const answer = await send('GET', resize, { ...json, 'if-none-match': etag });
      expect(answer.status).to.equal(304);
      expect(answer.headers).to.include({ etag, 'compression-count': '1' });
      expect(answer.body).to.have.length(0);
    });

    it('answer 200 to a client that has the compressed image alone', async () => {
      const headers = { ...json, 'if-none-match': `"${'b'.repeat(32)}"` };
      expect((await send('GET', resize, headers)).status).to.equal(200);
    });

    it('give a part', async () => {
      const answer = await send('GET', resize, { ...json, range: 'bytes=2-4', 'if-range': etag });
      expect(answer.status).to.equal(206);
      expect(answer.headers).to.include({
        ...whole,
        'content-range': 'bytes 2-4/10',
        'content-length': '3',
      });
      expect(String(answer.body)).to.equal('CDE');
    });

    it('say how long the result is to a part beyond it', async () => {
      const answer = await send('GET', resize, { ...json, range: 'bytes=10-' });
      expect(answer.status).to.equal(416);
      expect(answer.headers).to.include({ 'content-range': 'bytes */10' });
      expect(await billed()).to.equal(0);
    });
  });

  it('keep the canonical case of header names', async () => {
    const body = JSON.stringify(resize);
    const headers = [
      `Authorization: ${basic(`api:${api.key}`)}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    const answer = await rawAnswer(api.port, head(`POST /output/${api.output.id}`, headers), body);
    for (const name of ['Compression-Count', 'Image-Width', 'Image-Height', 'Content-Length']) {
      expect(answer).to.contain(`\r\n${name}: `);
    }
    expect(answer).to.contain('\r\nContent-Type: image/png\r\n');
  });

  it('write what was made into the log', async () => {
    await send('POST');
    expect(api.logLines[0]).to.include({ route: '/output', type: 'image/png', imageBytesOut: 10 });
  });
});

describe('operations of an account', () => {
  it('count down what is left of its month, then are refused', async () => {
    const api = await startApi({ account: { monthlyLimit: 1 } });
    try {
      const asked = { method: 'POST', headers: json, body: JSON.stringify(resize) };
      const done = await api.ask(`/output/${api.output.id}`, asked);
      expect(done.headers).to.include({
        'compression-count': '1',
        'compression-count-remaining': '0',
      });
      const refused = await api.ask(`/output/${api.output.id}`, asked);
      expect(refused.status).to.equal(429);
      expect(refused.json()).to.deep.equal({
        error: 'Too many requests',
        message: 'Your monthly limit has been exceeded.',
      });
      expect(refused.headers)
        .to.include({ 'compression-count': '1' })
        .and.to.have.property('retry-after');
    } finally {
      await api.close();
    }
  });

  for (const method of ['POST', 'GET']) {
    it(`need a key by ${method}, even where downloads are public`, async () => {
      const api = await startApi({ overrides: () => ({ publicDownload: true }) });
      try {
        const asked = { method, headers: json, body: JSON.stringify(resize), key: null };
        expect((await api.ask(`/output/${api.output.id}`, asked)).status).to.equal(401);
        expect(api.operations).to.deep.equal([]);
      } finally {
        await api.close();
      }
    });
  }
});

describe('the result of an operation', () => {
  for (const [title, path, status] of [
    ['when it has been sent', undefined, 200],
    ['when its file is gone', '/nowhere/at/all', 500],
  ] as const) {
    it(`is released ${title}`, async () => {
      let released = 0;
      const api = await startApi({
        overrides: ({ operate }) => ({
          operate: async (request) => {
            const done = await operate(request);
            return { ...done, path: path ?? done.path, release: () => void (released += 1) };
          },
        }),
      });
      try {
        const asked = { method: 'POST', headers: json, body: JSON.stringify(resize) };
        const answer = await api.ask(`/output/${api.output.id}`, asked);
        expect(answer.status).to.equal(status);
        expect(String(answer.body)).not.to.contain('nowhere');
        expect(released).to.equal(1);
      } finally {
        await api.close();
      }
    });
  }

  for (const [code, status, error] of [
    ['decode_failed', 415, 'DecodeError'],
    ['storage_full', 503, 'Service unavailable'],
    ['internal', 500, 'Internal server error'],
  ] as const) {
    it(`that fails with ${code} is answered in JSON, with the count`, async () => {
      const operate = () => Promise.reject(new ServiceError(code, 'Told.'));
      const api = await startApi({ overrides: () => ({ operate }) });
      try {
        const asked = { method: 'POST', headers: json, body: JSON.stringify(resize) };
        const answer = await api.ask(`/output/${api.output.id}`, asked);
        expect(answer.status).to.equal(status);
        expect(answer.headers).to.include({
          'content-type': 'application/json',
          'compression-count': '0',
        });
        expect(answer.json()).to.have.property('error', error);
      } finally {
        await api.close();
      }
    });
  }
});
