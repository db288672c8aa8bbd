import { expect } from 'chai';
import type { Page } from 'playwright-core';
import tinify from 'tinify';
import { newJpeg } from '../../support/e2e/pictures.ts';
import { pointedAt } from '../../support/e2e/pointed-client.ts';
import { until } from '../../support/until.ts';
import { overflowOf, violationsOn } from '../../support/web/browser.ts';
import { admin, webService } from '../../support/web/web-service.ts';

describe('the account page', function () {
  const { service, client, signedIn } = webService();
  pointedAt(tinify, service);

  const show = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Show the key' }).click();
    return (await page.locator('#key').textContent())!;
  };

  it('has the key when it is asked for alone, and copies it', async () => {
    const page = await signedIn('/account');
    expect(await page.content()).to.not.contain(service().key);
    expect(await show(page)).to.equal(service().key);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.key').getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).to.equal(service().key);
  });

  it('hides the key after a minute, and gives it to no "back"', async () => {
    const page = await signedIn('/account');
    await page.clock.install();
    // Else the time of the test itself passes too.
    await page.clock.pauseAt(Date.now() + 60_000);
    await show(page);
    await page.clock.runFor(59_000);
    expect(await page.locator('#key').isVisible()).to.equal(true);
    await page.clock.runFor(2000);
    await page.getByRole('button', { name: 'Show the key' }).waitFor();
    expect(await page.content()).to.not.contain(service().key);
    await page.goBack();
    expect(await page.content()).to.not.contain(service().key);
  });

  it('works without a mouse', async () => {
    const page = await signedIn('/account');
    await page.getByRole('button', { name: 'Show the key' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#key').waitFor();
    const examples = page.locator('summary', { hasText: 'Python' });
    await examples.focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('#code-python').isVisible()).to.equal(true);
    expect(await page.locator('#code-curl').isVisible()).to.equal(false);
  });

  it('shows the usage of `shrinkd usage`, as a chart and as a table', async () => {
    for (let uploads = 0; uploads < 3; uploads += 1) await client().upload(newJpeg());
    const usage = await service().operator(['usage', '--json']);
    const [{ month, compressions }] = JSON.parse(usage) as [
      { month: string; compressions: number },
    ];
    const count = await client().count();
    expect({ month, compressions }).to.deep.equal({
      month: new Date().toISOString().slice(0, 7),
      compressions: count,
    });
    const page = await signedIn('/account');
    expect(await page.locator('.figure strong').textContent()).to.equal(String(count));
    await page.locator('summary', { hasText: 'Show as a table' }).click();
    const cells = await page.locator('#usage ~ details td').allTextContents();
    expect(cells).to.have.length(12);
    expect(cells[0]).to.equal(String(count));
    const titles = await page.locator('.chart title').allTextContents();
    expect(titles).to.have.length(12);
    expect(titles.at(-1)).to.match(new RegExp(`: ${count}$`));
  });

  it('is accessible and fits in 320 pixels with the key of a real service', async () => {
    const page = await signedIn('/account', { viewport: { width: 320, height: 640 } });
    await show(page);
    expect(await violationsOn(page)).to.deep.equal([]);
    expect(await overflowOf(page)).to.equal(0);
  });

  it('loads less than 60 kB', async () => {
    const page = await signedIn('/account');
    let bytes = 0;
    page.on('requestfinished', (request) => {
      void request.sizes().then((sizes) => (bytes += sizes.responseBodySize));
    });
    await page.goto(service().url, { waitUntil: 'networkidle' });
    expect(bytes).to.be.within(1, 60_000);
  });

  it('replaces the key: the old one stops at once, the new one works with the published client', async () => {
    const page = await signedIn('/account');
    await page.locator('summary', { hasText: 'Replace the key' }).click();
    await page.getByRole('button', { name: 'Replace the key' }).click();
    await page.getByText('The key was replaced.').waitFor();
    const key = (await page.locator('#key').textContent())!;
    expect(key)
      .to.match(/^\w{32}$/)
      .and.not.equal(service().key);
    const statusOf = async (asked: string): Promise<number> =>
      (await client().send({ method: 'POST', path: '/shrink', body: newJpeg(), key: asked }))
        .status;
    // With the next request, since this service made the change itself.
    expect(await statusOf(service().key)).to.equal(401);
    expect(await statusOf(key)).to.equal(201);
    tinify.key = key;
    expect((await tinify.fromBuffer(newJpeg()).toBuffer()).length).to.be.greaterThan(0);
    expect(JSON.stringify(service().log())).to.not.contain(key).and.not.contain(service().key);
  });

  it('signs out everywhere', async () => {
    const [page, other] = [await signedIn('/account'), await signedIn('/')];
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await until('the other device is signed out', async () => {
      await other.goto(service().url);
      return (await other.getByText(admin.name).count()) === 0;
    });
  });
});
