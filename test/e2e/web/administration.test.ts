import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { formatIn } from '../../../src/web/format.ts';
import { heldService } from '../../support/e2e/held-encoder.ts';
import { newJpeg } from '../../support/e2e/pictures.ts';
import { admin, webService } from '../../support/web/web-service.ts';
import { choose } from '../../support/web/compress-page.ts';

const bob = { name: 'Bob', email: 'bob@example.org', password: 'another long password' };

/** The administrator needs no script for anything. */
const plain = { javaScriptEnabled: false };

/** All that an administrator does, in the browser, with what it does to those who use the service. */
describe('administration', function () {
  const held = heldService({ config: { web: { registration: 'approval' } } });
  const { service, client, newPage, signedIn } = webService(held.service);
  /** The key of the account that the first test makes. */
  let bobsKey = '';

  const statusOf = async (key: string): Promise<number> =>
    (await client().send({ method: 'POST', path: '/shrink', body: newJpeg(), key })).status;
  const keyStatusOf = async (key: string): Promise<number> =>
    (await client().send({ path: `/keys/${key}` })).status;
  const openAccount = async (name: string): Promise<Page> => {
    const page = await signedIn('/admin', plain);
    await page.getByRole('link', { name, exact: true }).click();
    return page;
  };
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name }).click();
  const enter = async (page: Page, values: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
  };
  const signInAsBob = async (): Promise<Page> => {
    const page = await newPage(plain);
    await page.goto(`${service().url}/signin`);
    await enter(page, { 'E-mail address': bob.email, Password: bob.password });
    await press(page, 'Sign in');
    return page;
  };

  it('approves accounts: they can sign in and be used from then on', async () => {
    const bobsPage = await newPage(plain);
    await bobsPage.goto(service().url);
    await bobsPage.getByRole('link', { name: 'Ask for an account' }).click();
    await enter(bobsPage, { Name: bob.name, 'E-mail address': bob.email, Password: bob.password });
    await press(bobsPage, 'Ask for the account');
    bobsKey = (await bobsPage.locator('#key').textContent())!;
    expect([await statusOf(bobsKey), await keyStatusOf(bobsKey)]).to.deep.equal([401, 404]);
    const waiting = await signInAsBob();
    await waiting.getByText('when the operator of this service has approved it').waitFor();

    const page = await signedIn('/admin', plain);
    await page.getByText('1 waiting for approval').waitFor();
    await page.getByRole('link', { name: bob.name, exact: true }).click();
    await press(page, 'Approve the account');
    expect([await statusOf(bobsKey), await keyStatusOf(bobsKey)]).to.deep.equal([201, 200]);
    await (await signInAsBob()).getByRole('heading', { name: 'Compress pictures' }).waitFor();
  });

  it('sets limits, which hold at once on pages and for keys', async () => {
    const page = await openAccount(bob.name);
    await page.getByLabel('Compressions a month').fill('1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The limit is reached.').waitFor();
    const refused = await client().send({
      method: 'POST',
      path: '/shrink',
      body: newJpeg(),
      key: bobsKey,
    });
    expect([refused.status, refused.headers['compression-count-remaining']]).to.deep.equal([
      429,
      '0',
    ]);
    const compressing = await signInAsBob();
    await choose(compressing, [{ name: 'photo.jpg', buffer: newJpeg() }]);
    await press(compressing, 'Compress');
    await compressing.getByText('Your monthly limit is reached.').waitFor();

    await page.getByLabel('Compressions a month').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    expect(await statusOf(bobsKey)).to.equal(201);
  });

  it('disables accounts: keys and sessions stop with the next request, and come back apart', async () => {
    const bobs = await signInAsBob();
    const page = await openAccount(bob.name);
    await press(page, 'Disable the account');
    await page.getByRole('button', { name: 'Enable the account' }).waitFor();
    expect([await statusOf(bobsKey), await keyStatusOf(bobsKey)]).to.deep.equal([401, 404]);
    await bobs.goto(`${service().url}/account`);
    await bobs.getByRole('heading', { name: 'Sign in' }).waitFor();
    await (await signInAsBob()).getByText('The e-mail address or the password is wrong.').waitFor();

    await press(page, 'Enable the account');
    expect(await statusOf(bobsKey)).to.equal(201);
    await bobs.goto(`${service().url}/account`);
    await bobs.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('makes sign-in links, which work once and let a password be set', async () => {
    const page = await openAccount(bob.name);
    await press(page, 'Make a sign-in link');
    const link = (await page.locator('#new-link').textContent())!;
    const bobs = await newPage(plain);
    await bobs.goto(link);
    await bobs.getByText('This link signs you in as Bob.').waitFor();
    await press(bobs, 'Sign in');
    await bobs.getByLabel('New password').fill('a third long password');
    await bobs.locator('form[action="/account/password"] button').click();
    await bobs.getByText('The password was changed.').waitFor();
    await bobs.goto(link);
    await bobs.getByText('This link cannot be used').waitFor();
  });

  it('invites, with limits; the link works once', async () => {
    const page = await signedIn('/admin', plain);
    await enter(page, { 'Compressions a month': '7', 'Requests a minute': '' });
    await press(page, 'Make the invitation');
    const link = (await page.locator('#new-link').textContent())!;
    const guest = await newPage(plain);
    await guest.goto(link);
    await enter(guest, {
      Name: 'Carol',
      'E-mail address': 'carol@example.org',
      Password: bob.password,
    });
    await press(guest, 'Make the account');
    const key = (await guest.locator('#key').textContent())!;
    const { headers } = await client().send({ path: `/keys/${key}` });
    expect(headers).to.include({
      'compression-count-remaining': '7',
      'email-address': 'carol@example.org',
    });
    await guest.goto(link);
    await guest.getByText('This invitation cannot be used').waitFor();
  });

  it('keeps the last administrator', async () => {
    const page = await openAccount(admin.name);
    await page.getByText('This is the last administrator').waitFor();
    expect(await page.getByRole('button', { name: 'Disable the account' }).count()).to.equal(0);
    const forced = await page.request.post(`${page.url()}/disable`, {
      headers: { 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' },
      form: {},
    });
    expect(forced.status()).to.equal(400);
    expect(await statusOf(service().key)).to.equal(201);
  });

  it('shows the numbers of the metrics', async () => {
    const picture = newJpeg();
    for (let uploads = 0; uploads < 2; uploads += 1) await client().upload(picture);
    const encoder = held.encoder();
    await encoder.shut();
    const upload = client().upload(newJpeg());
    await encoder.waiting(service(), 1);
    const page = await signedIn('/admin/health', plain);
    const shown = new Map<string, string>();
    for (const term of await page.locator('dt').all()) {
      const value = await term.locator('xpath=following-sibling::dd[1]').textContent();
      shown.set((await term.textContent())!, value!.trim());
    }
    const metrics = await (await fetch(`${service().internalUrl}/metrics`)).text();
    const valueOf = (name: string): number =>
      Number(new RegExp(`^shrinkd_${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
    const hits = valueOf('cache_lookups_total{result="hit"}');
    const { bytes, percent } = formatIn('en');
    expect(valueOf('jobs')).to.equal(1);
    expect(Object.fromEntries(shown)).to.include({
      Jobs: String(valueOf('jobs')),
      'Waiting for a processor': String(valueOf('queue_length')),
      'Tools running': `${valueOf('permits_held')} / ${valueOf('permit_slots')}`,
      Overloaded: valueOf('overloaded') === 0 ? 'no' : 'yes',
      Size: `${bytes(valueOf('output_bytes'))} / ${bytes(10 * 1024 ** 3)}`,
      Outputs: String(valueOf('outputs')),
      'Found in the cache': percent(hits / (hits + valueOf('cache_lookups_total{result="miss"}'))),
    });
    await encoder.open();
    await upload;
  });

  for (const [title, url] of [
    ['another site', 'https://pictures.example/'],
    ['another port of this host', 'https://localhost:1/'],
  ] as const) {
    it(`is not done by a page of ${title}`, async () => {
      const page = await openAccount(admin.name);
      const path = new URL(page.url()).pathname;
      for (const action of ['/account/key', `${path}/link`, '/account/signout-all', '/web/form']) {
        const form = `<form method="post" action="${service().url}${action}">
          <input type="hidden" name="do" value="rotate" /><button>Win a prize</button></form>`;
        await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: form }));
        await page.goto(url);
        await press(page, 'Win a prize');
        await page.getByRole('heading', { name: 'This request came from another page' }).waitFor();
      }
      expect(await statusOf(service().key)).to.equal(201);
      await page.goto(`${service().url}/account`);
      await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    });
  }
});
