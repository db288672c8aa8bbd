import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ownService } from '../../support/service/service.ts';
import { photo, newPng } from '../../support/e2e/pictures.ts';
import { overflowOf, schemeRules, testBrowser } from '../../support/web/browser.ts';
import { choose } from '../../support/web/compress-page.ts';
import { withoutScripts } from '../../support/web/without-scripts.ts';
import { admin, setUpIn, signInTo, webService } from '../../support/web/web-service.ts';

/**
 * Without scripts, a page with a key goes to one without it after a minute. Nothing that somebody has entered is lost,
 * and the key is shown again by its button.
 */
const hidesKey = /^meta-refresh: <meta http-equiv="refresh" content="60;url=\/account">/;

/** Checks a page for accessibility in both colours, and for its width. */
const expectUsable = async (
  page: Page,
  violations: Awaited<ReturnType<typeof withoutScripts>>,
): Promise<void> => {
  expect(await overflowOf(page)).to.equal(0);
  for (const [colorScheme, rules] of schemeRules) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await violations(rules);
    expect(
      found.filter((violation) => !hidesKey.test(violation)),
      colorScheme,
    ).to.deep.equal([]);
  }
};

describe('a browser without scripts', function () {
  const { service, client, signedIn } = webService();
  const plain = { javaScriptEnabled: false };
  const narrow = { viewport: { width: 320, height: 640 } };

  it('compresses the pictures of a form, and counts each', async () => {
    const page = await signedIn('/', plain);
    const before = await client().count();
    await choose(page, [
      { name: 'photo.jpg', buffer: photo },
      { name: '<b>.png', buffer: Buffer.from('no picture') },
      { name: 'noise.png', buffer: newPng() },
    ]);
    await page.getByRole('button', { name: 'Compress' }).click();
    await page.getByRole('heading', { name: 'Results' }).waitFor();
    expect(await page.locator('tbody th').allTextContents()).to.deep.equal([
      'photo.jpg',
      '<b>.png',
      'noise.png',
    ]);
    await page.getByText('This type of file is not supported.').waitFor();
    expect(await client().count()).to.equal(before + 2);
    const link = await page.getByRole('link', { name: 'Download' }).first().getAttribute('href');
    const saved = await page.request.get(service().url + link!);
    const { headers } = await client().upload(photo);
    const expected = await client().send({ path: headers.location! });
    expect((await saved.body()).equals(expected.body)).to.equal(true);
    expect(saved.headers()['content-disposition']).to.contain('filename="photo.jpg"');
  });

  it('applies options, which count as an operation does', async () => {
    const page = await signedIn('/', plain);
    const before = await client().count();
    await choose(page, [{ name: 'photo.jpg', buffer: photo }]);
    await page.getByLabel('Type').selectOption('image/webp');
    await page.getByLabel('Width').fill('120');
    await page.getByLabel('copyright').check();
    await page.getByRole('button', { name: 'Compress' }).click();
    const link = await page.getByRole('link', { name: 'Download' }).getAttribute('href');
    const saved = await page.request.get(service().url + link!);
    expect(saved.headers()).to.include({ 'content-type': 'image/webp', 'image-width': '120' });
    expect(saved.headers()['content-disposition']).to.contain('filename="photo.webp"');
    expect(await client().count()).to.equal(before + 3);
  });

  it('is told where no picture was chosen', async () => {
    const page = await signedIn('/', plain);
    await page.getByRole('button', { name: 'Compress' }).click();
    await page.getByText('No picture was chosen.').waitFor();
  });

  it('is told what is wrong with options, and nothing is counted for them', async () => {
    const page = await signedIn('/', plain);
    const answer = await page.request.post(`${service().url}/web/form`, {
      headers: { 'Sec-Fetch-Site': 'same-origin', Accept: 'text/html' },
      multipart: { width: '-5' },
    });
    expect(answer.status()).to.equal(400);
    expect(await answer.text()).to.contain('Width and height are whole numbers');
  });

  it('sees its key, and hides it again', async () => {
    const page = await signedIn('/account', plain);
    expect(await page.content()).to.not.contain(service().key);
    await page.getByRole('button', { name: 'Show the key' }).click();
    expect(await page.locator('#key').textContent()).to.equal(service().key);
    const hiding = page.locator('noscript meta');
    expect(await hiding.getAttribute('content')).to.equal('60;url=/account');
  });

  for (const [title, path, ...buttons] of [
    ['the compress page', '/'],
    ['the results', '/', 'Compress'],
    ['the account page', '/account'],
    ['the account page with its key', '/account', 'Show the key'],
    ['the accounts', '/admin'],
    ['an invitation', '/admin', 'Make the invitation'],
    ['the health page', '/admin/health'],
    ['an account that does not exist', '/admin/accounts/acct_none'],
    ['the sign-in page', '/', 'Sign out'],
    ['the sign-in page after a mistake', '/', 'Sign out', 'Sign in'],
  ] as const) {
    it(`gets ${title} without a fault of accessibility, and fitting in 320 pixels`, async () => {
      const page = await signedIn(path, narrow);
      const violations = await withoutScripts(page);
      if (title === 'the results') {
        await choose(page, [
          { name: 'photo.jpg', buffer: photo },
          { name: 'text.png', buffer: Buffer.from('no picture') },
        ]);
      }
      if (title.endsWith('mistake')) await page.context().clearCookies();
      for (const name of buttons) {
        if (name === 'Sign in') {
          await page.locator('[name=email]').fill(admin.email);
          await page.locator('[name=password]').fill('a wrong password');
        }
        // A click waits until the page begins that it leads to, not for what is on it.
        const loaded = page.waitForEvent('load');
        await page.getByRole('button', { name, exact: true }).click();
        await loaded;
      }
      if (title.endsWith('mistake')) await page.getByText('password is wrong').waitFor();
      await expectUsable(page, violations);
    });
  }

  it('gets the page of an account without a fault of accessibility', async () => {
    const page = await signedIn('/admin', narrow);
    const violations = await withoutScripts(page);
    await page.getByRole('link', { name: admin.name, exact: true }).click();
    await page.getByRole('heading', { name: admin.name }).waitFor();
    await expectUsable(page, violations);
  });

  it('signs out and in, and reaches the page that it asked for', async () => {
    const page = await signedIn('/admin/health', plain);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out on this device.').waitFor();
    await page.goto(`${service().url}/admin/health`);
    await signInTo(page);
    await page.getByRole('heading', { name: 'Health', exact: true }).waitFor();
  });
});

describe('the first start in a browser without scripts', () => {
  const { newPage } = testBrowser();
  const service = ownService();

  it('makes the first account, once', async () => {
    const page = await newPage();
    await page.goto(service().url);
    const violations = await withoutScripts(page);
    await page.getByText('Open the address that the service printed at its start.').waitFor();
    await expectUsable(page, violations);
    expect(await page.locator('form').count()).to.equal(0);
    await page.goto(service().setUpUrl!);
    await expectUsable(page, violations);
    await setUpIn(page);
    await expectUsable(page, violations);
    expect(await page.locator('#key').textContent()).to.equal(service().key);
    await page.getByText(admin.name).waitFor();
    const other = await newPage({ javaScriptEnabled: false });
    await other.goto(service().setUpUrl!);
    expect(await other.getByRole('button', { name: 'Make the account' }).count()).to.equal(0);
  });
});
