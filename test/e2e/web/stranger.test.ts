import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { photoPath } from '../../support/e2e/pictures.ts';
import { servicesOfTest } from '../../support/service/service.ts';
import { testBrowser } from '../../support/web/browser.ts';
import { finished } from '../../support/web/compress-page.ts';
import { setUpIn } from '../../support/web/web-service.ts';
import { storedEntries } from '../../support/web/zip.ts';

const readme = fileURLToPath(new URL('../../../README.md', import.meta.url));

/** Somebody who has the README alone: after the first command, nothing but the browser. */
describe('the README in a browser', () => {
  const { newPage } = testBrowser();
  const { start } = servicesOfTest();

  it('leads from the first command to an archive of compressed pictures', async () => {
    const text = await readFile(readme, 'utf8');
    expect(text).to.contain('\nbin/serve ').and.contain('`Set up:`');
    const { setUpUrl } = await start({ throughServe: true });
    const page = await newPage();
    await page.goto(setUpUrl!);
    await setUpIn(page);
    await page.getByRole('link', { name: 'Compress pictures in the browser' }).click();
    await page.locator('#files').setInputFiles([photoPath, photoPath]);
    await finished(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('pictures.zip');
    const entries = storedEntries(await readFile(await download.path()));
    expect([...entries.keys()]).to.deep.equal(['photo.jpg', 'photo (2).jpg']);
    const { length } = await readFile(photoPath);
    for (const entry of entries.values()) expect(entry.length).to.be.within(1, length / 2);
  });
});
