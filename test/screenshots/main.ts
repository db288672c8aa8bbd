import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/web/browser.ts';
import { startPageServer } from '../support/web/page-server.ts';
import { samplePages } from '../support/web/sample-pages.ts';
import { type LiveState, withLivePages } from './live-pages.ts';

const usage = `Usage: npm run screenshots [-- FOLDER]

Makes a picture of every page in every state, light and dark, English and German, wide and 320 pixels wide.
They go to .tools/screenshots, or to FOLDER, and show what a change of the style does.`;

/** How the pages are looked at, by the ending of the file's name. */
const looks = {
  light: { colorScheme: 'light', language: 'en', width: 1000 },
  dark: { colorScheme: 'dark', language: 'en', width: 1000 },
  german: { colorScheme: 'light', language: 'de', width: 1000 },
  narrow: { colorScheme: 'dark', language: 'en', width: 320 },
} as const;

type Look = (typeof looks)[keyof typeof looks];

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h', default: false } },
  allowPositionals: true,
});
const [folder = '.tools/screenshots'] = positionals;

const main = async (): Promise<void> => {
  if (values.help) return console.log(usage);
  await mkdir(folder, { recursive: true });
  const browser = await launchBrowser();
  try {
    await photographSamples(browser);
    await photographLive(browser);
  } finally {
    await browser.close();
  }
  console.log(`The pictures are in ${folder}.`);
};

const photographSamples = async (browser: Browser): Promise<void> => {
  const server = await startPageServer();
  for (const [name, look] of Object.entries(looks)) {
    const page = await openPage(browser, look);
    for (const sample of samplePages) {
      await page.goto(`${server.url}/${look.language}/${sample.name}`);
      await photograph(page, `${sample.name}-${name}`);
    }
    await page.context().close();
  }
  await server.close();
};

const photographLive = (browser: Browser): Promise<void> =>
  withLivePages(browser, async ({ states, cookies, url }) => {
    for (const [name, look] of Object.entries(looks)) {
      for (const state of states) {
        const page = await openPage(browser, look);
        await page.context().addCookies(cookies);
        await page.goto(url);
        await show(page, state);
        await photograph(page, `compress-${state.name}-${name}`);
        await page.context().close();
      }
    }
  });

const show = async (page: Page, state: LiveState): Promise<void> => {
  try {
    await state.show(page);
  } catch (error) {
    throw new Error(`The state ${state.name} did not come about.`, { cause: error });
  }
};

const openPage = async (
  browser: Browser,
  { colorScheme, language, width }: Look,
): Promise<Page> => {
  const locale = language === 'de' ? 'de-DE' : 'en-GB';
  const viewport = { width, height: 700 };
  const options = { ignoreHTTPSErrors: true, colorScheme, locale, viewport };
  return (await browser.newContext(options)).newPage();
};

const photograph = async (page: Page, name: string): Promise<void> => {
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
};

await main();
