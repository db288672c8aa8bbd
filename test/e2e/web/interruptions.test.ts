import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { fixedQuality, ownService } from '../../support/service/service.ts';
import { heldService } from '../../support/e2e/held-encoder.ts';
import { newJpeg, newPhoto, newPng } from '../../support/e2e/pictures.ts';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { until } from '../../support/until.ts';
import { overflowOf, schemeRules, violationsOn } from '../../support/web/browser.ts';
import { choose, finished, rowTexts, type TestFile } from '../../support/web/compress-page.ts';
import { signInTo, webService } from '../../support/web/web-service.ts';
import { storedEntries } from '../../support/web/zip.ts';

const pictures = (count: number): readonly TestFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `photo-${index}.jpg`, buffer: newPhoto() }));

/** A browser tells of connections that a test cuts. */
const cutConnections = { allows: /ERR_CONNECTION_(RESET|CLOSED)/ };

/** Checks a state that a script brings about: for accessibility in both colours, and in 320 pixels. */
const expectUsable = async (page: Page): Promise<void> => {
  const viewport = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflowOf(page)).to.equal(0);
  for (const [colorScheme, rules] of schemeRules) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violationsOn(page, rules), colorScheme).to.deep.equal([]);
  }
  await page.setViewportSize(viewport);
};

