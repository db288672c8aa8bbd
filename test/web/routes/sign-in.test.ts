import { expect } from 'chai';
import { ServiceError } from '../../../src/errors.ts';
import { password, quickPasswords, type Site, startSite } from '../../support/web/site.ts';

describe('signing in', () => {
  let site: Site;
  beforeEach(async () => {
    site = await startSite();
    await site.accounts.add({
      ...{ name: 'Cy', email: 'Cy@example.org' },
      password: await quickPasswords.hash(password),
    });
  });
  afterEach(() => site.close());

  it('leads to the page that was asked for, and the account stays signed in', async () => {
    const person = site.visitor();
    const asked = await person.visit('/account');
    expect([asked.status, asked.location]).to.deep.equal([303, '/signin?next=%2Faccount']);
    const page = await person.visit(asked.location!);
    expect(page.text).to.contain('<input type="hidden" name="next" value="/account"');
    const form = { email: ' cy@EXAMPLE.org', password, next: '/account' };
    const signedIn = await person.visit('/signin', { form });
    expect([signedIn.status, signedIn.location]).to.deep.equal([303, '/account']);
    expect((await person.visit('/account')).text).to.contain('Cy@example.org');
    expect((await person.visit('/')).status).to.equal(200);
    expect((await person.visit('/signin')).location).to.equal('/');
  });

  it('says the same for a wrong password and a wrong address', async () => {
    const texts = [];
    for (const form of [
      { email: 'cy@example.org', password: 'wrong password' },
      { email: 'no@example.org', password },
    ]) {
      const { status, text, headers } = await site.visitor().visit('/signin', { form });
      expect(status).to.equal(403);
      expect(headers['set-cookie']).to.equal(undefined);
      texts.push(text.replaceAll(form.email, 'ADDRESS'));
    }
    expect(texts[0]).to.equal(texts[1]).and.contain('is wrong');
  });

  it('takes thirty right passwords of an account a minute, from wherever', async () => {
    const signIn = async (email: string): Promise<number> =>
      (await site.visitor().visit('/signin', { form: { email, password } })).status;
    await site.signedIn({ email: 'bo@example.org' });
    const statuses = [];
    for (let count = 0; count < 32; count += 1) statuses.push(await signIn('ada@example.org'));
    expect(statuses.slice(29)).to.deep.equal([303, 429, 429]);
    expect(await signIn('bo@example.org')).to.equal(303);
    site.pass(60_000);
    expect(await signIn('ada@example.org')).to.equal(303);
  });

  it('takes as long without an account: a password is always compared', async () => {
    const compared: (string | undefined)[] = [];
    const { verify } = quickPasswords;
    await site.close();
    site = await startSite({
      overrides: {
        passwords: {
          hash: async () => '',
          verify: (text, hashed) => {
            compared.push(hashed);
            return verify(text, hashed);
          },
        },
      },
    });
    await site.visitor().visit('/signin', { form: { email: 'no@example.org', password } });
    expect(compared).to.deep.equal([undefined]);
  });

  it('waits after ten wrong passwords of an address, and locks no account', async () => {
    const wrong = { email: 'cy@example.org', password: 'wrong password' };
    const right = { email: 'cy@example.org', password };
    const attempt = (form: typeof wrong) => site.visitor().visit('/signin', { form });
    for (let number = 0; number < 10; number += 1) {
      expect((await attempt(wrong)).status, String(number)).to.equal(403);
      // Right ones do not count.
      if (number < 9) expect((await attempt(right)).status, String(number)).to.equal(303);
    }
    const refused = await attempt(right);
    expect([refused.status, refused.headers['retry-after']]).to.deep.equal([429, '900']);
    expect(refused.text).to.contain('Try again in 15 minutes');
    site.pass(900_000);
    expect((await attempt(right)).status).to.equal(303);
  });

  it('waits for the address of the wrong passwords alone, and its network', async () => {
    await site.close();
    site = await startSite({ trustedProxies: ['127.0.0.0/8'] });
    const attempt = async (address: string, tried: string): Promise<number> => {
      const form = { email: 'ada@example.org', password: tried };
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
      return (await site.visitor().visit('/signin', { form, headers })).status;
    };
    for (let number = 0; number < 10; number += 1) {
      expect(await attempt(`2001:db8::${number}`, 'wrong password')).to.equal(403);
    }
    expect(await attempt('2001:db8::ffff', password)).to.equal(429);
    expect(await attempt('2001:db8:0:1::1', password)).to.equal(303);
    expect(await attempt('192.0.2.7', password)).to.equal(303);
  });

  it('waits in turn with all networks of one person, and with those who try the same account', async () => {
    const askers: unknown[] = [];
    await site.close();
    site = await startSite({
      trustedProxies: ['127.0.0.0/8'],
      overrides: {
        passwords: {
          hash: async () => '',
          verify: async (_text, _hashed, asker) => {
            askers.push(asker);
            return false;
          },
        },
      },
    });
    for (const address of ['2001:db8:1:2::3', '2001:db8:1:ffff::3', '192.0.2.7']) {
      const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': address };
      const form = { email: 'Cy@example.org', password };
      await site.visitor().visit('/signin', { form, headers });
    }
    const account = 'cy@example.org';
    expect(askers).to.deep.equal([
      { network: '2001:db8:1::/48', account },
      { network: '2001:db8:1::/48', account },
      { network: '192.0.2.7', account },
    ]);
  });

  it('waits apart on a device that the account has signed in on', async () => {
    const known: unknown[] = [];
    const { hash, verify } = quickPasswords;
    await site.close();
    site = await startSite({
      overrides: {
        passwords: {
          hash,
          verify: (text, hashed, asker) => {
            known.push([asker.account, asker.isKnown]);
            return verify(text, hashed);
          },
        },
      },
    });
    await site.signedIn({ email: 'bo@example.org' });
    const signIn = (email: string, cookie?: string) =>
      site.visitor().visit('/signin', { form: { email, password }, ...(cookie && { cookie }) });
    const { headers } = await signIn('ada@example.org');
    const device = headers['set-cookie']!.find((cookie) => cookie.includes('-device='))!;
    known.length = 0;
    for (const email of ['ada@example.org', 'bo@example.org', 'no@example.org']) {
      await signIn(email, device.split(';')[0]);
    }
    expect(known).to.deep.equal([
      ['ada@example.org', true],
      ['bo@example.org', undefined],
      ['no@example.org', undefined],
    ]);
  });

  it('is limited before the password is compared, also when many come at once', async () => {
    let compared = 0;
    await site.close();
    site = await startSite({
      overrides: {
        passwords: {
          hash: async () => '',
          verify: async () => {
            compared += 1;
            return false;
          },
        },
      },
    });
    const form = { email: 'cy@example.org', password };
    const visits = Array.from({ length: 30 }, () => site.visitor().visit('/signin', { form }));
    const statuses = (await Promise.all(visits)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).to.have.length(20);
    expect(compared).to.equal(10);
  });

  it('says that others are signing in, which counts as no attempt', async () => {
    await site.close();
    const busy = new ServiceError('unavailable', '', { retryAfterSeconds: 2 });
    site = await startSite({
      overrides: { passwords: { hash: async () => '', verify: () => Promise.reject(busy) } },
    });
    const form = { email: 'cy@example.org', password };
    for (let number = 0; number < 12; number += 1) {
      const { status, headers, text } = await site.visitor().visit('/signin', { form });
      expect([status, headers['retry-after']]).to.deep.equal([503, '2']);
      expect(text).to.contain('Too many people are signing in');
    }
  });

  it('is refused to a disabled account, and to one that is not approved yet', async () => {
    const [, , cy] = await site.accounts.list();
    const form = { email: 'cy@example.org', password };
    await site.accounts.disable(cy!.id);
    expect((await site.visitor().visit('/signin', { form })).text).to.contain('is wrong');
    await site.accounts.add({
      ...{ name: 'Di', email: 'di@example.org', approved: false },
      password: await quickPasswords.hash(password),
    });
    const waiting = await site.visitor().visit('/signin', {
      form: { ...form, email: 'di@example.org' },
    });
    expect([waiting.status, waiting.headers['set-cookie']]).to.deep.equal([403, undefined]);
    expect(waiting.text).to.contain('has approved it');
  });

  it('ends by signing out on this device, or on all of them', async () => {
    const [one, two] = [await site.signedIn({ email: 'e@e.e' }), site.visitor()];
    const form = { email: 'e@e.e', password };
    await two.visit('/signin', { form });
    await one.visit('/signout', { form: {} });
    expect(one.cookie()).to.equal(undefined);
    expect((await one.visit('/account')).status).to.equal(303);
    expect((await two.visit('/account')).status).to.equal(200);
    await one.visit('/signin', { form });
    expect((await two.visit('/account/signout-all', { form: {} })).status).to.equal(303);
    for (const device of [one, two]) expect((await device.visit('/account')).status).to.equal(303);
  });

  it('refuses a body that is no form, and a long one', async () => {
    const visitor = site.visitor();
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'text/plain' };
    expect((await visitor.visit('/signin', { method: 'POST', headers })).status).to.equal(400);
    const form = { email: 'x'.repeat(70_000) };
    expect((await visitor.visit('/signin', { form })).status).to.equal(413);
  });
});

