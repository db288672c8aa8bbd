import type { Browser, Cookie, Page } from 'playwright-core';
import { corpusFiles } from '../support/corpus.ts';
import { photoPath } from '../support/e2e/pictures.ts';
import { makeServiceFolder, removeFolder, startService } from '../support/service/service.ts';
import { setUpIn } from '../support/web/web-service.ts';

/** The compress page in a state that only its script brings about. */
export type LiveState = Readonly<{ name: string; show: (page: Page) => Promise<void> }>;

type LivePages = Readonly<{
  url: string;
  /** Of an administrator who is signed in. */
  cookies: Cookie[];
  states: readonly LiveState[];
}>;

/** Pictures that may be shown by anybody: see their licences in the corpus. */
const shownNames = [
  'photo/cam-butterfly.jpg',
  'photo/cam-hibiscus.jpg',
  'transparent/emoji-crystal.png',
];

const pictures = [
  photoPath,
  ...corpusFiles()
    .filter(({ name }) => shownNames.includes(name))
    .map(({ path }) => path),
];

/** Runs `use` with the pages of a real service. */
export const withLivePages = async (
  browser: Browser,
  use: (pages: LivePages) => Promise<void>,
): Promise<void> => {
  const folder = await makeServiceFolder();
  const service = await startService(folder);
  try {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    await page.goto(service.setUpUrl ?? '');
    await setUpIn(page);
    await page.locator('#key').waitFor();
    const cookies = await context.cookies();
    await context.close();
    await use({ url: service.url, cookies, states });
  } finally {
    await service.kill();
    await removeFolder(folder);
  }
};

const choose = (page: Page): Promise<void> => page.locator('#files').setInputFiles(pictures);

/** Resolves when every picture has ended. */
const ended = (page: Page): Promise<void> =>
  page.locator('#totals', { hasText: /, 0 in (work|Arbeit)/ }).waitFor();

/** Has the service answer uploads in its own way. */
const answer = async (
  page: Page,
  status: number,
  code: string,
  retryAfterSeconds = '',
): Promise<void> => {
  await page.route('**/web/shrink', (route) =>
    route.fulfill({
      status,
      headers: { 'Content-Type': 'application/json', 'Retry-After': retryAfterSeconds },
      body: JSON.stringify({ error: code, message: 'The picture is damaged or incomplete.', code }),
    }),
  );
};

const states: readonly LiveState[] = [
  {
    name: 'working',
    show: async (page) => {
      await page.route('**/web/shrink', () => undefined);
      await choose(page);
      await page.locator('.picture').first().waitFor();
    },
  },
  {
    name: 'done',
    show: async (page) => {
      await choose(page);
      await ended(page);
      await page.locator('.details:visible').first().click();
      await page.locator('.receipt tbody tr').first().waitFor();
      await page.locator('.pair[style*="--shown"]').first().waitFor();
    },
  },
  {
    name: 'other-options',
    show: async (page) => {
      await choose(page);
      await ended(page);
      await page.locator('#type').selectOption('image/webp');
      await page.locator('#width').fill('640');
    },
  },
  {
    name: 'failed',
    show: async (page) => {
      await answer(page, 415, 'decode_failed');
      await choose(page);
      await ended(page);
    },
  },
  {
    name: 'limit-reached',
    show: async (page) => {
      await answer(page, 429, 'monthly_limit_exceeded', '700000');
      await choose(page);
      await ended(page);
    },
  },
  {
    name: 'queue-full',
    show: async (page) => {
      await answer(page, 503, 'unavailable', '30');
      await choose(page);
      await page.locator('#message').waitFor();
    },
  },
  {
    name: 'signed-out',
    show: async (page) => {
      await page.context().clearCookies();
      await choose(page);
      await page.locator('#message').waitFor();
    },
  },
];
