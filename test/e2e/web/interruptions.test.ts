import { expect } from 'chai';
import { heldService } from '../../support/e2e/held-encoder.ts';
import { newJpeg, newPhoto } from '../../support/e2e/pictures.ts';
import { createClient } from '../../support/e2e/client.ts';
import { choose, finished, rowTexts, type TestFile } from '../../support/web/compress-page.ts';
import { signInTo, webService } from '../../support/web/web-service.ts';

const pictures = (count: number): readonly TestFile[] =>
  Array.from({ length: count }, (_, index) => ({ name: `photo-${index}.jpg`, buffer: newPhoto() }));

describe('the compress page', function () {
  this.timeout(60_000);
  const held = heldService({ config: { queue: { slots: 1, maxJobs: 1, maxJobsPerAccount: 1 } } });
  const { service, signedIn } = webService(held.service);

  it('goes on by itself when the queue was full', async () => {
    const page = await signedIn();
    const encoder = held.encoder();
    await encoder.shut();
    await choose(page, pictures(3));
    await page.getByText('The service is busy. It goes on by itself.').waitFor();
    expect(await page.locator('.countdown').textContent()).to.match(/^\d+ s$/);
    expect(await rowTexts(page, '.status')).to.include.members(['waiting']);
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
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'Download' }).waitFor();
    expect(await rowTexts(page, '.status')).to.deep.equal(['done']);
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

describe('the compress page of an account with a limit', function () {
  this.timeout(60_000);
  const { service, signedIn } = webService();

  it('says when the limit is reached, and when it starts anew', async () => {
    const page = await signedIn('/admin');
    await page.getByRole('link', { name: 'Ada Byron' }).click();
    const client = createClient(service());
    const used = await client.count();
    client.close();
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
    expect(texts[0]).to.match(/^Your monthly limit is reached\. It starts anew on .* 1, \d{4}\.$/);
  });
});
