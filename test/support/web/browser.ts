import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Context as MochaContext } from 'mocha';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { expect } from 'chai';

/** The form without windows, which takes half the CPU, or the whole one. */
const executablePath = ['chromium-headless-shell', 'chromium', 'chromium-browser']
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path));

/** Leaves tests out where there is no Chromium; on continuous integration they fail instead. */
export const needsBrowser = (test: MochaContext): void => {
  if (executablePath !== undefined) return;
  if (process.env['CI'] !== undefined)
    throw new Error('The test needs chromium: run bin/setup --for test.');
  test.test!.title += ' (needs chromium)';
  test.skip();
};

/** A Chromium without a window. A sandbox of its own would need rights that a container does not give. */
export const launchBrowser = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: executablePath!,
    args: ['--no-sandbox', '--disable-dev-shm-usage', ...args],
  });

/** A browser for the surrounding `describe`, and pages of it that are closed after each test. */
export type TestBrowser = Readonly<{
  /** A new profile: no cookies. The test fails where its pages report an error. */
  newPage: (options?: BrowserContextOptions & { allows?: RegExp }) => Promise<Page>;
}>;

/** Messages of the console that are no fault of the page: answers that a test has provoked. */
const provoked =
  /^Failed to load resource: (the server responded with a status of|net::ERR_(INTERNET_DISCONNECTED|FAILED|CONNECTION_REFUSED))/;

export const testBrowser = (): TestBrowser => {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  const errors: string[] = [];
  before(async function () {
    needsBrowser(this);
    browser = await launchBrowser();
  });
  afterEach(async () => {
    const open = contexts.splice(0);
    const seen = errors.splice(0);
    await Promise.all(open.map((context) => context.close()));
    expect(seen, 'errors in the console').to.deep.equal([]);
  });
  after(() => browser?.close());
  const newPage: TestBrowser['newPage'] = async ({ allows, ...options } = {}) => {
    const context = await browser!.newContext({
      ...{ ignoreHTTPSErrors: true, viewport: { width: 1000, height: 800 }, locale: 'en-GB' },
      ...options,
    });
    contexts.push(context);
    const page = await context.newPage();
    const note = (text: string): void => {
      if (!provoked.test(text) && allows?.test(text) !== true) errors.push(text);
    };
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) note(message.text());
    });
    page.on('pageerror', (error) => note(String(error)));
    return page;
  };
  return { newPage };
};

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Violation = Readonly<{
  id: string;
  nodes: readonly Readonly<{ html: string; failureSummary?: string }>[];
}>;

/** The rules that are checked in each colour scheme: the dark one changes nothing but colours. */
export const schemeRules = [
  ['light', undefined],
  ['dark', ['color-contrast']],
] as const;

/**
 * What axe-core finds on a page: rules of WCAG 2.2 AA and best practice, or those named, with the elements that break
 * them.
 */
export const violationsOn = async (
  page: Page,
  rules?: readonly string[],
): Promise<readonly string[]> => {
  // Trusted Types apply to what a page runs, and not to its debugger. A page that is not left keeps the checker.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Elements that break no rule would be most of the result.
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  const violations = (await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )) as readonly Violation[];
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = '' }) => `${id}: ${html}\n${failureSummary}`),
  );
};

/** Pixels that a page is wider than its window. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  ) as Promise<number>;
