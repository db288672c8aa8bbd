import { expect } from 'chai';
import { password, quickPasswords, type Site, startSite } from '../../support/web/site.ts';
import type { Page } from '../../support/web/visitor.ts';

const owner = { name: 'Cy', email: 'cy@example.org', password };

/** The key on a page that shows one. */
const keyIn = ({ text }: Page): string => /<code id="key">([A-Za-z0-9]{32})</.exec(text)?.[1] ?? '';

describe('making an account', () => {
  let site: Site;
  afterEach(() => site.close());

  it('shows the key once, and a line to try it', async () => {
    site = await startSite({ settings: { registration: 'open' } });
    const person = site.visitor();
    expect((await person.visit('/signin')).text).to.contain('href="/register"');
    expect((await person.visit('/register')).status).to.equal(200);
    const made = await person.visit('/register', { form: owner });
    expect(made.status).to.equal(201);
    expect(await site.accounts.findByKey(keyIn(made))).to.include({
      ...{ name: 'Cy', email: 'cy@example.org', role: 'user', approved: true },
      ...{ monthlyLimit: 500, requestsPerMinute: 60 },
    });
    const address = `https://127.0.0.1:${site.api.port}/shrink`;
    expect(made.text)
      .to.contain(`--user api:${keyIn(made)}`)
      .and.contain(address);
    expect(made.text).to.contain('--cacert cert.pem');
    expect((await person.visit('/account')).text).not.to.contain(keyIn(made));
  });

  it('is not possible where registration is closed or by invitation', async () => {
    for (const registration of ['closed', 'invite'] as const) {
      if (registration === 'invite') await site.close();
      site = await startSite({ settings: { registration } });
      const before = await site.accounts.list();
      expect((await site.visitor().visit('/signin')).text).not.to.contain('/register');
      const page = await site.visitor().visit('/register');
      expect([page.status, page.text.includes('<input')]).to.deep.equal([403, false]);
      expect((await site.visitor().visit('/register', { form: owner })).status).to.equal(403);
      expect(await site.accounts.list()).to.deep.equal(before);
    }
  });

  it('waits for an administrator where it needs approval', async () => {
    site = await startSite({ settings: { registration: 'approval' } });
    const person = site.visitor();
    const made = await person.visit('/register', { form: owner });
    expect(made.text).to.contain('has to approve the account');
    expect(person.cookie()).to.equal(undefined);
    const key = keyIn(made);
    expect((await site.api.ask(`/keys/${key}`, { key: null })).status).to.equal(404);

    const admin = await site.signedIn({ role: 'admin' });
    expect((await admin.visit('/admin')).text).to.contain('1 waiting for approval');
    const cy = await site.accounts.get('Cy');
    const path = `/admin/accounts/${cy!.id}`;
    expect((await admin.visit(path)).text).to.contain(`${path}/approve`);
    const approved = await admin.visit(`${path}/approve`, { form: {} });
    expect([approved.status, approved.location]).to.deep.equal([303, path]);
    expect((await site.api.ask(`/keys/${key}`, { key: null })).status).to.equal(200);
    expect((await person.visit('/signin', { form: owner })).status).to.equal(303);
  });

  /** What each mode answers: the form, a filled-in form, `POST /keys`, and `GET /keys` with the key of that. */
  for (const [registration, form, made, keyMade, keyFound] of [
    ['closed', 403, 403, 403, undefined],
    ['invite', 403, 403, 403, undefined],
    ['approval', 200, 201, 202, 404],
    ['open', 200, 201, 202, 200],
  ] as const) {
    it(`is the same by the page and by POST /keys where registration is ${registration}`, async () => {
      site = await startSite({ settings: { registration } });
      expect((await site.visitor().visit('/register')).status).to.equal(form);
      const person = site.visitor();
      expect((await person.visit('/register', { form: owner })).status).to.equal(made);
      expect(person.cookie() !== undefined).to.equal(registration === 'open');
      const asked = await site.api.ask('/keys', {
        method: 'POST',
        key: null,
        headers: { 'content-type': 'application/json' },
        body: '{"email":"di@example.org"}',
      });
      expect(asked.status).to.equal(keyMade);
      const { key } = asked.json() as { key?: string };
      const found = key && (await site.api.ask(`/keys/${key}`, { key: null })).status;
      expect(found).to.equal(keyFound);
      expect(await site.accounts.list()).to.have.length(made === 201 ? 4 : 2);
    });
  }

  for (const registration of ['open', 'approval'] as const) {
    it(`says the same for an address that has an account, where registration is ${registration}`, async () => {
      site = await startSite({ settings: { registration } });
      const answers = [];
      for (const email of ['free@example.org', 'ADA@example.org']) {
        const person = site.visitor();
        const page = await person.visit('/register', { form: { ...owner, email } });
        const isSignedIn = person.cookie() !== undefined;
        answers.push([page.status, isSignedIn, page.text.replaceAll(keyIn(page), 'KEY')]);
      }
      expect(answers[1]).to.deep.equal(answers[0]);
      const made = (await site.accounts.list()).slice(-2);
      expect(made.map(({ hasPassword }) => hasPassword)).to.deep.equal([true, false]);
      const form = { email: 'ada@example.org', password };
      expect((await site.visitor().visit('/signin', { form })).status).to.equal(303);
    });
  }

  it('counts a change of address as an attempt to register, since its answer tells who has an account', async () => {
    const limits = { monthlyLimit: 1, requestsPerMinute: 1, maxAccounts: 100, attemptsPerHour: 2 };
    site = await startSite({ settings: { newAccounts: limits } });
    const person = await site.signedIn();
    for (const status of [400, 400, 429]) {
      const form = { email: 'ada@example.org' };
      expect((await person.visit('/account/email', { form })).status).to.equal(status);
    }
  });

  it('is limited by address', async () => {
    const limits = { monthlyLimit: 1, requestsPerMinute: 1, maxAccounts: 100, attemptsPerHour: 2 };
    site = await startSite({ settings: { registration: 'open', newAccounts: limits } });
    for (const [email, status] of [
      ['a@a.a', 201],
      ['b@b.b', 201],
      ['c@c.c', 429],
    ] as const) {
      const made = await site.visitor().visit('/register', { form: { ...owner, email } });
      expect(made.status, email).to.equal(status);
    }
  });

  const wrong: readonly (readonly [fields: Partial<typeof owner>, problem: string])[] = [
    [{ name: ' ' }, 'A name has'],
    [{ name: 'a\u0007' }, 'A name has'],
    [{ name: 'x'.repeat(201) }, 'A name has'],
    [{ email: 'cy' }, 'no'],
    [{ password: 'too short' }, 'at least 10'],
    [{ password: 'x'.repeat(1001) }, 'at most 1,000'],
  ];
  for (const [fields, problem] of wrong) {
    it(`says what is wrong with ${JSON.stringify(fields).slice(0, 40)}, and keeps the rest`, async () => {
      site = await startSite({ settings: { registration: 'open' } });
      const before = await site.accounts.list();
      const page = await site.visitor().visit('/register', { form: { ...owner, ...fields } });
      expect(page.status).to.equal(400);
      expect(page.text).to.contain(problem === 'no' ? 'not an e-mail address' : problem);
      expect(page.text).not.to.contain(fields.password ?? password);
      if (fields.email === undefined) expect(page.text).to.contain('value="cy@example.org"');
      expect(await site.accounts.list()).to.deep.equal(before);
    });
  }

  describe('by an invitation', () => {
    it('hashes nothing for a taken address, and counts it as a wrong password', async () => {
      let hashes = 0;
      const hash = (text: string): Promise<string> => {
        hashes += 1;
        return quickPasswords.hash(text);
      };
      site = await startSite({ overrides: { passwords: { ...quickPasswords, hash } } });
      const { token } = await site.accounts.addLink({ kind: 'invite' });
      const statuses: number[] = [];
      for (const email of Array.from({ length: 12 }, () => 'ada@example.org')) {
        const form = { ...owner, email, token };
        statuses.push((await site.visitor().visit('/invite', { form })).status);
      }
      expect(statuses).to.deep.equal([...Array.from({ length: 10 }, () => 400), 429, 429]);
      expect(hashes).to.equal(0);
    });

    for (const registration of ['closed', 'invite', 'approval', 'open'] as const) {
      it(`works once where registration is ${registration}`, async () => {
        site = await startSite({ settings: { registration } });
        const invitation = { kind: 'invite', monthlyLimit: 7, role: 'admin' } as const;
        const { token } = await site.accounts.addLink({ ...invitation, email: 'new@example.org' });
        const person = site.visitor();
        const page = await person.visit(`/invite?token=${token}`);
        expect(page.text).to.contain('value="new@example.org"').and.contain(token);
        const made = await person.visit('/invite', { form: { ...owner, token } });
        expect(made.status).to.equal(201);
        const limits = { monthlyLimit: 7, role: 'admin', approved: true };
        expect(await site.accounts.findByKey(keyIn(made))).to.include(limits);
        expect((await person.visit('/admin')).status).to.equal(200);
        const again = { ...owner, email: 'other@example.org', token };
        expect((await site.visitor().visit('/invite', { form: again })).status).to.equal(404);
        expect((await site.visitor().visit(`/invite?token=${token}`)).status).to.equal(404);
      });
    }

    it('works for five days', async () => {
      site = await startSite();
      const { token } = await site.accounts.addLink({ kind: 'invite' });
      const before = await site.accounts.list();
      site.pass(5 * 24 * 3_600_000 - 1);
      expect((await site.visitor().visit(`/invite?token=${token}`)).status).to.equal(200);
      site.pass(1);
      expect((await site.visitor().visit(`/invite?token=${token}`)).status).to.equal(404);
      const late = await site.visitor().visit('/invite', { form: { ...owner, token } });
      expect([late.status, late.text.includes('<input')]).to.deep.equal([404, false]);
      expect(await site.accounts.list()).to.deep.equal(before);
    });

    it('stays usable after a mistake', async () => {
      site = await startSite();
      const { token } = await site.accounts.addLink({ kind: 'invite' });
      const taken = { ...owner, email: 'ada@example.org', token };
      const refused = await site.visitor().visit('/invite', { form: taken });
      expect([refused.status, refused.text.includes(token)]).to.deep.equal([400, true]);
      const made = await site.visitor().visit('/invite', { form: { ...owner, token } });
      expect(made.status).to.equal(201);
    });
  });
});

