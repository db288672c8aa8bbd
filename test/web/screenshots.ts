import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchBrowser } from '../support/web/browser.ts';
import { startPageServer } from '../support/web/page-server.ts';
import { samplePages } from '../support/web/sample-pages.ts';

/*
 * Makes a picture of every sample page, light and dark: npm run screenshots [-- FOLDER [NAME...]].
 * By default they go to .tools/screenshots.
 */
const [folder = '.tools/screenshots', ...names] = process.argv.slice(2);

await mkdir(folder, { recursive: true });
const server = await startPageServer();
const browser = await launchBrowser();
try {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      colorScheme,
      viewport: { width: 1000, height: 700 },
    });
    const page = await context.newPage();
    for (const { name } of samplePages) {
      if (names.length > 0 && !names.includes(name)) continue;
      await page.goto(`${server.url}/en/${name}`);
      const path = join(folder, `${name}-${colorScheme}.png`);
      await page.screenshot({ path, fullPage: true });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await server.close();
}
