import { expect } from 'chai';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { createClient, type Client } from '../../support/e2e/client.ts';
import { photoPath } from '../../support/e2e/pictures.ts';
import { webService } from '../../support/web/web-service.ts';

describe('the compress page', function () {
  this.timeout(60_000);
  const { service, signedIn } = webService();

  it('compresses a chosen picture', async () => {
    const page = await signedIn();
    await page.locator('#files').setInputFiles(photoPath);
    await page.getByRole('link', { name: 'Download photo.jpg' }).waitFor();
    expect(await page.locator('.picture .bytes').textContent()).to.match(/kB → /);
  });
});
