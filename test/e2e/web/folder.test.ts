import { expect } from 'chai';
import { link, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { fixedQuality, ownService } from '../../support/service/service.ts';
import { newJpeg, newPhoto, newPng } from '../../support/e2e/pictures.ts';
import { finished, rowTexts } from '../../support/web/compress-page.ts';
import { webService } from '../../support/web/web-service.ts';
import { storedEntries } from '../../support/web/zip.ts';

describe('a folder on the compress page', () => {
  const { client, signedIn } = webService(ownService({ flags: fixedQuality }));
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-folder-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Lets go of a folder over the page, as the window of a browser does. */
  const drop = async (page: Page, path: string): Promise<void> => {
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await session.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
    }
  };
  const ways = [
    ['chosen', (page: Page, path: string) => page.locator('#folder').setInputFiles(path)],
    ['dropped', drop],
  ] as const;

  const downloadedBy = async (page: Page): Promise<ReadonlyMap<string, Buffer>> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all' }).click(),
    ]);
    return storedEntries(await readFile(await download.path()));
  };

  for (const [way, give] of ways) {
    it(`that is ${way} keeps its folders in the archive, and only pictures are sent`, async () => {
      const shop = join(folder, 'shop');
      await mkdir(join(shop, 'red', '.thumbs'), { recursive: true });
      await writeFile(join(shop, 'a.png'), newPng());
      await writeFile(join(shop, 'red', 'a.png'), newPng());
      await writeFile(join(shop, 'red', 'photo.JPG'), newPhoto());
      await writeFile(join(shop, 'prices.csv'), 'a,b');
      await writeFile(join(shop, 'red', '._a.png'), 'of another system');
      const page = await signedIn();
      const before = await client().count();
      await give(page, shop);
      await finished(page);
      const names = ['shop/a.png', 'shop/red/a.png', 'shop/red/photo.JPG'];
      expect([...(await rowTexts(page, '.name'))].toSorted()).to.deep.equal(names);
      await page.getByText('Files of other types in the folder, left out: 2.').waitFor();
      expect(await client().count()).to.equal(before + 3);
      expect([...(await downloadedBy(page)).keys()].toSorted()).to.deep.equal(names);
    });
  }

  it('has its options applied, and the results in the archive', async () => {
    await writeFile(join(folder, 'photo.jpg'), newPhoto());
    const page = await signedIn();
    await page.locator('#folder').setInputFiles(folder);
    await finished(page);
    await page.getByLabel('Type').selectOption('image/webp');
    await page.getByRole('button', { name: 'Apply' }).click();
    await finished(page);
    const [[name, bytes] = ['', Buffer.alloc(0)]] = await downloadedBy(page);
    expect(name).to.match(/\/photo\.webp$/);
    expect(bytes.toString('latin1', 8, 12)).to.equal('WEBP');
  });

  it('of 500 pictures is compressed without the page growing, and saved without passing it', async function () {
    this.timeout(300_000);
    const first = join(folder, '0.jpg');
    await writeFile(first, newJpeg());
    for (let number = 1; number < 500; number += 1)
      await link(first, join(folder, `${number}.jpg`));
    const page = await signedIn();
    await page.evaluate(countAddresses);
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'GET') fetched.push(request.url());
    });
    const early = await heapOf(session);
    await page.locator('#folder').setInputFiles(folder);
    await page.locator('#totals', { hasText: '500 done, 0 in work' }).waitFor({ timeout: 240_000 });
    const late = await heapOf(session);
    expect(late - early, 'bytes of the heap').to.be.lessThan(500 * 8192);
    expect(await page.evaluate('addresses.most'), 'addresses of files').to.be.lessThan(40);
    expect(await page.evaluate('document.querySelectorAll(".thumb [src]").length')).to.be.lessThan(
      40,
    );
    expect((await downloadedBy(page)).size).to.equal(500);
    expect(fetched.filter((url) => url.includes('/web/'))).to.deep.equal([]);
  });
});

/** Counts the addresses of files that a page has not given back. It runs in the page. */
const countAddresses = `
  globalThis.addresses = { open: 0, most: 0 };
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (file) => {
    addresses.most = Math.max(addresses.most, ++addresses.open);
    return createObjectURL.call(URL, file);
  };
  URL.revokeObjectURL = (address) => {
    addresses.open -= 1;
    revokeObjectURL.call(URL, address);
  };
`;

/** Bytes of the scripts' heap that are in use. */
const heapOf = async (session: CDPSession): Promise<number> => {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0;
};
