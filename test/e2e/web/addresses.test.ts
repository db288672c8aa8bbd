import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { deliveryConfig, pair, shownIn } from '../../support/e2e/delivering.ts';
import { needs } from '../../support/e2e/programs.ts';
import { ownService } from '../../support/service/service.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { webService } from '../../support/web/web-service.ts';

const secrets = `key:  ${pair.key}\nsalt: ${pair.salt.toLowerCase()}`;

describe('addresses of pictures on the account page', () => {
  const keys = {
    other: { key: '00ff', salt: 'ff00', account: 'default' },
    shop: { ...pair, account: 'Ada Byron' },
  };
  const { service, client, signedIn } = webService(
    ownService({ config: deliveryConfig({ keys }) }),
  );
  const inFolder = temporaryFolders();

  const show = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Show the key' }).click();
    await page.locator('#pair-0').waitFor();
  };

  it('name the key pair of this account, and show it with the API key alone', async () => {
    const page = await signedIn('/account');
    const section = page.getByRole('region', { name: 'Pictures by their address' });
    expect(await section.textContent())
      .to.contain('Key pair: shop')
      .and.not.contain('other');
    expect(await page.content()).to.not.contain(pair.key);
    await show(page);
    expect(await page.locator('#pair-0').textContent()).to.equal(secrets);
  });

  it('are made from the fields of a picture, and lead to it', async () => {
    const page = await signedIn('/account');
    await page.getByLabel('Picture', { exact: true }).fill('local:///photo.jpg');
    await page.getByLabel('Width').fill('120');
    await page.getByLabel('Height').fill('80');
    await page.getByLabel('Proportions').selectOption('fill');
    await page.getByLabel('Type').selectOption('webp');
    await page.getByRole('button', { name: 'Make the address' }).click();
    const address = (await page.locator('#address').textContent())!;
    const { body } = await client().send({ path: address });
    expect(await shownIn(body)).to.deep.equal({ mediaType: 'image/webp', width: 120, height: 80 });
    expect(await page.content()).to.not.contain(pair.key);
  });

  it('are not made of a source that is not delivered', async () => {
    const page = await signedIn('/account');
    await page.getByLabel('Picture', { exact: true }).fill('https://elsewhere.example/a.jpg');
    await page.getByRole('button', { name: 'Make the address' }).click();
    expect(await page.getByRole('alert').textContent()).to.contain('are not delivered');
    expect(await page.locator('#address').count()).to.equal(0);
  });

  describe('in five languages', () => {
    let codes: ReadonlyMap<string, string>;
    before(async () => {
      const page = await signedIn('/account');
      await show(page);
      const found = await page.locator('code[id^="code-address-"]').all();
      codes = new Map(
        await Promise.all(
          found.map(async (code): Promise<[string, string]> => [
            (await code.getAttribute('id'))!.replace('code-address-', ''),
            (await code.textContent())!,
          ]),
        ),
      );
    });

    const languages = [
      ['shell', 'bash', 'address.sh'],
      ['node', process.execPath, 'address.mjs'],
      ['php', 'php', 'address.php'],
      ['python', 'python3', 'address.py'],
      ['ruby', 'ruby', 'address.rb'],
    ] as const;

    it('have one example each', () => {
      expect([...codes.keys()]).to.deep.equal(languages.map(([name]) => name));
    });

    for (const [name, program, file] of languages) {
      it(`work in ${name}`, async function () {
        needs(this, program);
        // The example names a picture of another host.
        const code = codes.get(name)!.replace('https://cdn.example', 'local://');
        await writeFile(inFolder(file), code);
        const { stdout } = await promisify(execFile)(program, [inFolder(file)]);
        const { status, body } = await client().send({ path: stdout.trim() });
        expect(status, stdout).to.equal(200);
        const shown = { mediaType: 'image/webp', width: 300, height: 200 };
        expect(await shownIn(body)).to.deep.equal(shown);
        expect(stdout).to.match(new RegExp(`^${service().url}/img/`));
      });
    }
  });
});
