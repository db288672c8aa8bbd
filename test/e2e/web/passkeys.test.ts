import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { freePort } from '../../support/ports.ts';
import { ownService } from '../../support/service/service.ts';
import { until } from '../../support/until.ts';
import { overflowOf, violationsOn } from '../../support/web/browser.ts';
import { addAuthenticator, type Credential } from '../../support/web/virtual-authenticator.ts';
import { admin, webService } from '../../support/web/web-service.ts';

describe('passkeys in a browser', () => {
  let port = 0;
  before(async () => {
    port = await freePort();
  });
  const { service, signedIn, newPage } = webService(
    ownService(() => ({
      flags: ['--port', String(port)],
      config: { publicUrl: `https://localhost:${port}`, web: { passkeys: true } },
    })),
  );

  const addPasskey = async (page: Page, name: string): Promise<void> => {
    await page.getByLabel('Name of the passkey').fill(name);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    // Browsers show their window to pages in front alone.
    await page.bringToFront();
    await page.getByRole('button', { name: 'Create the passkey' }).click();
  };
  const useIn = async (page: Page): Promise<void> => {
    await page.goto(`${service().url}/signin?next=/account`);
    await page.bringToFront();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  };
  const heading = (page: Page, name: string): Promise<void> =>
    page.getByRole('heading', { level: 1, name }).waitFor();

  /** A browser of its own whose authenticator has these passkeys. */
  const deviceWith = async (credentials: readonly Credential[]): Promise<Page> => {
    const page = await newPage();
    await page.goto(`${service().url}/signin`);
    const { put } = await addAuthenticator(page);
    for (const credential of credentials) await put(credential);
    return page;
  };

  it('are made, sign in, and sign in no more when they are removed', async () => {
    const page = await signedIn('/account');
    const { credentials } = await addAuthenticator(page);
    await addPasskey(page, 'my laptop');
    await page.getByText('The passkey was added.').waitFor();
    const made = await credentials();
    expect(made).to.have.length(1);
    expect(made[0]).to.include({ rpId: 'localhost', isResidentCredential: true });

    const device = await deviceWith(made);
    await useIn(device);
    await heading(device, 'Account');
    expect(new URL(device.url()).pathname).to.equal('/account');
    await device.getByRole('button', { name: 'Remove the passkey my laptop' }).click();
    await device.getByText('The passkey was removed.').waitFor();

    const other = await deviceWith(made);
    await useIn(other);
    await other.getByText('This passkey cannot be used here.').waitFor();
    await heading(other, 'Sign in');
  });

  it('are not made twice on one device, and a person may cancel', async () => {
    const page = await signedIn('/account');
    const { credentials } = await addAuthenticator(page);
    await addPasskey(page, 'twice');
    await page.getByText('The passkey was added.').waitFor();
    await addPasskey(page, 'twice again');
    await page.getByText('No passkey was made.').waitFor();
    expect(await credentials()).to.have.length(1);
    await page.getByRole('link', { name: 'Back' }).click();
    await heading(page, 'Account');
    expect(await violationsOn(page)).to.deep.equal([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflowOf(page)).to.equal(0);
    const empty = await deviceWith([]);
    await useIn(empty);
    await empty.getByText('No passkey was used.').waitFor();
  });

  it('sign in once with each answer, and as nobody else', async () => {
    const page = await signedIn('/account');
    const { credentials } = await addAuthenticator(page);
    await addPasskey(page, 'replayed');
    await page.getByText('The passkey was added.').waitFor();
    const [own] = await credentials();

    const device = await deviceWith([own!]);
    let body = '';
    device.on('request', (request) => {
      if (request.url().endsWith('/signin/passkey')) body = request.postData() ?? '';
    });
    await useIn(device);
    await heading(device, 'Account');
    expect(body).to.contain('answer=');
    await device.context().clearCookies({ name: '__Host-shrinkd' });
    await device.goto(`${service().url}/signin`);
    const status = (await device.evaluate(
      `fetch('/signin/passkey', {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: ${JSON.stringify(body)},
      }).then(({ status }) => status)`,
    )) as number;
    expect(status).to.equal(403);

    const userHandle = Buffer.from('acct_0123456789abcdef').toString('base64');
    const stranger = await deviceWith([{ ...own!, signCount: 1000, userHandle }]);
    await useIn(stranger);
    await stranger.getByText('This passkey cannot be used here.').waitFor();
  });

  it('do not sign in to a disabled account', async () => {
    const email = 'bea@example.org';
    await service().operator(['account', 'add', '--name', 'bea', '--email', email]);
    const link = await service().operator(['account', 'link', 'bea', '--json']);
    const page = await newPage();
    const { pathname, search } = new URL((JSON.parse(link) as { url: string }).url);
    await page.goto(`${service().url}${pathname}${search}`);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Set a password first.').waitFor();
    await page.getByLabel('New password').fill(admin.password);
    await page.getByRole('button', { name: 'Save' }).last().click();
    const { credentials } = await addAuthenticator(page);
    await addPasskey(page, 'phone');
    await page.getByText('The passkey was added.').waitFor();
    const made = await credentials();

    await service().operator(['account', 'disable', 'bea']);
    await until('the session has ended', async () => {
      await page.goto(`${service().url}/account`);
      return new URL(page.url()).pathname === '/signin';
    });
    const device = await deviceWith(made);
    await useIn(device);
    await device.getByText('This passkey cannot be used here.').waitFor();
  });
});
