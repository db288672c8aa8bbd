import type { Page } from 'playwright-core';
import { type Client, createClient } from '../e2e/client.ts';
import { ownService, type RunningService, type SharedService } from '../service/service.ts';
import { type TestBrowser, testBrowser } from './browser.ts';

/** How the administrator of a service that tests set up signs in. */
export const admin = {
  name: 'Ada Byron',
  email: 'ada@example.org',
  password: 'a long enough password',
};

type WebService = TestBrowser &
  Readonly<{
    service: () => RunningService & SharedService;
    /** A client of the API with the key of the administrator. */
    client: () => Client;
    /** A page of a browser where the administrator is signed in, at a path. */
    signedIn: (path?: string, options?: Parameters<TestBrowser['newPage']>[0]) => Promise<Page>;
  }>;

/**
 * A real service for all tests of the surrounding `describe`, set up in a browser by its first page. `service` is
 * started by the caller.
 */
export const webService = (service: WebService['service'] = ownService()): WebService => {
  const browser = testBrowser();
  let storageState: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;
  let client: Client | undefined;

  before(async () => {
    const page = await browser.newPage();
    await page.goto(service().setUpUrl!);
    await setUpIn(page);
    await page.locator('#key').waitFor();
    // A form that is loaded again would be sent again.
    await page.waitForURL('**/account');
    storageState = await page.context().storageState();
    client = createClient(service());
  });
  after(() => client?.close());

  const signedIn: WebService['signedIn'] = async (path = '/', given) => {
    const page = await browser.newPage({ storageState, ...given });
    await page.goto(service().url + path);
    return page;
  };

  return { ...browser, service, client: () => client!, signedIn };
};

/** Fills in the form of the set-up page and sends it. */
export const setUpIn = async (page: Page): Promise<void> => {
  await page.getByLabel('Name').fill(admin.name);
  await page.getByLabel('E-mail address').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Make the account' }).click();
};

export const signInTo = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail address').fill(admin.email);
  await page.getByLabel('Password').fill(admin.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};