describe('a one-time link', () => {
  let site: Site;
  beforeEach(async () => {
    site = await startSite();
  });
  afterEach(() => site.close());

  const linkFor = async (name: string): Promise<string> => {
    const account = await site.accounts.get(name);
    return (await site.accounts.addLink({ kind: 'signin', accountId: account!.id })).token;
  };

  it('shows a button, which signs in once and lets a new password be set', async () => {
    await site.accounts.add({
      ...{ name: 'Cy', email: 'cy@example.org' },
      password: await quickPasswords.hash('forgotten words'),
    });
    const token = await linkFor('Cy');
    const person = site.visitor();
    for (let times = 0; times < 3; times += 1) {
      const { text } = await person.visit(`/link?token=${token}`);
      expect(text).to.contain('signs you in as Cy').and.contain(`value="${token}"`);
    }
    const signedIn = await person.visit('/link', { form: { token } });
    expect([signedIn.status, signedIn.location]).to.deep.equal([303, '/account']);
    expect((await person.visit('/account')).text).not.to.contain('name="current"');
    const saved = await person.visit('/account/password', {
      form: { password: 'brand new words' },
    });
    expect(saved.location).to.equal('/account?done=passwordSaved');
    const again = await site.visitor().visit('/signin', {
      form: { email: 'cy@example.org', password: 'brand new words' },
    });
    expect(again.status).to.equal(303);
    const used = await site.visitor().visit('/link', { form: { token } });
    expect([used.status, used.headers['set-cookie']]).to.deep.equal([404, undefined]);
    expect((await site.visitor().visit(`/link?token=${token}`)).status).to.equal(404);
  });

  it('stands for the former password no longer than 15 minutes', async () => {
    await site.accounts.add({
      ...{ name: 'Cy', email: 'cy@example.org' },
      password: await quickPasswords.hash('forgotten words'),
    });
    const person = site.visitor();
    await person.visit('/link', { form: { token: await linkFor('Cy') } });
    site.pass(900_000);
    const form = { password: 'brand new words' };
    expect((await person.visit('/account/password', { form })).status).to.equal(400);
  });
});
