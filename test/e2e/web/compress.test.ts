import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { jsonOf } from '../../support/e2e/client.ts';
import { newJpeg, photo, newPng, photoPath } from '../../support/e2e/pictures.ts';
import { schemeRules, violationsOn } from '../../support/web/browser.ts';
import {
  choose,
  finished,
  handOver,
  rowOf,
  rowTexts,
  type TestFile,
} from '../../support/web/compress-page.ts';
import { webService } from '../../support/web/web-service.ts';
import { storedEntries } from '../../support/web/zip.ts';

/** A name that would be an element where it was not text. */
const hostileName = '<img src=x onerror=alert(1)>.png';

const pictures = (count: number): readonly TestFile[] =>
  Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? { name: `photo-${index}.jpg`, buffer: index < 6 ? photo : newJpeg() }
      : { name: `picture-${index}.png`, buffer: newPng() },
  );

describe('the compress page', () => {
  const { service, client, signedIn } = webService();

  for (const [way, give] of [
    ['choosing', choose],
    ['dropping', (page, files) => handOver(page, 'drop', files)],
  ] as const satisfies readonly (readonly [string, typeof choose])[]) {
    it(`gives by ${way} 20 pictures what the API gives, and counts each`, async () => {
      const page = await signedIn();
      const before = await client().count();
      const files = pictures(20);
      await give(page, files);
      await finished(page);
      expect(await client().count()).to.equal(before + 20);
      expect(await rowTexts(page, '.name')).to.deep.equal(files.map(({ name }) => name));
      const results = await Promise.all(files.map(({ buffer }) => resultOf(buffer)));
      const [archive] = await Promise.all([
        page.waitForEvent('download').then(async (download) => readFile(await download.path())),
        page.getByRole('button', { name: 'Download all' }).click(),
      ]);
      const entries = storedEntries(archive);
      expect([...entries.keys()]).to.deep.equal(files.map(({ name }) => name));
      expect([...entries.values()].map((entry) => entry.toString('hex'))).to.deep.equal(
        results.map((result) => result.toString('hex')),
      );
    });
  }

  /** What the API gives for an upload. */
  const resultOf = async (picture: Buffer): Promise<Buffer> => {
    const { headers } = await client().upload(picture);
    return (await client().send({ path: headers.location! })).body;
  };

  it('takes what is pasted', async () => {
    const page = await signedIn();
    await handOver(page, 'paste', [{ name: 'image.png', buffer: newPng() }]);
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal(['done']);
  });

  it('leaves out more than 2,000 pictures, and says so', async () => {
    const page = await signedIn();
    // Empty files fail at once.
    const empty = Array.from({ length: 2001 }, (_, index) => ({
      ...{ name: `${index}.png`, buffer: Buffer.alloc(0) },
    }));
    await choose(page, empty);
    await finished(page);
    expect(await page.locator('.picture').count()).to.equal(2000);
    await page.getByText('At most 2000 pictures at a time. Left out: 1.').waitFor();
  });

  it('says before what other options count as, and counts that without another upload', async () => {
    const page = await signedIn();
    await choose(page, [{ name: 'photo.jpg', buffer: photo }]);
    await finished(page);
    const before = await client().count();
    await page.getByLabel('Type').selectOption('image/webp');
    await page.getByLabel('Width').fill('200');
    const apply = page.getByRole('button', { name: 'Apply' });
    await page.getByText('Counts as 2 compressions.').waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.method()} ${request.url()}`));
    await apply.click();
    await apply.waitFor({ state: 'hidden' });
    await finished(page);
    expect(await client().count()).to.equal(before + 2);
    expect(sent).to.have.length(1);
    expect(sent[0]).to.match(/^POST .*\/web\/output\//);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download photo.jpg' }).click(),
    ]);
    expect(download.suggestedFilename()).to.equal('photo.webp');
    const saved = await readFile(await download.path());
    expect(saved.toString('latin1', 8, 12)).to.equal('WEBP');
  });

  it('applies the options to new pictures', async () => {
    const page = await signedIn();
    await page.getByLabel('Width').fill('100');
    const before = await client().count();
    await choose(page, [{ name: 'photo.jpg', buffer: photo }]);
    await finished(page);
    expect(await client().count()).to.equal(before + 2);
    const { output } = jsonOf(await client().upload(await readFile(photoPath))) as {
      output: { width: number };
    };
    expect(output.width).to.equal(800);
    await page.getByRole('button', { name: 'Details of photo.jpg' }).click();
    await page.locator('.pair .after[style*="100px"]').waitFor();
  });

  it('shows the name of a picture as text, and saves it under a plain one', async () => {
    const page = await signedIn();
    await choose(page, [{ name: hostileName, buffer: newPng() }]);
    await finished(page);
    expect(await rowTexts(page, '.name')).to.deep.equal([hostileName]);
    expect(await page.locator('.picture .name *').count()).to.equal(0);
    const href = await rowOf(page, hostileName).getByRole('link').getAttribute('href');
    const answer = await page.request.get(service().url + href!);
    expect(answer.headers()['content-disposition']).to.contain('attachment; filename="');
    expect(answer.headers()['content-disposition']).to.not.match(/[<>]/);
    expect(answer.headers()['content-security-policy']).to.contain('sandbox');
    expect(answer.headers()['x-content-type-options']).to.equal('nosniff');
  });

  it('says of each picture that fails why, and finishes the rest', async () => {
    const page = await signedIn();
    await choose(page, [
      { name: 'text.png', buffer: Buffer.from('no picture') },
      { name: 'empty.jpg', buffer: Buffer.alloc(0) },
      { name: 'photo.jpg', buffer: photo },
      { name: 'half.jpg', buffer: photo.subarray(0, 5000) },
    ]);
    await finished(page);
    const texts = await rowTexts(page, '.status');
    expect(texts.slice(0, 3)).to.deep.equal([
      'This type of file is not supported.',
      'The file is empty.',
      'done',
    ]);
    expect(texts[3]).to.not.be.oneOf(['', 'done']);
    const shown = await page.locator('.thumb img').evaluateAll((images) =>
      // Chromium marks an image that it cannot show, unless it is hidden.
      images.map((image) => image.checkVisibility()),
    );
    expect(shown.slice(0, 3)).to.deep.equal([false, false, true]);
    expect(await page.locator('#totals span').textContent()).to.equal(
      '1 done, 0 in work, 3 failed',
    );
  });

  it('works without a mouse', async () => {
    const page = await signedIn();
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.id || document.activeElement.className');
    const tabTo = async (wanted: string): Promise<void> => {
      for (let presses = 0; presses < 40; presses += 1) {
        if ((await focused()).includes(wanted)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${wanted}`);
    };
    // Before the browser is asked for anything else, since it must intercept the chooser by then.
    const choosing = page.waitForEvent('filechooser');
    await tabTo('files');
    await page.keyboard.press('Enter');
    const chooser = await choosing;
    await chooser.setFiles(photoPath);
    await finished(page);
    await tabTo('details');
    await page.keyboard.press('Enter');
    await tabTo('cut');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('.cut').inputValue()).to.equal('51');
    await page.locator('#files').focus();
    await tabTo('download-all');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.keyboard.press('Enter'),
    ]);
    expect(download.suggestedFilename()).to.equal('pictures.zip');
    await tabTo('remove');
    await page.keyboard.press('Enter');
    expect(await page.locator('.picture').count()).to.equal(0);
    expect(await focused()).to.equal('files');
  });

  for (const [colorScheme, rules] of schemeRules) {
    it(`breaks no rule of accessibility with pictures, ${colorScheme}`, async () => {
      const page = await signedIn('/', { colorScheme });
      await choose(page, [
        { name: 'photo.jpg', buffer: photo },
        { name: 'text.png', buffer: Buffer.from('no picture') },
      ]);
      await finished(page);
      await page.getByLabel('Width').fill('200');
      await page.getByRole('button', { name: 'Details of photo.jpg' }).click();
      await page.getByRole('cell', { name: 'chosen', exact: true }).waitFor();
      expect(await violationsOn(page, rules)).to.deep.equal([]);
    });
  }

  it('speaks German', async () => {
    const page = await signedIn('/', { locale: 'de-DE' });
    await choose(page, [{ name: 'photo.jpg', buffer: photo }]);
    await page.getByText('1 fertig, 0 in Arbeit, 0 gescheitert').waitFor();
    await page.getByRole('button', { name: 'Einzelheiten zu photo.jpg' }).click();
    await page.getByRole('cell', { name: 'gewählt', exact: true }).waitFor();
  });
});
