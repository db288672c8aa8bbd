import { expect } from 'chai';
import type { NewAccount } from '../../../src/accounts/accounts.ts';
import type { AppOptions } from '../../../src/http/app.ts';
import { memoryWindows } from '../../../src/rate-limits/windows.ts';
import { createRequestLimits } from '../../../src/rate-limits/request-limits.ts';
import { createRegister, type RegisterOptions } from '../../../src/service/register.ts';
import { type Answer, type Api, basic, startApi } from '../../support/http/api.ts';
import { openBodies } from '../../support/http/bodies.ts';

describe('keys', () => {
  let api: Api;
  const start = async (
    overrides: (options: AppOptions) => Partial<AppOptions> = () => ({}),
    account: Partial<NewAccount> = {},
  ): Promise<Api> => {
    api = await startApi({ account, overrides });
    return api;
  };
  afterEach(() => api.close());

  /** What the answers, the log and their headers say, without what was asked for. */
  const said = (answers: readonly Answer[]): string =>
    JSON.stringify([
      api.logLines,
      ...answers.map(({ headers, body }) => [headers, body.toString()]),
    ]);

  const registerIn = (
    { accounts }: AppOptions,
    registration: RegisterOptions['registration'],
  ): AppOptions['register'] => {
    const limits = { monthlyLimit: 1, requestsPerMinute: 10, maxAccounts: 100 };
    return createRegister({ accounts, registration, ...limits });
  };

  describe('GET /keys/<key>', () => {
    const other = 'A'.repeat(32);

    it('answers 200 for an existing key, with the headers of its account', async () => {
      const { ask, key } = await start(undefined, { monthlyLimit: 9 });
      await ask('/shrink', { method: 'POST', body: 'picture' });
      const answer = await ask(`/keys/${key}`, { key: null });
      expect(answer.status).to.equal(200);
      expect(answer.body.toString()).to.equal('{}');
      expect(answer.headers).to.include({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'compression-count': '1',
        'compression-count-remaining': '8',
        'paying-state': 'paid',
        'email-address': 'ann@example.org',
      });
    });

    it('sends no remaining count without a limit, and 0 when it is used up', async () => {
      const { ask, key, options } = await start();
      const unlimited = await ask(`/keys/${key}`, { key: null });
      expect(unlimited.headers).not.to.have.property('compression-count-remaining');
      const spent = await options.accounts.add({ name: 'B', email: 'b@b', monthlyLimit: 0 });
      const { status, headers } = await ask(`/keys/${spent.key}`, { key: null });
      expect([status, headers['compression-count-remaining']]).to.deep.equal([200, '0']);
    });

    it('answers HEAD with the same headers', async () => {
      const { ask, key } = await start();
      const [get, head] = [
        await ask(`/keys/${key}`, { key: null }),
        await ask(`/keys/${key}`, { method: 'HEAD', key: null }),
      ];
      const names = ({ headers }: Answer) => Object.keys(headers).toSorted();
      expect([head.status, head.body.length]).to.deep.equal([200, 0]);
      expect(names(head)).to.deep.equal(names(get));
    });

    for (const [title, headers] of [
      ['a wrong key', { authorization: basic(`api:${other}`) }],
      ['an empty key', { authorization: basic('api:') }],
      ['another scheme', { authorization: 'Bearer x' }],
      ['a type without a body', { 'content-type': 'multipart/form-data' }],
      ['a JSON type without a body', { 'content-type': 'application/json' }],
    ] as const) {
      it(`does not look at ${title} beside the path`, async () => {
        const { ask, key } = await start();
        expect((await ask(`/keys/${key}`, { key: null, headers })).status).to.equal(200);
        expect((await ask(`/keys/${other}`, { key: null, headers })).status).to.equal(404);
      });
    }

    it('does not look at a right key beside the path', async () => {
      const { ask } = await start();
      expect((await ask(`/keys/${other}`)).status).to.equal(404);
    });

    const unknown: readonly (readonly [title: string, part: (key: string) => string])[] = [
      ['another', () => other],
      ['one in another case', (key) => key.toLowerCase()],
      ['a part of one', (key) => key.slice(0, -1)],
      ['one and more', (key) => `${key}x`],
      ['one and a byte of zero', (key) => `${key}%00`],
      ['one behind a slash that is encoded', (key) => `%2F${key}`],
      ['what cannot be decoded', () => '%E0%A4%A'],
      ['a very long one', () => 'A'.repeat(8000)],
      ['the id of an account', () => api.account.id],
      ['a name of every object', () => '__proto__'],
    ];
    for (const [title, part] of unknown) {
      it(`answers 404 for ${title}`, async () => {
        const { ask, key } = await start();
        const answer = await ask(`/keys/${part(key)}`);
        expect(answer.status).to.equal(404);
        expect(answer.headers).to.include({ 'content-type': 'application/json' });
        expect(answer.headers).not.to.have.any.keys('compression-count', 'email-address');
        const body = { error: 'Not found', message: 'No account has this key.' };
        expect(answer.json()).to.deep.equal(body);
      });
    }

    it('answers 404 for the key of a disabled account, and for one that was replaced', async () => {
      const { ask, key, account, options } = await start();
      await options.accounts.disable(account.id);
      expect((await ask(`/keys/${key}`)).status).to.equal(404);
      await options.accounts.enable(account.id);
      expect((await ask(`/keys/${key}`)).status).to.equal(200);
      const { key: changed } = await options.accounts.rotate(account.id);
      expect((await ask(`/keys/${key}`)).status).to.equal(404);
      expect((await ask(`/keys/${changed}`)).status).to.equal(200);
    });

    it("counts nothing and takes nothing of the account's rate", async () => {
      const { ask, key } = await start(undefined, { requestsPerMinute: 1 });
      for (let asked = 0; asked < 3; asked += 1) {
        const { status, headers } = await ask(`/keys/${key}`, { key: null });
        expect([status, headers['compression-count']]).to.deep.equal([200, '0']);
      }
      expect((await ask('/shrink', { method: 'POST', body: 'x' })).status).to.equal(201);
    });

    it('is limited by address, right keys and wrong ones alike', async () => {
      const { ask, key } = await start(() =>
        createRequestLimits(
          memoryWindows(() => 0),
          { keyChecksPerMinute: 2, attemptsPerHour: 1 },
        ),
      );
      await ask(`/keys/${other}`);
      await ask(`/keys/${key}`);
      for (const asked of [key, other]) {
        const answer = await ask(`/keys/${asked}`);
        expect(answer.status).to.equal(429);
        expect(answer.headers).to.include({ 'retry-after': '60' });
        expect(answer.headers).not.to.have.any.keys('compression-count', 'email-address');
        expect(answer.json()).to.have.property('error', 'Too many requests');
      }
      // The account itself is not limited by it.
      expect((await ask('/shrink', { method: 'POST', body: 'x' })).status).to.equal(201);
    });

    it('repeats no key, in an answer or in the log', async () => {
      const measured: string[] = [];
      const { ask, key } = await start((options) => ({
        ...createRequestLimits(
          memoryWindows(() => 0),
          { keyChecksPerMinute: 2, attemptsPerHour: 1 },
        ),
        metrics: { ...options.metrics, request: (route) => void measured.push(route) },
      }));
      const answers = [];
      for (const path of [
        `/keys/${key}`,
        `/keys/${other}`,
        `/keys/${key}/${key}`,
        `/keys/${key}`,
      ]) {
        for (const method of ['GET', 'POST']) answers.push(await ask(path, { method }));
      }
      answers.push(await ask(`/keys/${key}?${key}`), await ask(`//keys/${key}`));
      expect(answers.map(({ status }) => status)).to.include.members([200, 404, 405, 429]);
      expect(api.logLines).to.have.lengthOf(answers.length);
      expect(said(answers)).not.to.contain(key).and.not.to.contain(other);
      expect(new Set(measured)).to.deep.equal(new Set(['/keys', 'other']));
    });
  });

  describe('POST /keys', () => {
    const json = { 'content-type': 'application/json' };
    const wordPress = {
      email: 'ann@example.org',
      name: 'Ann',
      identifier: 'WordPress plugin for blog.example',
      link: 'https://blog.example/wp-admin/options-general.php?page=tinify',
    };
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      api.ask('/keys', {
        method: 'POST',
        key: null,
        headers: { ...json, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const keyOf = (answer: Answer): string => {
      expect(answer.status).to.equal(202);
      return (answer.json() as { key: string }).key;
    };

    it('makes an account, whose key works at once', async () => {
      const { ask, options } = await start();
      const answer = await post(wordPress);
      const key = keyOf(answer);
      expect(answer.json()).to.deep.equal({ key });
      expect(key).to.match(/^[A-Za-z0-9]{32}$/);
      const stored = { 'content-type': 'application/json', 'cache-control': 'no-store' };
      expect(answer.headers).to.include(stored);
      expect((await ask('/shrink', { method: 'POST', key, body: 'x' })).status).to.equal(201);
      const { headers } = await ask(`/keys/${key}`, { key: null });
      const told = { 'compression-count-remaining': '499', 'email-address': wordPress.email };
      expect(headers).to.include(told);
      const limits = { monthlyLimit: 500, requestsPerMinute: 60 };
      const name = { name: 'Ann', email: wordPress.email };
      expect(await options.accounts.findByKey(key)).to.include({ ...name, ...limits });
    });

    for (const version of ['HTTP/1.1', 'HTTP/2'] as const) {
      it(`reads a body without Content-Length over ${version}`, async () => {
        const bodies = await openBodies(await start());
        try {
          const answer = await bodies.send(version, {
            method: 'POST',
            path: '/keys',
            headers: { 'content-type': 'application/json' },
            pieces: ['{"email":"a@example.org",', '"name":"a"}'],
          });
          expect(answer.status).to.equal(202);
          expect(JSON.parse(answer.body.toString())).to.have.property('key').that.has.length(32);
        } finally {
          await bodies.close();
        }
      });
    }

    it('makes a new account for an e-mail address that has one', async () => {
      const { key } = await start();
      const [first, second] = [await post(wordPress), await post(wordPress)].map(keyOf);
      expect(new Set([key, first, second]).size).to.equal(3);
    });

    const sent: readonly (readonly [
      title: string,
      headers: Record<string, string>,
      name: string,
      body?: object,
    ])[] = [
      ['a right key', { authorization: basic(`api:${'B'.repeat(32)}`) }, 'Ann'],
      ['no key', { authorization: basic('api:') }, 'Ann'],
      ['a charset', { 'content-type': 'application/json; charset=utf-8' }, 'Ann'],
      ['chunks', { 'transfer-encoding': 'chunked' }, 'Ann'],
      ['no name', {}, 'a@b', { email: 'a@b' }],
      ['an empty name', {}, 'a@b', { email: 'a@b', name: '' }],
      [
        'no name and an e-mail address that is longer than names may be',
        {},
        'e'.repeat(200),
        { email: `${'e'.repeat(220)}@b` },
      ],
      ['nulls', {}, 'a@b', { email: 'a@b', name: null, identifier: null, link: null }],
      [
        'a name of other letters',
        {},
        'J\u00f6rg \u{1f5bc}',
        { email: 'a@b', name: 'J\u00f6rg \u{1f5bc}' },
      ],
      ['fields of later clients', {}, 'a@b', { email: 'a@b', locale: 'de' }],
    ];
    for (const [title, headers, name, body = wordPress] of sent) {
      it(`takes a request with ${title}`, async () => {
        const { options } = await start();
        const key = keyOf(await post(body, headers));
        // The store has checked every field.
        expect(await options.accounts.findByKey(key)).to.have.property('name', name);
      });
    }

    const wrong: readonly (readonly [body: unknown, message: RegExp])[] = [
      ['', /^body: expected an object/],
      ['null', /^body: expected an object/],
      ['[]', /^body: expected an object, got an array of 0/],
      ['{', /^body: expected valid JSON/],
      [{}, /^email: expected a value, got nothing/],
      [{ email: null }, /^email: expected/],
      [{ email: '' }, /^email: expected/],
      [{ email: 'ann' }, /^email: expected an e-mail address .*, got "ann"/],
      [{ email: 'a b@example.org' }, /^email: expected/],
      [{ email: 'a@b\r\nX-Header: 1' }, /^email: expected/],
      [{ email: 'a@\u0000b' }, /^email: expected/],
      [{ email: `${'a'.repeat(250)}@b.de` }, /^email: expected.*\.\.\./],
      [{ email: 'a@b', name: 1 }, /^name: expected/],
      [{ email: 'a@b', name: 'A\nB' }, /^name: expected at most 200 characters, none/],
      [{ email: 'a@b', name: 'A\u001b[2J' }, /^name: expected/],
      [{ email: 'a@b', name: 'A\u202egpj.exe' }, /^name: expected/],
      [{ email: 'a@b', name: 'n'.repeat(201) }, /^name: expected/],
      [{ email: 'a@b', link: {} }, /^link: expected a string or null, got an object/],
      [{ email: 'a', identifier: [] }, /^email: .*; identifier: expected/],
    ];
    for (const [body, message] of wrong) {
      it(`refuses ${JSON.stringify(body).slice(0, 60)}`, async () => {
        const { options } = await start();
        const answer = await post(body);
        expect(answer.status).to.equal(400);
        expect(answer.json()).to.have.property('error', 'Bad request');
        expect((answer.json() as { message: string }).message).to.match(message);
        expect(await options.accounts.list()).to.have.lengthOf(1);
      });
    }

    it('refuses what is not said to be JSON, and what is too long', async () => {
      await start();
      const plain = await post(wordPress, { 'content-type': 'text/plain' });
      expect(plain.status).to.equal(400);
      expect(plain.json()).to.have.property('message', 'Content-Type: expected application/json');
      expect((await post({ ...wordPress, link: 'x'.repeat(70_000) })).status).to.equal(413);
    });

    for (const registration of ['closed', 'invite'] as const) {
      it(`makes none while registration is ${registration}, and says whom to ask`, async () => {
        const { options } = await start((preset) => ({
          register: registerIn(preset, registration),
          // Not even looked at.
          registrations: { take: () => Promise.reject(new Error('limited')) },
        }));
        for (const body of [wordPress, '{']) {
          const answer = await post(body);
          expect(answer.status).to.equal(403);
          expect(answer.json()).to.deep.equal({
            error: 'Registration closed',
            message: 'Ask the operator of this service for a key.',
          });
        }
        expect(await options.accounts.list()).to.have.lengthOf(1);
      });
    }

    it('makes a key that exists when its account is approved, where that is needed', async () => {
      const { ask, options } = await start((preset) => ({
        register: registerIn(preset, 'approval'),
      }));
      const key = keyOf(await post(wordPress));
      expect((await ask(`/keys/${key}`, { key: null })).status).to.equal(404);
      expect((await ask('/shrink', { method: 'POST', key, body: 'x' })).status).to.equal(401);
      const [, made] = await options.accounts.list();
      await options.accounts.approve(made!.id);
      expect((await ask(`/keys/${key}`, { key: null })).status).to.equal(200);
      expect((await ask('/shrink', { method: 'POST', key, body: 'x' })).status).to.equal(201);
    });

    it('is limited by address, attempts that failed included', async () => {
      await start(() =>
        createRequestLimits(
          memoryWindows(() => 0),
          { keyChecksPerMinute: 9, attemptsPerHour: 2 },
        ),
      );
      expect((await post('{')).status).to.equal(400);
      expect((await post(wordPress)).status).to.equal(202);
      const answer = await post(wordPress);
      expect(answer.status).to.equal(429);
      expect(answer.headers).to.include({ 'retry-after': '3600' });
    });

    it('logs which account was made, and neither its key nor its address', async () => {
      const { options } = await start();
      const key = keyOf(await post(wordPress));
      const account = await options.accounts.findByKey(key);
      expect(api.logLines.at(-1)).to.include({ route: '/keys', accountId: account?.id });
      expect(said([])).not.to.contain(key).and.not.to.contain('example');
    });
  });

  for (const [method, path, allowed] of [
    ['GET', '/keys', 'POST'],
    ['PUT', '/keys', 'POST'],
    ['POST', '/keys/x', 'HEAD, GET'],
    ['DELETE', '/keys/x', 'HEAD, GET'],
  ] as const) {
    it(`does not take ${method} ${path}`, async () => {
      const { ask } = await start();
      const { status, headers } = await ask(path, { method });
      expect([status, headers.allow]).to.deep.equal([405, allowed]);
    });
  }

  describe('limits', () => {
    /** As whom the API takes a client that a trusted proxy at 127.0.0.1 asks for. */
    const clientOf = async (
      forwarded: string | undefined,
      trustedProxies: readonly string[] | undefined,
    ): Promise<readonly string[]> => {
      const clients: string[] = [];
      const take = async (client: string): Promise<void> => void clients.push(client);
      const { ask, key } = await start(() => ({ trustedProxies, keyChecks: { take } }));
      const headers = { 'x-forwarded-proto': 'https' };
      const naming = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
      await ask(`/keys/${key}`, { headers: { ...headers, ...naming } });
      return clients;
    };
    const proxies = ['127.0.0.0/8', '10.0.0.0/8'];

    for (const [title, forwarded, client] of [
      ['by the address that the proxy names', '192.0.2.7', '192.0.2.7'],
      [
        "by the last address that is not a trusted proxy's",
        '198.51.100.1, 192.0.2.7, 10.1.2.3',
        '192.0.2.7',
      ],
      ['and not by what a client makes up', 'x, 127.0.0.1, 192.0.2.7', '192.0.2.7'],
      ['by the network of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
      ['without the port', '192.0.2.7:4711', '192.0.2.7'],
      ['without the port of an IPv6 address', '[2001:db8::5]:4711', '2001:db8:0:0::/64'],
      ['by the first of several trusted proxies', '10.0.0.9, 10.0.0.8', '10.0.0.9'],
      ['by the proxy itself, where it names nobody', undefined, '127.0.0.1'],
      ['by the proxy itself, where it names nothing', ' , ', '127.0.0.1'],
    ] as const) {
      it(`${title}, behind a proxy`, async () => {
        expect(await clientOf(forwarded, proxies)).to.deep.equal([client]);
      });
    }

    it('by the address of the connection, where there is no proxy', async () => {
      expect(await clientOf('192.0.2.7', undefined)).to.deep.equal(['127.0.0.1']);
    });
  });
});
