import { expect } from 'chai';
import { createClient } from '../../support/e2e/client.ts';
import { newJpeg, newPng } from '../../support/e2e/pictures.ts';
import { ownService } from '../../support/service/service.ts';
import { overflowOf, violationsOn } from '../../support/web/browser.ts';
import { choose, finished, rowOf, rowTexts } from '../../support/web/compress-page.ts';
import { webService } from '../../support/web/web-service.ts';

describe('the demo in a browser', function () {
  const uploadBytes = 1_000_000;
  const { service, newPage } = webService(
    ownService({
      config: { web: { demo: { enabled: true, picturesPerHour: 4 } } },
      derived: { web: { demo: { uploadBytes } } },
    }),
  );

  it('compresses pictures of people without an account, until its limit is reached', async () => {
    const page = await newPage();
    await page.goto(service().url);
    expect(await violationsOn(page)).to.deep.equal([]);
    const large = { name: 'large.jpg', buffer: Buffer.alloc(uploadBytes + 1) };
    const [first, second] = [newJpeg(), newPng()];
    const files = [{ name: 'a.jpg', buffer: first }, { name: 'b.png', buffer: second }, large];
    await choose(page, files);
    await finished(page);
    expect(await rowTexts(page, '.status')).to.deep.equal([
      'done',
      'done',
      'too large: at most 1 MB',
    ]);
    const usage = JSON.stringify(JSON.parse(await service().operator(['usage', '--json'])));
    const demo = /"demo"[^}]*/.exec(usage)?.[0] ?? usage;
    expect(demo).to.match(/:2\b/);

    const client = createClient(service());
    const href = (await rowOf(page, 'a.jpg').locator('.download').getAttribute('href'))!;
    const saved = await page.request.get(`${service().url}${href}`);
    expect((await saved.body()).length).to.be.within(1, first.length);
    // Its address opens nothing to an account of its own.
    const path = href.replace('/web', '').split('?')[0]!;
    expect((await client.send({ path })).status).to.equal(404);
    client.close();

    await choose(page, [
      { name: 'c.jpg', buffer: newJpeg() },
      { name: 'd.jpg', buffer: newJpeg() },
      { name: 'e.jpg', buffer: newJpeg() },
    ]);
    await finished(page);
    const texts = await rowTexts(page, '.status');
    expect(texts.filter((text) => text === 'done')).to.have.length(4);
    expect(
      texts.filter((text) => text.startsWith('Too many pictures in this hour.')),
    ).to.have.length(1);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await overflowOf(page)).to.equal(0);
  });
});
