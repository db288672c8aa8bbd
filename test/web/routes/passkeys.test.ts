import { expect } from 'chai';
import type { Account } from '../../../src/accounts/accounts.ts';
import { operatorsPair } from '../../support/http/certificates.ts';
import {
  type Authenticator,
  createAuthenticator,
  type CreationOptions,
  type RequestOptions,
} from '../../support/web/authenticator.ts';
import { password, quickPasswords, type Site, startSite } from '../../support/web/site.ts';
import type { Page, Visitor } from '../../support/web/visitor.ts';

const [host, origin] = ['pictures.example', 'https://pictures.example'];
const minutes = 60_000;

describe('passkeys', () => {
  let site: Site;
  let person: Visitor;
  let account: Account;
  let device: Authenticator;
  const now = async (): Promise<Account> => (await site.accounts.get(account.id))!;

  beforeEach(async () => {
    const overrides = { publicUrl: origin };
    site = await startSite({ settings: { passkeys: true }, overrides, host });
    person = await site.signedIn({ name: 'Cy', email: 'cy@example.org' });
    account = (await site.accounts.get('Cy'))!;
    device = createAuthenticator({ origin, rpId: host });
  });
  afterEach(() => site.close());

  /** The options in the page that makes a passkey. */
  const creation = async (visitor = person, form = {}): Promise<CreationOptions> => {
    const page = await visitor.visit('/account/passkeys/new', {
      form: { name: 'laptop', ...form },
    });
    const json = /data-creation="([^"]+)"/.exec(page.text)?.[1] ?? '';
    return JSON.parse(json.replaceAll('&quot;', '"')) as CreationOptions;
  };
  const send = (answer: string, visitor = person): Promise<Page> =>
    visitor.visit('/account/passkeys', { form: { name: 'laptop', answer } });
  const added = async (): Promise<void> => {
    const { location } = await send(device.create(await creation()));
    expect(location).to.equal('/account?done=passkeyAdded');
  };

  /** Somebody at the sign-in page, with the options that its script gets. */
  const arrived = async (): Promise<Readonly<{ visitor: Visitor; options: RequestOptions }>> => {
    const visitor = site.visitor();
    const headers = { 'sec-fetch-site': 'same-origin' };
    const { body } = await visitor.visit('/signin/passkey/options', { method: 'POST', headers });
    return { visitor, options: JSON.parse(body.toString()) as RequestOptions };
  };
  const signIn = (visitor: Visitor, answer: string): Promise<Page> =>
    visitor.visit('/signin/passkey', { form: { answer } });
  const isSignedIn = async (visitor: Visitor): Promise<boolean> =>
    (await visitor.visit('/account')).status === 200;

  it('sign in to their account, to the page that was asked for', async () => {
    await added();
    expect((await now()).passkeys).to.deep.equal([
      { id: device.id, name: 'laptop', createdAt: (await now()).passkeys[0]!.createdAt },
    ]);
    const { visitor, options } = await arrived();
    const form = { answer: device.get(options), next: '/account' };
    const answer = await visitor.visit('/signin/passkey', { form });
    expect([answer.status, answer.location]).to.deep.equal([303, '/account']);
    expect((await visitor.visit('/account')).text)
      .to.contain('cy@example.org')
      .and.contain('laptop');
  });

  it('are listed, and removed', async () => {
    await added();
    const { text } = await person.visit('/account');
    expect(text).to.contain(`value="${device.id}"`).and.contain('Remove the passkey laptop');
    const form = { id: device.id };
    const { location } = await person.visit('/account/passkeys/remove', { form });
    expect(location).to.equal('/account?done=passkeyRemoved');
    const { visitor, options } = await arrived();
    expect((await signIn(visitor, device.get(options))).status).to.equal(403);
    expect((await person.visit('/account/passkeys/remove', { form })).status).to.equal(404);
  });

  it('are neither made nor removed without the password when the sign-in is old', async () => {
    await added();
    site.pass(15 * minutes);
    for (const [path, form] of [
      ['/account/passkeys/new', { name: 'other' }],
      ['/account/passkeys/remove', { id: device.id }],
    ] as const) {
      const asked = await person.visit(path, { form });
      expect([asked.status, asked.text.includes('data-creation')]).to.deep.equal([403, false]);
      expect(asked.text).to.contain('Enter your password again');
    }
    expect((await now()).passkeys).to.have.length(1);
    expect(await creation(person, { confirm: password })).to.have.property('challenge');
  });

  it('are refused to an account without a password', async () => {
    const { account: bea } = await site.accounts.add({ name: 'Bea', email: 'bea@example.org' });
    const { token } = await site.accounts.addLink({ kind: 'signin', accountId: bea.id });
    const visitor = site.visitor();
    await visitor.visit('/link', { form: { token } });
    expect((await visitor.visit('/account')).text).to.contain('Set a password first');
    const answer = device.create(await creation(visitor));
    expect((await send(answer, visitor)).status).to.equal(400);
    expect((await site.accounts.get(bea.id))!.passkeys).to.deep.equal([]);
  });

  it('are at most ten, and the page says so', async () => {
    for (let made = 0; made < 10; made += 1) {
      device = createAuthenticator({ origin, rpId: host });
      await added();
    }
    const { text } = await person.visit('/account');
    expect(text).to.contain('no room for more passkeys').and.not.contain('/account/passkeys/new');
    const one = createAuthenticator({ origin, rpId: host });
    expect((await send(one.create(await creation()))).status).to.equal(400);
  });

  it('need a name', async () => {
    const page = await person.visit('/account/passkeys/new', { form: { name: ' ' } });
    expect([page.status, page.text.includes('has 1 to 100 characters')]).to.deep.equal([400, true]);
  });

  describe('are not added', () => {
    const refused = async (answer: string, visitor = person): Promise<void> => {
      const { status, text } = await send(answer, visitor);
      expect([status, text.includes('The passkey was not accepted')]).to.deep.equal([400, true]);
      expect((await now()).passkeys).to.have.length(0);
    };

    it('by the challenge of another account', async () => {
      const other = await site.signedIn({ name: 'Bea', email: 'bea@example.org' });
      await refused(device.create(await creation()), other);
      expect((await site.accounts.get('Bea'))!.passkeys).to.have.length(0);
    });

    it('by a challenge to sign in', async () => {
      const { options } = await arrived();
      await refused(device.create({ ...(await creation()), ...options }));
    });

    it('by a challenge that somebody else has signed', async () => {
      const { challenge, user } = await creation();
      const bytes = Buffer.from(challenge, 'base64url');
      bytes[bytes.length - 1]! ^= 1;
      await refused(device.create({ user, challenge: bytes.toString('base64url') }));
      await refused(device.create({ user, challenge: '' }));
    });

    it('by a challenge that is five minutes old', async () => {
      const options = await creation();
      site.pass(5 * minutes);
      await refused(device.create(options));
    });

    it('by a challenge from before all devices were signed out', async () => {
      const options = await creation();
      await site.accounts.endSessions(account.id);
      await person.visit('/signin', { form: { email: 'cy@example.org', password } });
      await refused(device.create(options));
    });

    it('from another origin, for another host, or without proof of who is there', async () => {
      for (const wrong of [
        { origin: 'https://evil.example' },
        { origin: 'http://pictures.example' },
        { rpId: 'example' },
        { isVerified: false },
      ]) {
        await refused(device.create(await creation(), wrong));
      }
    });

    it('from answers of another form', async () => {
      const whole = JSON.parse(device.create(await creation())) as { response: object };
      for (const answer of [
        '',
        'null',
        '[]',
        '{}',
        JSON.stringify({ ...whole, response: null }),
        JSON.stringify({ ...whole, response: { ...whole.response, attestationObject: 'AA' } }),
        JSON.stringify({ ...whole, response: { ...whole.response, clientDataJSON: 'AA' } }),
      ]) {
        await refused(answer);
      }
    });

    it('with a certificate, of which the library may fetch what it names', async () => {
      const attester = await operatorsPair();
      await refused(device.create(await creation(), { attester }));
    });

    it('twice, by one challenge', async () => {
      const options = await creation();
      const first = device.create(options);
      expect((await send(first)).status).to.equal(303);
      const other = createAuthenticator({ origin, rpId: host });
      expect((await send(other.create(options))).status).to.equal(400);
      expect((await now()).passkeys).to.have.length(1);
    });

    it('to a second account', async () => {
      await added();
      const other = await site.signedIn({ name: 'Bea', email: 'bea@example.org' });
      expect((await send(device.create(await creation(other)), other)).status).to.equal(400);
      expect((await site.accounts.get('Bea'))!.passkeys).to.have.length(0);
    });
  });

  describe('do not sign in', () => {
    beforeEach(added);
    const refused = async (visitor: Visitor, answer: string): Promise<void> => {
      const { status, text } = await signIn(visitor, answer);
      expect([status, text.includes('This passkey cannot be used here')]).to.deep.equal([
        403,
        true,
      ]);
      expect(await isSignedIn(visitor)).to.equal(false);
    };

    it('by an answer that is sent again, also where the authenticator has no counter', async () => {
      await site.accounts.removePasskey(account.id, device.id);
      device = createAuthenticator({ origin, rpId: host, hasCounter: false });
      await added();
      const { visitor, options } = await arrived();
      const cookie = visitor.cookie()!;
      const form = { answer: device.get(options) };
      expect((await visitor.visit('/signin/passkey', { form })).status).to.equal(303);
      const again = await site.visitor().visit('/signin/passkey', { form, cookie });
      expect([again.status, again.setCookie]).to.deep.equal([403, undefined]);
    });

    it('by an answer that another browser has made', async () => {
      const [{ options }, other] = [await arrived(), await arrived()];
      await refused(other.visitor, device.get(options));
      await refused(site.visitor(), device.get(options));
    });

    it('by a challenge to add a passkey, or an old one', async () => {
      const { visitor, options } = await arrived();
      await refused(visitor, device.get(await creation()));
      site.pass(5 * minutes);
      await refused(visitor, device.get(options));
    });

    it('with a counter that has not grown', async () => {
      const first = await arrived();
      expect((await signIn(first.visitor, device.get(first.options))).status).to.equal(303);
      const copy = await arrived();
      await refused(copy.visitor, device.get(copy.options, { counter: 1 }));
      const next = await arrived();
      expect((await signIn(next.visitor, device.get(next.options))).status).to.equal(303);
    });

    it('as another account, whatever the answer names', async () => {
      const bea = await site.signedIn({ name: 'Bea', email: 'bea@example.org' });
      const other = createAuthenticator({ origin, rpId: host });
      await send(other.create(await creation(bea)), bea);
      const userHandle = Buffer.from(account.id).toString('base64url');
      const one = await arrived();
      await refused(one.visitor, other.get(one.options, { userHandle }));
      const two = await arrived();
      const stolen = JSON.parse(other.get(two.options)) as Record<string, unknown>;
      const answer = JSON.stringify({ ...stolen, id: device.id, rawId: device.id });
      await refused(two.visitor, answer);
    });

    it('from another origin, for another host, or without proof of who is there', async () => {
      for (const wrong of [
        { origin: 'https://evil.example' },
        { rpId: 'evil.example' },
        { isVerified: false },
      ]) {
        const { visitor, options } = await arrived();
        await refused(visitor, device.get(options, wrong));
      }
    });

    it('by answers of another form', async () => {
      const { visitor } = await arrived();
      for (const answer of ['', 'null', '{}', JSON.stringify({ id: device.id })]) {
        await refused(visitor, answer);
      }
    });

    it('to a disabled account', async () => {
      await site.accounts.disable(account.id);
      const { visitor, options } = await arrived();
      await refused(visitor, device.get(options));
    });
  });

  it('begin sessions that end with all others', async () => {
    await added();
    const { visitor, options } = await arrived();
    await signIn(visitor, device.get(options));
    expect(await isSignedIn(visitor)).to.equal(true);
    await person.visit('/account/signout-all', { form: {} });
    expect(await isSignedIn(visitor)).to.equal(false);
    const again = await arrived();
    await signIn(again.visitor, device.get(again.options));
    const changed = await quickPasswords.hash('brand new words');
    await site.accounts.update(account.id, { password: changed });
    expect(await isSignedIn(again.visitor)).to.equal(false);
    const last = await arrived();
    await signIn(last.visitor, device.get(last.options));
    await site.accounts.disable(account.id);
    expect(await isSignedIn(last.visitor)).to.equal(false);
  });

  it('that are wrong count as wrong passwords', async () => {
    await added();
    const { visitor, options } = await arrived();
    for (let tries = 0; tries < 10; tries += 1) await signIn(visitor, '{}');
    const { status, headers } = await signIn(visitor, device.get(options));
    expect([status, headers['retry-after']]).to.deep.equal([429, '900']);
  });

  it('are not offered where they are switched off', async () => {
    const page = await site.visitor().visit('/signin');
    expect(page.text).to.contain('Sign in with a passkey');
    await site.close();
    site = await startSite();
    expect((await site.visitor().visit('/signin')).text).not.to.contain('passkey');
    person = await site.signedIn();
    expect((await person.visit('/account')).text).not.to.contain('asskey');
    for (const path of ['/signin/passkey', '/signin/passkey/options', '/account/passkeys']) {
      expect((await person.visit(path, { form: {} })).status, path).to.equal(404);
    }
  });
});
