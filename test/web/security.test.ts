import { expect } from 'chai';
import { rawAnswer } from '../support/http/raw.ts';
import { password, quickPasswords, type Site, startSite } from '../support/web/site.ts';
import type { Visit } from '../support/web/visitor.ts';

/** The rules of docs/web.md, on every route that there is. */
describe('the security of pages', () => {
  let site: Site;
  /** With passkeys, so that their routes are there. */
  const [host, publicUrl] = ['pictures.example', 'https://pictures.example'];
  const settings = { passkeys: true };
  beforeEach(async () => {
    site = await startSite({ settings, overrides: { publicUrl }, host });
  });
  afterEach(() => site.close());

  type Layer = Readonly<{ path: string; methods: readonly string[] }>;
  const layers = (): readonly Layer[] =>
    (site.web.middleware as unknown as { router: { stack: readonly Layer[] } }).router.stack.filter(
      ({ methods }) => methods.length > 0,
    );
  const pathOf = ({ path }: Layer): string => path.replaceAll(/:\w+/g, 'x');
  const snapshot = async (): Promise<string> =>
    JSON.stringify([
      await site.accounts.list(),
      await site.accounts.links(),
      site.api.received.length,
      site.api.operations.length,
    ]);

  const strangers: readonly (readonly [title: string, headers: Visit['headers']])[] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another port or a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['no page', { 'sec-fetch-site': 'none' }],
    ['a page of another site, in an old browser', { origin: 'https://evil.example' }],
    ['a page that hides its origin, in an old browser', { origin: 'null' }],
    ['a page of this host over plain HTTP', { origin: 'http://HOST' }],
    ['a program without these headers', {}],
  ];
  for (const [title, given] of strangers) {
    it(`refuses every unsafe request that comes from ${title}, and changes nothing`, async () => {
      const person = await site.signedIn({ role: 'admin' });
      const unsafe = layers().filter(({ methods }) => methods.includes('POST'));
      expect(unsafe.length).to.be.greaterThan(22);
      const before = await snapshot();
      const headers = Object.fromEntries(
        Object.entries(given ?? {}).map(([name, value]) => [name, value.replace('HOST', host)]),
      );
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const layer of unsafe) {
        const { status, headers: answered } = await person.visit(pathOf(layer), {
          method: 'POST',
          headers: { ...type, ...headers },
        });
        expect(status, layer.path).to.equal(403);
        expect(answered['set-cookie'], layer.path).to.equal(undefined);
      }
      expect(await snapshot()).to.equal(before);
    });
  }

  it('lets no session use the API, whose requests need no page', async () => {
    const person = await site.signedIn({ role: 'admin' });
    for (const [method, path] of [
      ['POST', '/shrink'],
      ['GET', `/output/${site.api.output.id}`],
      ['POST', `/output/${site.api.output.id}`],
    ] as const) {
      const headers = { 'sec-fetch-site': 'cross-site' };
      expect((await person.visit(path, { method, headers })).status, path).to.equal(401);
    }
    expect([site.api.received, site.api.operations]).to.deep.equal([[], []]);
  });

  it('sends no cookie with files that caches may share', async () => {
    const person = await site.signedIn();
    const { text } = await person.visit('/');
    site.pass(600_000);
    for (const [path] of text.matchAll(/\/_\/[^"]+/g)) {
      const file = await person.visit(path);
      expect(file.headers['cache-control'], path).to.contain('public');
      expect(file.setCookie, path).to.equal(undefined);
    }
    expect((await person.visit('/')).setCookie).not.to.equal(undefined);
  });

  it('takes requests of its own pages, in old browsers too', async () => {
    const headers = { origin: publicUrl, 'content-type': 'application/x-www-form-urlencoded' };
    const person = await site.signedIn();
    expect((await person.visit('/signout', { method: 'POST', headers })).status).to.equal(303);
  });

  it('asks for a session on every route but those to sign in, and changes nothing', async () => {
    const open = [
      '/setup',
      '/signin',
      '/signout',
      '/register',
      '/invite',
      '/link',
      '/_/',
      '/cert.pem',
    ];
    const before = await snapshot();
    for (const layer of layers().filter(
      ({ path }) => !open.some((each) => path.startsWith(each)),
    )) {
      const isPost = layer.methods.includes('POST');
      const headers = { 'sec-fetch-site': 'same-origin' };
      const method = isPost ? 'POST' : 'GET';
      const page = await site.visitor().visit(pathOf(layer), { method, headers });
      if (page.status === 303) expect(page.location, layer.path).to.match(/^\/signin(\?next=|$)/);
      else expect(page.status, layer.path).to.equal(401);
      const script = { ...headers, accept: '*/*' };
      const answer = await site.visitor().visit(pathOf(layer), { method, headers: script });
      expect(answer.status, layer.path).to.equal(401);
      // A browser would open a window for a name and a password.
      expect(answer.headers['www-authenticate'], layer.path).to.equal(undefined);
    }
    expect(await snapshot()).to.equal(before);
  });

  it('shows routes of administrators to nobody else, by the present role', async () => {
    const email = 'bea@example.org';
    const person = await site.signedIn({ name: 'Bea', email });
    const admin = layers().filter(({ path }) => path.startsWith('/admin'));
    expect(admin.length).to.be.greaterThan(7);
    const statuses = async (): Promise<ReadonlySet<number>> => {
      const found = new Set<number>();
      for (const layer of admin) {
        const visit = layer.methods.includes('POST') ? { form: {} } : {};
        found.add((await person.visit(pathOf(layer), visit)).status);
      }
      return found;
    };
    expect([...(await statuses())]).to.deep.equal([403]);
    const bea = await site.accounts.get('Bea');
    await site.accounts.update(bea!.id, { role: 'admin' });
    await person.visit('/signin', { form: { email, password } });
    expect([...(await statuses())]).not.to.include(403);
    await site.accounts.update(bea!.id, { role: 'user' });
    expect((await person.visit('/admin')).location).to.equal('/signin?next=%2Fadmin');
    await person.visit('/signin', { form: { email, password } });
    expect([...(await statuses())]).to.deep.equal([403]);
  });

  it('sends the headers of pages with every answer', async () => {
    const person = await site.signedIn({ role: 'admin' });
    for (const layer of layers()) {
      if (layer.methods.includes('POST')) continue;
      const { headers } = await person.visit(pathOf(layer));
      const title = layer.path;
      expect(headers['content-security-policy'], title).to.equal(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; " +
          "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'",
      );
      expect(headers['x-content-type-options'], title).to.equal('nosniff');
      expect(headers['cross-origin-opener-policy'], title).to.equal('same-origin');
      expect(headers['cache-control'], title).to.equal('no-store');
      expect(headers['referrer-policy'], title).to.equal('same-origin');
      expect(headers['strict-transport-security'], title).to.equal(undefined);
    }
  });

  for (const path of ['/setup', '/invite', '/link', '/LINK', '/link/', '/signin']) {
    it(`names an address with a token to no other server: ${path}`, async () => {
      const { headers } = await site.visitor().visit(`${path}?next=/&token=secret`);
      expect(headers['referrer-policy']).to.equal('no-referrer');
    });
  }

  it('shows no page to a client that names no host', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await rawAnswer(site.api.port, `${method} /signin HTTP/1.0\r\n\r\n`);
      expect(answer).to.match(/^HTTP\/1\.1 400 Bad Request\r\n/);
      expect(answer).to.contain('Host: expected one, got none');
    }
  });

  it('pins browsers to HTTPS where they accept the certificate', async () => {
    await site.close();
    site = await startSite({ overrides: { isTrusted: true } });
    const { headers } = await site.visitor().visit('/signin');
    expect(headers['strict-transport-security']).to.equal('max-age=31536000');
  });

  it('shows no page under another host than that of publicUrl', async () => {
    await site.close();
    site = await startSite({ overrides: { publicUrl } });
    const visitor = site.visitor();
    for (const layer of layers()) {
      if (layer.methods.includes('POST')) continue;
      expect((await visitor.visit(pathOf(layer))).status, layer.path).to.equal(421);
    }
    const { status } = await visitor.visit('/signin', { headers: { host: 'Pictures.example' } });
    expect(status).to.equal(200);
  });

  it('leads nobody to another site after the sign-in', async () => {
    await site.accounts.add({
      ...{ name: 'Ann', email: 'ann@example.org' },
      password: await quickPasswords.hash(password),
    });
    const locationFor = async (next: string): Promise<string | undefined> => {
      const form = { email: 'ann@example.org', password, next };
      return (await site.visitor().visit('/signin', { form })).location;
    };
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/a//evil.example',
      '\t//evil.example',
      '/\t/evil.example',
      'account',
      'javascript:alert(1)',
      '/a\r\nX: y',
    ]) {
      expect(await locationFor(next), next).to.equal('/');
      const page = await site.visitor().visit(`/signin?next=${encodeURIComponent(next)}`);
      expect(page.text, next).not.to.contain('name="next"');
    }
    expect(await locationFor('/admin/health')).to.equal('/admin/health');
  });

  it('keeps passwords, tokens, keys and cookies out of log and pages', async () => {
    const { accounts } = site;
    const person = await site.signedIn({ name: 'Bea' });
    const ann = await accounts.get('Bea');
    const key = await accounts.revealKey(ann!.id);
    const { token } = await accounts.addLink({ kind: 'signin', accountId: ann!.id });
    const wrong = { email: 'ann@example.org', password: 'my wrong password' };
    const seen = [
      await person.visit('/account'),
      await site.visitor().visit('/signin', { form: wrong }),
      await site.visitor().visit('/register', { form: { ...wrong, name: '' } }),
      await person.visit('/account/password', { form: { ...wrong, current: 'wrong' } }),
      await site.visitor().visit('/setup?token=guessed'),
    ];
    await site.visitor().visit(`/link?token=${token}`);
    await site.visitor().visit('/link', { form: { token } });
    const texts = seen.map(({ text }) => text).join('\n');
    for (const secret of [key, password, wrong.password, person.cookie()!.split('=')[1]!]) {
      expect(texts).not.to.contain(secret);
      expect(JSON.stringify(site.api.logLines)).not.to.contain(secret);
    }
    expect(JSON.stringify(site.api.logLines)).not.to.contain(token);
    expect(site.api.logLines.map(({ route }) => route)).to.include('/link');
  });

  it('shows names as text', async () => {
    const person = await site.signedIn({ name: '<b>Ann</b>', role: 'admin' });
    for (const path of ['/account', '/admin']) {
      const { text } = await person.visit(path);
      expect(text, path).to.contain('&lt;b&gt;Ann&lt;/b&gt;').and.not.to.contain('<b>');
    }
  });
});
