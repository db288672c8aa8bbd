import { expect } from 'chai';
import type { Account } from '../../../src/accounts/accounts.ts';
import {
  certificate,
  password,
  quickPasswords,
  type Site,
  startSite,
} from '../../support/web/site.ts';
import type { Visitor } from '../../support/web/visitor.ts';

describe('the account page', () => {
  let site: Site;
  let person: Visitor;
  let account: Account;
  const minutes = 60_000;
  const now = async (): Promise<Account> => (await site.accounts.get(account.id))!;

  beforeEach(async () => {
    site = await startSite();
    person = await site.signedIn({ name: 'Cy', email: 'cy@example.org', monthlyLimit: 10 });
    account = (await site.accounts.get('Cy'))!;
  });
  afterEach(() => site.close());

  it('changes nothing any more where the session has ended while the form is carried out', async () => {
    const hashing = Promise.withResolvers<void>();
    const disabled = Promise.withResolvers<void>();
    const { verify } = quickPasswords;
    await site.close();
    site = await startSite({
      overrides: {
        passwords: {
          verify,
          hash: async (text) => {
            hashing.resolve();
            await disabled.promise;
            return quickPasswords.hash(text);
          },
        },
      },
    });
    const thief = await site.signedIn({ name: 'Di', email: 'di@example.org' });
    const form = { current: password, password: 'another password' };
    const changing = thief.visit('/account/password', { form });
    await hashing.promise;
    const di = (await site.accounts.get('Di'))!;
    await site.accounts.endSessions(di.id);
    disabled.resolve();
    expect((await changing).status).to.equal(401);
    expect(thief.cookie()).not.to.equal(undefined);
    expect((await thief.visit('/account')).status).to.equal(303);
    const owner = { email: 'di@example.org', password };
    expect((await site.visitor().visit('/signin', { form: owner })).status).to.equal(303);
  });

  it('signs out all other devices by a change of address, which is no new sign-in', async () => {
    const one = await site.signedIn({ name: 'Di', email: 'di@example.org' });
    const two = site.visitor();
    await two.visit('/signin', { form: { email: 'di@example.org', password } });
    site.pass(14 * 60_000);
    const saved = await one.visit('/account/email', { form: { email: 'new@example.org' } });
    expect(saved.location).to.equal('/account?done=emailSaved');
    expect((await one.visit(saved.location!)).text).to.contain('All other devices are signed out');
    expect((await two.visit('/account')).status).to.equal(303);
    site.pass(60_000);
    const later = await one.visit('/account/email', { form: { email: 'newer@example.org' } });
    expect([later.status, later.text.includes('Enter your password again')]).to.deep.equal([
      403,
      true,
    ]);
  });

  it('shows the compressions of this month and its limit', async () => {
    await site.api.options.counters.add(account.id, 3, { requestId: 'request' });
    const { text } = await person.visit('/account');
    expect(text).to.contain('3 of 10').and.contain('7 left until December 1, 2026');
    expect(text).to.contain('December 2025').and.not.to.contain('November 2025');
  });

  it('offers the certificate that the service made itself, and no other', async () => {
    expect((await person.visit('/account')).text).to.contain('href="/cert.pem"');
    const saved = await site.visitor().visit('/cert.pem');
    expect(saved.text).to.equal(certificate);
    expect(saved.headers).to.include({
      'content-type': 'application/x-pem-file',
      'content-disposition': `attachment; filename="cert.pem"; filename*=UTF-8''cert.pem`,
    });
    await site.close();
    site = await startSite({ overrides: { certificatePath: undefined } });
    person = await site.signedIn();
    const { text } = await person.visit('/account');
    expect(text).not.to.contain('cert.pem');
    expect((await site.visitor().visit('/cert.pem')).status).to.equal(404);
  });

  it('has no key until it is asked for', async () => {
    const key = await site.accounts.revealKey(account.id);
    expect((await person.visit('/account')).text).not.to.contain(key);
    const shown = await person.visit('/account/key', { form: { do: 'show' } });
    expect([shown.status, shown.text.includes(key)]).to.deep.equal([200, true]);
    expect((await person.visit('/account')).text).not.to.contain(key);
  });

  it('replaces the key: the old one stops at once', async () => {
    const key = await site.accounts.revealKey(account.id);
    const { text } = await person.visit('/account/key', { form: { do: 'rotate' } });
    const next = await site.accounts.revealKey(account.id);
    expect(next).not.to.equal(key);
    expect(text).to.contain(next).and.contain('The key was replaced');
    expect(await site.accounts.findByKey(key)).to.equal(undefined);
  });

  const guarded: readonly (readonly [path: string, form: Record<string, string>])[] = [
    ['/account/key', { do: 'show' }],
    ['/account/key', { do: 'rotate' }],
    ['/account/email', { email: 'new@example.org' }],
  ];
  for (const [path, form] of guarded) {
    it(`asks for the password before ${path} ${Object.values(form)} when the sign-in is old`, async () => {
      const key = await site.accounts.revealKey(account.id);
      site.pass(15 * minutes);
      const asked = await person.visit(path, { form });
      expect(asked.status).to.equal(403);
      expect(asked.text).to.contain('Enter your password again').and.contain(`action="${path}"`);
      for (const [name, value] of Object.entries(form)) {
        expect(asked.text).to.contain(`name="${name}" value="${value}"`);
      }
      expect(asked.text).not.to.contain(key);
      const wrong = await person.visit(path, { form: { ...form, confirm: 'wrong password' } });
      expect([wrong.status, wrong.text.includes('The password is wrong')]).to.deep.equal([
        403,
        true,
      ]);
      expect(wrong.text).not.to.contain('wrong password');
      expect([await now(), await site.accounts.revealKey(account.id)]).to.deep.equal([
        account,
        key,
      ]);

      const done = await person.visit(path, { form: { ...form, confirm: password } });
      expect(done.status).to.be.oneOf([200, 303]);
      // From now on the sign-in is recent.
      const shown = await person.visit('/account/key', { form: { do: 'show' } });
      expect(shown.status).to.equal(200);
    });
  }

  it('asks an account without a password to set one when the sign-in is old', async () => {
    const { account: bare } = await site.accounts.add({ name: 'Di', email: 'di@example.org' });
    const { token } = await site.accounts.addLink({ kind: 'signin', accountId: bare.id });
    const visitor = site.visitor();
    await visitor.visit('/link', { form: { token } });
    site.pass(15 * minutes);
    const asked = await visitor.visit('/account/key', { form: { do: 'show' } });
    expect(asked.location).to.equal('/account?done=passwordFirst');
    expect((await visitor.visit(asked.location!)).text).to.contain('Set a password first.');
    await visitor.visit('/account/password', { form: { password } });
    const shown = await visitor.visit('/account/key', { form: { do: 'show' } });
    expect(shown.text).to.contain(await site.accounts.revealKey(bare.id));
  });

  it('asks again at a limited rate', async () => {
    site.pass(15 * minutes);
    const form = { do: 'show', confirm: 'wrong password' };
    for (let number = 0; number < 10; number += 1) await person.visit('/account/key', { form });
    const right = { ...form, confirm: password };
    expect((await person.visit('/account/key', { form: right })).status).to.equal(429);
  });

  it('changes name and address', async () => {
    const named = await person.visit('/account/name', { form: { name: ' Cyd ' } });
    expect([named.status, named.location]).to.deep.equal([303, '/account?done=saved']);
    await person.visit('/account/email', { form: { email: 'cyd@example.org' } });
    expect(await now()).to.include({ name: 'Cyd', email: 'cyd@example.org' });
    expect((await person.visit('/account?done=saved')).text).to.contain('Saved.');
  });

  const wrong: readonly (readonly [path: string, form: Record<string, string>, text: string])[] = [
    ['/account/name', { name: '' }, 'A name has'],
    ['/account/email', { email: 'cy' }, 'not an e-mail address'],
    ['/account/email', { email: 'ada@example.org' }, 'Another account signs in'],
    ['/account/password', { password: 'short', current: password }, 'at least 10'],
    ['/account/password', { password: 'brand new words' }, 'The password is wrong'],
    ['/account/password', { password: 'brand new words', current: 'x' }, 'The password is wrong'],
  ];
  for (const [path, form, text] of wrong) {
    it(`changes nothing by ${path} with ${JSON.stringify(form)}`, async () => {
      const page = await person.visit(path, { form });
      expect([page.status, page.text.includes(text)]).to.deep.equal([400, true]);
      expect(await now()).to.deep.equal(account);
    });
  }

  it('changes the password, and ends the sessions of all other devices', async () => {
    const other = site.visitor();
    await other.visit('/signin', { form: { email: 'cy@example.org', password } });
    const form = { current: password, password: 'brand new words' };
    const saved = await person.visit('/account/password', { form });
    expect(saved.location).to.equal('/account?done=passwordSaved');
    expect((await person.visit(saved.location!)).text).to.contain(
      'All other devices are signed out',
    );
    expect((await other.visit('/account')).status).to.equal(303);
    const old = { email: 'cy@example.org', password };
    expect((await other.visit('/signin', { form: old })).status).to.equal(403);
  });

  it('is in German for those who read it', async () => {
    const headers = { 'accept-language': 'de-AT,de;q=0.9' };
    expect((await person.visit('/account', { headers })).text).to.contain('<html lang="de"');
  });
});
