import { expect } from 'chai';
import { webService } from '../../support/web/web-service.ts';

/** Pages of others, which a person opens in the browser in which she is signed in. */
describe('a page of somebody else', () => {
  const { service, signedIn } = webService();

  for (const [title, address] of [
    ['of another site', 'https://evil.example/'],
    // Cookies do not know ports, so that this one sends the session with its form.
    ['on another port of the host', 'https://localhost:4/'],
  ] as const) {
    it(`${title} signs nobody out`, async () => {
      const page = await signedIn('/account', { allows: /./ });
      const action = `${service().url}/account/signout-all`;
      await page.route(`${address}**`, (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: `<form method="post" action="${action}"><button>Win</button></form>`,
        }),
      );
      await page.goto(address);
      const [request] = await Promise.all([
        page.waitForRequest(action),
        page.getByRole('button', { name: 'Win' }).click(),
      ]);
      const response = await request.response();
      expect(response?.status()).to.equal(403);
      await page.goto(`${service().url}/account`);
      expect(await page.getByRole('heading', { name: 'Account' }).isVisible()).to.equal(true);
    });
  }
});
