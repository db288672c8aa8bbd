import { expect } from 'chai';
import { password, quickPasswords, type Site, startSite } from '../../support/web/site.ts';
import type { Visitor } from '../../support/web/visitor.ts';

const json = { 'content-type': 'application/json' };
const script = { accept: '*/*', 'sec-fetch-site': 'same-origin' };

describe('what the compress page requests', () => {
  let site: Site;
  let person: Visitor;
  beforeEach(async () => {
    site = await startSite();
    person = await site.signedIn({ name: 'Cy', monthlyLimit: 10, requestsPerMinute: 30 });
  });
  afterEach(() => site.close());

  const paths = [
    ['POST', '/web/shrink'],
    ['GET', '/web/output/a'],
    ['POST', '/web/output/a'],
    ['GET', '/web/output/a/result/b'],
    ['GET', '/web/output/a/receipt'],
    ['GET', '/web/output/a/receipt/b'],
    ['POST', '/web/form'],
  ] as const;
  for (const [method, path] of paths) {
    it(`is refused without a session: ${method} ${path}`, async () => {
      const answer = await site.visitor().visit(path, { method, headers: script });
      expect(answer.status).to.equal(401);
      // A browser would ask for a name and a password in a window of its own.
      expect(answer.headers).to.not.have.property('www-authenticate');
      expect(answer.headers['content-type']).to.equal('application/json');
    });
  }

  it('is refused with the key of the API', async () => {
    const answer = await site.api.ask('/web/shrink', {
      method: 'POST',
      headers: script,
      body: 'picture',
    });
    expect(answer.status).to.equal(401);
    expect(site.api.received).to.have.length(0);
  });

  it('is answered as the API does, with addresses of the pages', async () => {
    const answer = await site.api.ask('/web/shrink', {
      method: 'POST',
      headers: { ...script, cookie: person.cookie() },
      key: null,
      body: 'picture',
    });
    expect(answer.status).to.equal(201);
    const { location } = answer.headers;
    expect(location).to.match(/^https:\/\/[^/]+\/web\/output\/\w+$/);
    expect(answer.json()).to.have.nested.property('output.url', location);
    expect(answer.headers).to.include({
      'compression-count': '1',
      'compression-count-remaining': '9',
    });
  });

  it('is limited to the requests of the account in a minute, and errors have their code', async () => {
    let answer = await person.visit('/web/output/none', { headers: script });
    expect(JSON.parse(answer.text)).to.deep.equal({
      error: 'Not found',
      message: 'It is not there, or has expired.',
      code: 'not_found',
    });
    for (let requests = 1; requests <= 30; requests += 1) {
      answer = await person.visit('/web/output/none', { headers: script });
    }
    expect(answer.status).to.equal(429);
    expect(JSON.parse(answer.text)).to.include({ code: 'rate_limit_exceeded' });
    expect(Number(answer.headers['retry-after'])).to.be.within(1, 60);
  });

  it('is an image that no browser shows as a page', async () => {
    const [owner] = await site.accounts.list();
    await site.accounts.update(owner!.id, { password: await quickPasswords.hash(password) });
    const ann = site.visitor();
    await ann.visit('/signin', { form: { email: owner!.email, password } });
    const path = `/web/output/${site.api.output.id}?name=%3Cb%3E.html`;
    const body = JSON.stringify({ resize: { method: 'scale', width: 20 } });
    const headers = { ...script, cookie: ann.cookie() };
    for (const [title, asked] of [
      ['a download', { headers }],
      ['an operation', { method: 'POST', headers: { ...headers, ...json }, body }],
    ] as const) {
      const answer = await site.api.ask(path, { ...asked, key: null });
      expect(answer.status, title).to.equal(200);
      expect(answer.headers['content-type'], title).to.match(/^image\/\w+$/);
      expect(answer.headers, title).to.include({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers['content-disposition'], title).to.match(
        /^attachment; filename="b\.html\.\w+"/,
      );
    }
  });

  it('changes nothing by a GET', async () => {
    const headers = { ...script, 'content-type': 'application/json' };
    const answer = await person.visit(`/web/output/${site.api.output.id}`, { headers });
    expect(answer.status).to.equal(400);
    expect(site.api.operations).to.have.length(0);
  });

  it('is not found where another account owns it', async () => {
    const answer = await person.visit(`/web/output/${site.api.output.id}`, { headers: script });
    expect(answer.status).to.equal(404);
  });
});

describe('the files of the pages', () => {
  let site: Site;
  before(async () => {
    site = await startSite();
  });
  after(() => site.close());

  it('are kept for ever, and compressed for those who take that', async () => {
    const { text } = await site.visitor().visit('/signin');
    const path = /href="(\/_\/[^"]+\.css)"/.exec(text)![1]!;
    const plain = await site.visitor().visit(path);
    expect(plain.headers).to.include({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/css; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
    const packed = await site.visitor().visit(path, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(packed.headers['content-encoding']).to.equal('gzip');
    expect(packed.body.length).to.be.lessThan(plain.body.length / 2);
  });

  for (const path of [
    '/_/another/style.css',
    '/_/VERSION/web.ts',
    '/_/VERSION/..%2fweb.ts',
    '/_/VERSION/constructor',
  ]) {
    it(`are no others: ${path}`, async () => {
      const { text } = await site.visitor().visit('/signin');
      const version = /href="\/_\/([^/]+)\//.exec(text)![1]!;
      const answer = await site.visitor().visit(path.replace('VERSION', version));
      expect(answer.status).to.equal(404);
    });
  }
});