describe('the compress page', () => {
  const held = heldService({ config: { queue: { slots: 1, maxJobs: 1 } }, flags: fixedQuality });
  const { service, signedIn } = webService(held.service);

  let proxy: TcpProxy | undefined;
  afterEach(async () => {
    await proxy?.close();
    proxy = undefined;
  });

  it('goes on by itself when the queue was full', async () => {
    const page = await signedIn();
    const encoder = held.encoder();
    await encoder.shut();
    await choose(page, pictures(3));
    await page.getByText('The service is busy. It goes on by itself.').waitFor();
    expect(await page.locator('.countdown').textContent()).to.match(/^\d+ s$/);
    expect(await rowTexts(page, '.status')).to.include.members(['waiting']);
    await expectUsable(page);
    await encoder.open();
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(['done', 'done', 'done']);
    expect(await page.locator('#message').isVisible()).to.equal(false);
  });

  it('keeps the pictures when it is signed out, and goes on after a sign-in', async () => {
    const page = await signedIn();
    await page.context().clearCookies();
    await choose(page, pictures(2));
    await page.getByText('You are signed out.').waitFor();
    await expectUsable(page);
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Sign in in a new tab' }).click(),
    ]);
    await signInTo(tab);
    await tab.getByRole('heading', { name: 'Compress pictures' }).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(['done', 'done']);
  });

  it('says where the service cannot be reached, and tries again when it is asked to', async () => {
    const page = await signedIn();
    await page.context().setOffline(true);
    await choose(page, pictures(1));
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(['The service cannot be reached.']);
    await expectUsable(page);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    expect(await rowTexts(page, '.status')).to.deep.equal(['done']);
  });

  it('lets each picture be tried again that was in work when the network was lost', async () => {
    const page = await signedIn();
    const encoder = held.encoder();
    await encoder.shut();
    await choose(page, pictures(5));
    await encoder.waiting(service(), 1);
    await page.context().setOffline(true);
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(
      Array.from({ length: 5 }, () => 'The service cannot be reached.'),
    );
    await encoder.open();
    await page.context().setOffline(false);
    const again = page.getByRole('button', { name: 'Try again' });
    expect(await again.count()).to.equal(5);
    for (let left = 5; left > 0; left -= 1) await again.first().click();
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(Array.from({ length: 5 }, () => 'done'));
  });

  it('lets a picture be tried again whose connection is silent for too long', async () => {
    proxy = await startTcpProxy(Number(new URL(service().url).port));
    const page = await signedIn('/', cutConnections);
    await page.clock.install();
    await page.goto(`https://localhost:${proxy.port}`);
    proxy.hold();
    // So small that it is sent as a whole, after which nothing moves.
    await choose(page, [{ name: 'photo.jpg', buffer: newJpeg() }]);
    await page.getByText('compressing', { exact: true }).waitFor();
    // The service answers within 58 seconds, and 30 more are given to the way.
    await page.clock.fastForward(70_000);
    expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    await page.clock.fastForward(90_000);
    await page.getByText('The service cannot be reached.').waitFor();
    proxy.cut();
    proxy.heal();
    await page.getByRole('button', { name: 'Try again' }).click();
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(['done']);
  });

  it('fails where an answer cannot be read, and keeps the result of before out of the archive', async () => {
    const page = await signedIn();
    await choose(page, pictures(2));
    await finished(page);
    const broken = { status: 502, contentType: 'application/json', body: '<p>' };
    await page.route('**/web/output/**', (route) => route.fulfill(broken), { times: 1 });
    await page.getByLabel('Width').fill('100');
    await page.getByRole('button', { name: 'Apply' }).click();
    await finished(page);
    expect([...(await rowTexts(page, '.status'))].toSorted()).to.deep.equal(['done', 'failed']);
    expect(await page.locator('.again:visible').count()).to.equal(1);
    const [archive] = await Promise.all([
      page.waitForEvent('download').then(async (download) => readFile(await download.path())),
      page.getByRole('button', { name: 'Download all' }).click(),
    ]);
    expect(storedEntries(archive)).to.have.property('size', 1);
  });

  it('says of which picture the connection was cut, and finishes the others', async () => {
    proxy = await startTcpProxy(Number(new URL(service().url).port));
    const page = await signedIn('/', cutConnections);
    await page.clock.install();
    await page.goto(`https://localhost:${proxy.port}`);
    // A busy service is asked again after some seconds, which must not end while the connection fails.
    await page.clock.pauseAt(Date.now() + 60_000);
    const encoder = held.encoder();
    await encoder.shut();
    await choose(page, pictures(3));
    await encoder.waiting(service(), 1);
    await until('all but one picture wait', async () => {
      const texts = await rowTexts(page, '.status');
      return texts.toSorted().join() === 'compressing,waiting,waiting';
    });
    expect(await page.getByText('The service is busy. It goes on by itself.').isVisible()).to.equal(
      true,
    );
    // A browser sends what it had sent on an older connection once more.
    proxy.failAfter(0, 'cut');
    proxy.cut();
    await page.getByText('The service cannot be reached.').waitFor();
    proxy.heal();
    await encoder.open();
    await page.clock.resume();
    await finished(page);
    const texts = await rowTexts(page, '.status');
    expect(texts.toSorted()).to.deep.equal(['The service cannot be reached.', 'done', 'done']);
  });

  it('goes on by itself after a tool was killed, as it is where memory is short', async () => {
    const page = await signedIn();
    const encoder = held.encoder();
    await encoder.shut();
    await choose(page, [...pictures(1), { name: 'noise.png', buffer: newPng() }]);
    await encoder.signal(service(), 'SIGKILL');
    await page.getByText('The service is busy. It goes on by itself.').waitFor();
    await encoder.open();
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(['done', 'done']);
  });

  it('says in the details which tool has failed, and finishes the others', async () => {
    const page = await signedIn();
    const encoder = held.encoder();
    await encoder.shut();
    await choose(page, [...pictures(1), { name: 'noise.png', buffer: newPng() }]);
    await encoder.signal(service(), 'SIGSEGV');
    await encoder.open();
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(['done', 'done']);
    expect(await rowTexts(page, '.badge')).to.include('No smaller');
    await page.getByRole('button', { name: 'Details of photo-0.jpg' }).click();
    const row = page.locator('.receipt tbody tr', { hasText: 'held' });
    expect(await row.locator('td').last().textContent()).to.equal('failed');
  });

  it('asks before it is left while pictures are in work', async () => {
    const page = await signedIn();
    const encoder = held.encoder();
    await encoder.shut();
    await choose(page, pictures(1));
    await encoder.waiting(service(), 1);
    const asked = page.waitForEvent('dialog');
    // A browser asks only where somebody has used the page.
    await page.getByLabel('Width').click();
    void page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).to.equal('beforeunload');
    await dialog.dismiss();
    await encoder.open();
    await finished(page);
  });

  it('takes a picture out while it is in work, and its job ends', async () => {
    const page = await signedIn();
    const encoder = held.encoder();
    await encoder.shut();
    await choose(page, pictures(1));
    await encoder.waiting(service(), 1);
    await page.getByRole('button', { name: 'Remove photo-0.jpg' }).click();
    await encoder.waiting(service(), 0);
    expect(await page.locator('#work').isVisible()).to.equal(false);
  });
});

describe('the compress page of an account with a limit', () => {
  const { service, client, signedIn } = webService(ownService({ flags: fixedQuality }));

  it('says when the limit is reached, and when it starts anew', async () => {
    const page = await signedIn('/admin');
    await page.getByRole('link', { name: 'Ada Byron' }).click();
    const used = await client().count();
    await page.getByLabel('Compressions a month').fill(String(used + 1));
    await page.locator('form[action$="/limits"] button').click();
    await page.goto(service().url);
    await choose(page, [
      { name: 'one.jpg', buffer: newJpeg() },
      { name: 'two.jpg', buffer: newJpeg() },
    ]);
    await finished(page);
    const texts = [...(await rowTexts(page, '.status'))].toSorted();
    expect(texts[1]).to.equal('done');
    await expectUsable(page);
    expect(texts[0]).to.match(/^Your monthly limit is reached\. It starts anew on .* 1, \d{4}\.$/);
  });
});
