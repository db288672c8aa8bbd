import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { sharedService } from '../support/service/service.ts';
import { startHttpOrigin, type Origin } from '../support/source/origin.ts';
import { jsonOf } from '../support/e2e/client.ts';
import { curl, type CurlAnswer } from '../support/e2e/curl.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { newPhoto, photo, photoPath } from '../support/e2e/pictures.ts';
import { needs } from '../support/e2e/programs.ts';

describe('the service as curl sees it', function () {
  const service = sharedService({ flags: ['--source-allow', '127.0.0.1/32'] });
  let origin: Origin;

  before(async function () {
    needs(this, 'curl', { says: /HTTP2/ });
    origin = await startHttpOrigin((_request, response) => response.end(photo));
  });
  after(() => origin?.close());

  const upload = (...args: string[]): Promise<CurlAnswer> =>
    curl(service(), '/shrink', ['--data-binary', `@${photoPath}`, ...args]);

  const outputPath = async (...args: string[]): Promise<string> => {
    const { headers } = await upload('--http1.1', ...args);
    return new URL(headers['Location']!).pathname;
  };

  const expectUploaded = (answer: CurlAnswer): void => {
    expect(answer.status, answer.body.toString()).to.equal(201);
    expect(jsonOf(answer)).to.deep.include({ input: { size: photo.length, type: 'image/jpeg' } });
    expect(jsonOf(answer)['output']).to.include({ type: 'image/jpeg', width: 800, height: 533 });
    expect(jsonOf(answer)).to.have.nested.property('output.size').below(photo.length);
  };

  const ways: readonly Readonly<{ title: string; args: readonly string[] }>[] = [
    { title: 'called a form, as curl does by itself', args: [] },
    { title: 'called multipart', args: ['-H', 'Content-Type: multipart/form-data'] },
    {
      title: 'called application/octet-stream',
      args: ['-H', 'Content-Type: application/octet-stream'],
    },
    { title: 'called nothing', args: ['-H', 'Content-Type:'] },
    { title: 'over HTTP/1.0', args: ['--http1.0', '--no-alpn'] },
    { title: 'over HTTP/1.1', args: ['--http1.1'] },
    { title: 'over HTTP/2', args: ['--http2'] },
    { title: 'over TLS 1.2', args: ['--tls-max', '1.2'] },
  ];
  for (const { title, args } of ways) {
    it(`takes an upload ${title}`, async () => expectUploaded(await upload(...args)));
  }

  for (const version of ['--http1.1', '--http2']) {
    it(`takes an upload of unknown length (${version})`, async () => {
      const args = [version, '--request', 'POST', '--upload-file', '-'];
      expectUploaded(await curl(service(), '/shrink', args, photo));
    });
  }

  for (const version of ['--http1.1', '--http2']) {
    it(`takes JSON of unknown length (${version})`, async () => {
      const type = ['-H', 'Content-Type: application/json'];
      const args = [version, ...type, '--request', 'POST', '--upload-file', '-'];
      const source = JSON.stringify({ source: { url: `http://127.0.0.1:${origin.port}/a.jpg` } });
      expectUploaded(await curl(service(), '/shrink', args, Buffer.from(source)));
      const empty = await curl(service(), '/shrink', args);
      expect(jsonOf(empty)).to.include({ error: 'InputMissing' });

      const path = await outputPath();
      const widthOf = async (operation: string): Promise<string | undefined> => {
        const { status, headers } = await curl(service(), path, args, Buffer.from(operation));
        expect(status).to.equal(200);
        return headers['Image-Width'] ?? headers['image-width'];
      };
      expect(await widthOf('{"resize":{"method":"scale","width":50}}')).to.equal('50');
      expect(await widthOf('')).to.equal('800');
      expect((await curl(service(), path, args, Buffer.from('garbage'))).status).to.equal(400);
    });
  }

  it('asks for the body of an upload that expects 100-continue', async () => {
    const answer = await upload('--http1.1', '-v', '-H', 'Expect: 100-continue');
    expectUploaded(answer);
    expect(answer.shown).to.include('HTTP/1.1 100 Continue');
  });

  it('refuses an upload that expects 100-continue without asking for its body', async () => {
    const wrong = { ...service(), key: 'x'.repeat(32) };
    const args = [
      '-v',
      '--http1.1',
      '-H',
      'Expect: 100-continue',
      '--data-binary',
      `@${photoPath}`,
    ];
    const answer = await curl(wrong, '/shrink', args);
    expect(answer.status).to.equal(401);
    expect(answer.headers).to.include({ 'WWW-Authenticate': 'Basic realm="shrinkd"' });
  });

  it('answers an upload with these headers and this body', async () => {
    const answer = await upload('--http1.1');
    expectUploaded(answer);
    const { Date: _date, 'X-Request-Id': _id, ...headers } = answer.headers;
    const { output } = jsonOf(answer) as { output: { size: number; ratio: number; url: string } };
    expect(headers).to.deep.equal({
      'Compression-Count': String(headers['Compression-Count']),
      'Paying-State': 'paid',
      'Email-Address': 'admin@localhost',
      Location: output.url,
      'Content-Type': 'application/json',
      'Content-Length': String(answer.body.length),
      Connection: 'keep-alive',
      'Keep-Alive': 'timeout=65',
    });
    expect(output.url).to.match(new RegExp(`^${service().url}/output/[a-z0-9]+$`));
    expect(output.ratio).to.equal(Number((output.size / photo.length).toFixed(4)));
  });

  it('takes a source address', async () => {
    const source = JSON.stringify({ source: { url: `http://127.0.0.1:${origin.port}/a.jpg` } });
    const args = ['-H', 'Content-Type: application/json', '-d', source];
    expectUploaded(await curl(service(), '/shrink', args));
  });

  it('downloads whole, in parts, and not at all when nothing has changed', async () => {
    const path = await outputPath();
    const whole = await curl(service(), path, ['--http1.1']);
    const { ETag: etag = '' } = whole.headers;
    expect(whole.status).to.equal(200);
    expect(whole.headers).to.include({
      'Content-Type': 'image/jpeg',
      'Content-Length': String(whole.body.length),
      'Image-Width': '800',
      'Image-Height': '533',
      'Cache-Control': 'private',
    });
    expect(etag).to.equal(`"${hash('sha256', whole.body).slice(0, 32)}"`);

    const head = await curl(service(), path, ['--http1.1', '--head']);
    const { Date: _date, 'X-Request-Id': _id, ...headers } = head.headers;
    expect(whole.headers).to.include(headers);
    expect(head.status).to.equal(200);

    const unchanged = await curl(service(), path, ['-H', `If-None-Match: ${etag}`]);
    expect(unchanged).to.deep.include({ status: 304, body: Buffer.alloc(0) });

    const part = await curl(service(), path, ['--http1.1', '--range', '100-299']);
    expect(part.status).to.equal(206);
    expect(part.headers['Content-Range']).to.equal(`bytes 100-299/${whole.body.length}`);
    expect(part.body).to.deep.equal(whole.body.subarray(100, 300));

    const beyond = await curl(service(), path, ['--range', '99999999-']);
    expect(beyond.status).to.equal(416);
    const named = await curl(service(), `${path}.jpg`);
    expect(named.body).to.deep.equal(whole.body);
  });

  it('shows an output to no other account and to nobody without a key', async () => {
    const key = await newAccount(service(), 'other');
    const path = await outputPath();
    const theirs = await curl({ ...service(), key }, path);
    expect(theirs.status).to.equal(404);
    expect(jsonOf(theirs)['message']).to.equal('Resource not found or expired.');
    expect((await curl({ ...service(), key: '' }, path)).status).to.equal(401);
    expect((await curl(service(), path)).status).to.equal(200);
  });

  it('compresses equal pictures of two accounts into outputs of their own', async () => {
    const keys = [service().key, await newAccount(service(), 'third')];
    const args = ['--http1.1', '--data-binary', '@-'];
    const picture = newPhoto();
    const answers = await Promise.all(
      keys.map((key) => curl({ ...service(), key }, '/shrink', args, picture)),
    );
    const [own, theirs] = answers.map(({ headers }) => headers['Location']);
    expect(own).not.to.equal(theirs);
    expect((await curl(service(), new URL(own!).pathname)).status).to.equal(200);
    expect((await curl(service(), new URL(theirs!).pathname)).status).to.equal(404);
  });

  it('refuses plain HTTP with an error in JSON', async () => {
    const plain = { ...service(), url: service().url.replace('https:', 'http:') };
    const answer = await curl(plain, '/shrink', ['--data-binary', `@${photoPath}`]);
    expect(answer.status).to.equal(403);
    expect(answer.headers['Content-Type']).to.equal('application/json');
    expect(jsonOf(answer)).to.deep.equal({
      error: 'HTTPS required',
      message: 'Use https:// instead of http://.',
    });
  });

  it('is not trusted without its certificate', async () => {
    const args = ['--silent', '--capath', '/nonexistent', service().url];
    const refusal = await promisify(execFile)('curl', args).catch((error: unknown) => error);
    expect(refusal).to.have.property('code', 60);
  });
});