describe('the set-up', () => {
  let site: Site;
  beforeEach(async () => {
    site = await startSite({ hasAdmin: false });
  });
  afterEach(() => site.close());

  it('makes the first account the administrator, and shows its key', async () => {
    const path = site.web.setUpPath!;
    const token = new URL(path, 'https://x').searchParams.get('token')!;
    expect(Buffer.from(token, 'base64url')).to.have.length(16);
    const person = site.visitor();
    expect((await person.visit(path)).text).to.contain(`value="${token}"`);
    const wrong = await person.visit('/setup', { form: { ...owner, password: 'short', token } });
    expect([wrong.status, wrong.text.includes(token)]).to.deep.equal([400, true]);
    const made = await person.visit('/setup', { form: { ...owner, token } });
    expect([made.status, keyIn(made)]).to.deep.equal([201, site.api.key]);
    expect(await site.accounts.list()).to.have.length(1);
    expect(await site.accounts.findByKey(site.api.key)).to.include({ name: 'Cy', role: 'admin' });
    expect((await person.visit('/admin')).status).to.equal(200);
    // It has been used.
    expect((await person.visit(path)).location).to.equal('/');
    const again = { ...owner, email: 'eve@example.org', token };
    expect((await site.visitor().visit('/setup', { form: again })).status).to.equal(403);
    expect(await site.accounts.list()).to.have.length(1);
  });

  it('has no form without the token, and every page leads to it', async () => {
    for (const path of ['/setup', '/setup?token=', '/setup?token=AAAAAAAAAAAAAAAAAAAAAA']) {
      const page = await site.visitor().visit(path);
      expect([page.status, page.text.includes('<input')], path).to.deep.equal([403, false]);
      expect(page.text).to.contain('Set up:');
    }
    for (const path of ['/', '/signin']) {
      expect((await site.visitor().visit(path)).location, path).to.equal('/setup');
    }
    const token = 'A'.repeat(22);
    expect((await site.visitor().visit('/setup', { form: { ...owner, token } })).status).to.equal(
      403,
    );
    expect(await site.accounts.list()).to.have.length(1);
  });

  it('is done by one of several at once', async () => {
    const token = new URL(site.web.setUpPath!, 'https://x').searchParams.get('token')!;
    const visits = ['a@a.a', 'b@b.b', 'c@c.c'].map((email) =>
      site.visitor().visit('/setup', { form: { ...owner, email, token } }),
    );
    const statuses = (await Promise.all(visits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).to.have.length(1);
    expect((await site.accounts.list()).filter(({ role }) => role === 'admin')).to.have.length(1);
  });

  it('takes no account from its owner', async () => {
    const [first] = await site.accounts.list();
    await site.accounts.update(first!.id, {
      password: await quickPasswords.hash(password),
    });
    const token = new URL(site.web.setUpPath!, 'https://x').searchParams.get('token')!;
    await site.visitor().visit('/setup', { form: { ...owner, token } });
    const [before, made] = await site.accounts.list();
    expect([before!.role, before!.name, made!.role]).to.deep.equal(['user', 'Ann', 'admin']);
  });

  it('is not offered where an administrator can sign in', async () => {
    await site.close();
    site = await startSite();
    expect(site.web.setUpPath).to.equal(undefined);
    expect((await site.visitor().visit('/setup')).location).to.equal('/');
    const form = { ...owner, token: '' };
    expect((await site.visitor().visit('/setup', { form })).status).to.equal(403);
  });
});
