import { expect } from 'chai';
import { ownService } from '../../support/service/service.ts';
import { newPhoto, newPng } from '../../support/e2e/pictures.ts';
import { testBrowser } from '../../support/web/browser.ts';
import { choose } from '../../support/web/compress-page.ts';
import { admin, setUpIn, signInTo, webService } from '../../support/web/web-service.ts';

describe('a browser without scripts', function () {
  const { service, client, signedIn } = webService();
  const plain = { javaScriptEnabled: false };

  it('compresses the pictures of a form, and counts each', async () => {
    const page = await signedIn('/', plain);
    const before = await client().count();
    const photo = newPhoto();
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
    await choose(page, [{ name: 'photo.jpg', buffer: newPhoto() }]);
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
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(service().url);
    await page.getByText('Open the address that the service printed at its start.').waitFor();
    expect(await page.locator('form').count()).to.equal(0);
    await page.goto(service().setUpUrl!);
    await setUpIn(page);
    expect(await page.locator('#key').textContent()).to.equal(service().key);
    await page.getByText(admin.name).waitFor();
    const other = await newPage({ javaScriptEnabled: false });
    await other.goto(service().setUpUrl!);
    expect(await other.getByRole('button', { name: 'Make the account' }).count()).to.equal(0);
  });
});
