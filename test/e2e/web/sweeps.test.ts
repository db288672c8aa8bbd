import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { newJpeg } from '../../support/e2e/pictures.ts';
import { metadataBelow, putPicture, sweptStores } from '../../support/e2e/sweeping-service.ts';
import { ownService } from '../../support/service/service.ts';
import { describeWithRadosgw } from '../../support/storage/radosgw.ts';
import { webService } from '../../support/web/web-service.ts';

const pictures = 30;

/** Sweeps of a bucket in the browser, by the pages of administrators. */
describeWithRadosgw('sweeps on the pages', (radosgw) => {
  const prefix = randomBytes(6).toString('hex');
  const shop = `${prefix}/shop/photos/`;
  const { signedIn } = webService(
    ownService(() => ({
      config: { ...sweptStores(radosgw(), prefix), quality: { mode: 'fixed' } },
    })),
  );
  const press = (page: Page, name: string): Promise<void> =>
    page.getByRole('button', { name, exact: true }).click();
  const marked = async (): Promise<number> =>
    [...(await metadataBelow(radosgw(), shop)).values()].filter(({ shrinkd }) => shrinkd).length;
  /** The number beside a name. */
  const fact = (page: Page, name: string) =>
    page.locator(`dt:text-is("${name}") + dd`).textContent();

  before(async () => {
    for (let index = 0; index < pictures; index += 1) {
      await putPicture(radosgw(), `${shop}${index}.jpg`, newJpeg());
    }
    await putPicture(radosgw(), `${shop}broken.jpg`, newJpeg().subarray(0, 100));
  });

  const opened = async (): Promise<Page> => {
    const page = await signedIn('/admin');
    await page.getByRole('link', { name: 'Buckets' }).click();
    await page.getByLabel('Store', { exact: true }).selectOption('shop');
    await page.getByLabel('Only below').fill('photos');
    return page;
  };

  it('tell before what a sweep would save', async () => {
    const page = await opened();
    await press(page, 'Estimate');
    await page.getByRole('heading', { name: 'Estimate of shop/photos' }).waitFor();
    await page.getByText(`${pictures + 1} pictures`).waitFor();
    expect(await marked()).to.equal(0);
  });

  it('begin one, show by themselves how it goes on and what has failed, and undo it', async () => {
    const page = await opened();
    await press(page, 'Start');
    await page.getByRole('alert').getByText('ignores conditional writes').waitFor();
    expect(await page.getByLabel('Only below').inputValue()).to.equal('photos');
    await page.getByLabel('Originals are kept in').selectOption('originals');
    await page.getByLabel('Accept storage that ignores').check();
    await press(page, 'Start');
    // The script shows each change.
    await page.getByText('done', { exact: true }).waitFor();
    await page.getByText(`${pictures + 1} / ${pictures + 1}`).waitFor();
    expect([await fact(page, 'Compressed'), await fact(page, 'Failed')]).to.deep.equal([
      ...[String(pictures), '1'],
    ]);
    await page.getByRole('rowheader', { name: 'broken.jpg' }).waitFor();
    expect(await marked()).to.equal(pictures);

    await press(page, 'Undo');
    await page.getByRole('heading', { name: 'Undo of shop/photos' }).waitFor();
    await page.getByText('done', { exact: true }).waitFor();
    expect(await fact(page, 'Given back')).to.equal(String(pictures));
    expect(await marked()).to.equal(0);
    await page.getByRole('link', { name: 'Buckets' }).click();
    await page.getByRole('heading', { name: 'Buckets', exact: true }).waitFor();
    expect(await page.locator('tbody tr').count()).to.equal(3);
  });

  it('pause, resume and stop it, without scripts too', async () => {
    const page = await signedIn('/admin/sweeps', { javaScriptEnabled: false });
    await page.getByLabel('Originals are kept in').selectOption('originals');
    await page.getByLabel('Accept storage that ignores').check();
    await press(page, 'Start');
    await press(page, 'Pause');
    await page.getByText('An administrator has paused it.').waitFor();
    await press(page, 'Resume');
    await page.getByText('running', { exact: true }).waitFor();
    await press(page, 'Stop');
    await page.getByText('stopped', { exact: true }).waitFor();
  });
});
