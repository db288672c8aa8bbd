import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { pathToFileURL } from 'node:url';
import { shrinkdProcess } from '../support/cli/shrinkd.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { overflowOf, testBrowser, violationsOn } from '../support/web/browser.ts';
import { photoPath } from '../support/e2e/pictures.ts';

/** Names that would be code or another page where they were not escaped. */
const hostile = [
  `"><img src=x onerror="document.title='taken'">.jpg`,
  `</style><script>document.title='taken'<!--.jpg`,
  `a'b&amp;\n\u202egpj.jpg`,
];

describe('the report of a run', () => {
  const inFolder = temporaryFolders();
  const browser = testBrowser();

  const report = async (...flags: readonly string[]): Promise<string> => {
    // A slash in a name makes a folder of what is before it.
    mkdirSync(inFolder('photos/<'), { recursive: true });
    // Small, since AVIF takes long.
    const [first, ...others] = hostile.map((name) => inFolder(`photos/${name}`));
    execFileSync('vips', ['thumbnail', photoPath, inFolder('photos/a.jpg'), '240']);
    renameSync(inFolder('photos/a.jpg'), first!);
    for (const path of others) copyFileSync(first!, path);
    writeFileSync(inFolder('photos/<b>broken.png'), 'broken');
    const file = inFolder('report.html');
    const args = ['compress', inFolder('photos'), '--report', file, '--effort', 'fast', ...flags];
    const { code, stderr } = await shrinkdProcess(args);
    expect(code, stderr).to.equal(1);
    return file;
  };

  it('is one page that loads nothing, with both pictures of each file above a slider', async () => {
    const file = await report('--out', inFolder('out'), '--to', 'avif');
    expect(readdirSync(inFolder()).toSorted()).to.deep.equal(['out', 'photos', 'report.html']);
    const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
    const requests: string[] = [];
    page.on('request', (request) => void requests.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    expect(requests.filter((url) => !url.startsWith('data:'))).to.deep.equal([page.url()]);
    expect(await page.title()).to.equal(`shrinkd compress ${inFolder('photos')}`);
    expect(await page.locator('main > p').first().textContent()).to.match(
      /^4 files: 3 compressed \(.*\), 1 failed\. The run took \d+ s\.$/,
    );

    const entries = page.locator('ol').first().locator('li');
    const names = await entries.locator('strong').allTextContents();
    expect(names).to.have.lengthOf(hostile.length);
    expect(names.join()).to.contain('onerror=').and.to.contain('\\n\\u202egpj.jpg');
    expect(await page.locator('td').allTextContents()).to.include('File type is not supported.');
    expect(await page.locator('main b, main img[src=x]').count()).to.equal(0);

    const pair = entries.first().locator('.pair');
    const sizes = await pair.locator('img').evaluateAll((images) =>
      images.map((image) => {
        const { naturalWidth, naturalHeight } = image as unknown as Record<string, number>;
        return `${naturalWidth}x${naturalHeight}`;
      }),
    );
    expect(sizes[0])
      .to.equal(sizes[1])
      .and.to.match(/^\d{3}x\d{3}$/);
    const clip = (): Promise<string> =>
      pair.locator('.before').evaluate((image) => {
        const { getComputedStyle } = globalThis as unknown as {
          getComputedStyle: (element: unknown) => { clipPath: string };
        };
        return getComputedStyle(image).clipPath;
      });
    const middle = await clip();
    await pair.locator('input').focus();
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
    expect([middle, await clip()]).to.deep.equal([
      'inset(0px 50% 0px 0px)',
      'inset(0px 40% 0px 0px)',
    ]);
  });

  it('can be used by everybody, and on small screens', async () => {
    const file = await report('--dry-run');
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await page.goto(pathToFileURL(file).href);
    expect(await overflowOf(page)).to.equal(0);
    expect(await violationsOn(page)).to.deep.equal([]);
    expect(await page.locator('.pair').count()).to.equal(2 * hostile.length);
    expect(readFileSync(file).length).to.be.below(5e6);
  });
});
