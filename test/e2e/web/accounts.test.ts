import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { readAccountsFile } from '../../../src/accounts/accounts-file.ts';
import { type Client, createClient } from '../../support/e2e/client.ts';
import { newPng } from '../../support/e2e/pictures.ts';
import {
  ownService,
  type RunningService,
  servicesOfTest,
  type SharedService,
} from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { createVisitor, type Visitor } from '../../support/web/visitor.ts';

/** Has a service note its modules in the file `modules` of its folder. */
const noting = {
  NODE_OPTIONS: `--import=${new URL('../../support/web/loaded-modules.ts', import.meta.url).href}`,
  LOADED_MODULES: 'modules',
};

const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };

/** The real service: sockets with TLS, its accounts file, and real hashes of passwords. */
describe('accounts on pages', function () {
  const { start, inFolder } = servicesOfTest();
  const closing: (() => void)[] = [];
  afterEach(() => closing.splice(0).forEach((close) => close()));

  const clientOf = (service: Pick<SharedService, 'url' | 'certificate' | 'key'>): Client => {
    const client = createClient(service);
    closing.push(client.close);
    return client;
  };
  const visitorOf = (service: RunningService): Visitor => {
    const client = clientOf(service);
    return createVisitor((path, request) => client.send({ path, ...request }));
  };
  /** Sets a service up by the address that it printed. */
  const setUp = async (service: RunningService): Promise<Visitor> => {
    const visitor = visitorOf(service);
    const token = new URL(service.setUpUrl!).searchParams.get('token')!;
    const made = await visitor.visit('/setup', { form: { ...owner, token } });
    expect(made.status).to.equal(201);
    return visitor;
  };

  it('begin with the printed address, once, and stay signed in across a restart', async () => {
    const first = await start();
    const { pathname, search } = new URL(first.setUpUrl!);
    expect(first.setUpUrl).to.match(/^https:\/\/localhost:\d+\/setup\?token=[\w-]{22}$/);
    await first.stop();

    // Each start has another token.
    const service = await start();
    const visitor = visitorOf(service);
    expect((await visitor.visit(`${pathname}${search}`)).text).not.to.contain('<input');
    const path = service.setUpUrl!.slice(service.url.length);
    expect((await visitor.visit(path)).text).to.contain('name="password"');
    const token = new URL(service.setUpUrl!).searchParams.get('token')!;
    const made = await visitor.visit('/setup', { form: { ...owner, token } });
    expect(made.status).to.equal(201);
    expect(made.text).to.contain(service.key);
    expect(made.setCookie).to.match(/^__Host-shrinkd=.*; Secure; HttpOnly; SameSite=Lax$/);
    expect((await visitor.visit('/admin/health')).text).to.contain('>cjpeg</th>');
    const { stdout, stderr } = await service.stop();
    expect(stdout + stderr)
      .not.to.contain(owner.password)
      .and.not.to.contain(owner.email);

    const third = await start();
    expect(third.setUpUrl).to.equal(undefined);
    const again = visitorOf(third);
    const cookie = visitor.cookie()!;
    expect((await again.visit('/account', { cookie })).text).to.contain(owner.email);
    expect((await again.visit('/signin', { form: owner })).location).to.equal('/');
    const { accounts } = await readAccountsFile(inFolder('data/accounts.json'));
    expect(accounts).to.have.length(1);
    expect(accounts[0]!.password).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  describe('of a service that was set up', () => {
    const service = ownService({ environment: noting, makesCertificate: true });
    let visitor: Visitor;
    before(async () => {
      visitor = await setUp(service());
    });
    const operator = async (...args: readonly string[]): Promise<unknown> =>
      JSON.parse(await service().operator([...args, '--json']));

    it('end sessions and keys within a second of the operator\u2019s command', async () => {
      const made = (await operator('account', 'add', '--name', 'Cy')) as { key: string };
      const { url } = (await operator('account', 'link', 'Cy')) as { url: string };
      expect(new URL(url).origin).to.equal(new URL(service().url).origin);
      const token = new URL(url).searchParams.get('token')!;
      const linked = visitorOf(service());
      expect((await linked.visit(`/link?token=${token}`)).text).to.contain('as Cy');
      expect((await linked.visit('/link', { form: { token } })).location).to.equal('/account');
      expect((await linked.visit('/account')).status).to.equal(200);
      await operator('account', 'disable', 'Cy');
      await until('the session has ended', async () => {
        const { status } = await linked.visit('/account');
        return status === 303;
      });
      const client = clientOf({ ...service(), key: made.key });
      expect((await client.upload(newPng())).status).to.equal(401);
    });

    it('count pictures of a session like those of its key', async () => {
      const client = clientOf(service());
      const sent = await client.send({
        method: 'POST',
        path: '/web/shrink',
        headers: { cookie: visitor.cookie()!, 'sec-fetch-site': 'same-origin' },
        body: newPng(),
      });
      expect(sent.status).to.equal(201);
      expect(await client.count()).to.equal(1);
      expect((await visitor.visit('/account')).text).to.contain('<strong>1</strong>');
    });

    it('show the certificate and the tools as they are', async () => {
      const { text } = await visitor.visit('/admin/health');
      expect(text).to.contain('made by the service itself').and.contain('pngquant');
      expect((await visitor.visit('/account')).text).to.contain('href="/cert.pem"');
      const saved = await visitor.visit('/cert.pem');
      expect(saved.text).to.equal(readFileSync(service().certificate, 'utf8'));
      const { headers } = await visitor.visit('/signin');
      expect(headers['strict-transport-security']).to.equal(undefined);
    });

    it('answer a browser at a wrong address, and leave other clients their JSON', async () => {
      const client = clientOf(service());
      const askFor = (path: string, accept: string) =>
        client.send({ method: 'GET', path, headers: { accept } });
      const page = await askFor('/acount', 'text/html,application/xhtml+xml,*/*;q=0.8');
      expect(page.status).to.equal(404);
      expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
      expect(page.headers).to.include.keys('content-security-policy');
      expect(page.body.toString()).to.contain('<h1>');
      const json = await askFor('/acount', '*/*');
      expect([json.status, json.headers['content-type']]).to.deep.equal([404, 'application/json']);
      const output = await askFor('/output/unknown', 'text/html');
      expect(output.headers['content-type']).to.equal('application/json');
    });

    it('have their code loaded', () => expectModules(service().folder, true));
  });

  it('are whole or absent when the service is killed while they are made', async () => {
    const newAccounts = { attemptsPerHour: 1000 };
    const config = { web: { registration: 'open', newAccounts } };
    let service = await start({ config });
    await setUp(service);
    const answered: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      const visits = Array.from({ length: 6 }, async (_, index) => {
        const email = `${round}-${index}@example.org`;
        const form = { ...owner, email };
        const made = await visitorOf(service).visit('/register', { form });
        if (made.status === 201) answered.push(email);
      });
      const ended = Promise.allSettled(visits);
      const path = inFolder('data/accounts.json');
      const before = (await readAccountsFile(path)).accounts.length;
      await until('one is stored', async () => {
        const { accounts } = await readAccountsFile(path);
        return accounts.length > before + (round % 3);
      });
      await service.kill();
      await ended;
      const { accounts } = await readAccountsFile(path);
      for (const { password, keyDigest } of accounts) {
        expect([password, keyDigest].every(Boolean)).to.equal(true);
      }
      const emails = accounts.map(({ email }) => email);
      expect(emails).to.include.members(answered);
      service = await start({ config });
    }
    const form = { email: answered[0]!, password: owner.password };
    expect((await visitorOf(service).visit('/signin', { form })).status).to.equal(303);
  });

  it('are left alone where pages are switched off, and their code is not loaded', async () => {
    const config = { web: { enabled: false, registration: 'open' } };
    const service = await start({ config, environment: noting });
    expectModules(service.folder, false);
    expect(service.setUpUrl).to.equal(undefined);
    const client = clientOf(service);
    const paths = ['/', '/setup', '/signin', '/register', '/invite', '/link', '/account', '/admin'];
    for (const path of [...paths, '/web/form', '/web/shrink', '/_/x/style.css']) {
      for (const method of ['GET', 'POST']) {
        const { status, body } = await client.send({ method, path });
        expect([status, body.toString()], path).to.deep.equal([
          404,
          '{"error":"Not found","message":"There is nothing at this path."}',
        ]);
      }
    }
    const registered = await client.send({
      method: 'POST',
      path: '/keys',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"cy@example.org"}',
    });
    expect(registered.status).to.equal(202);
  });
});

/** The modules that a service has loaded, with those of the pages or without. */
const expectModules = (folder: string, hasPages: boolean): void => {
  const modules = readFileSync(`${folder}/modules`, 'utf8').split('\n');
  expect(modules.some((url) => url.endsWith('/src/compose.ts'))).to.equal(true);
  expect(modules.some((url) => url.includes('/src/web/'))).to.equal(hasPages);
};
