import { expect } from 'chai';
import { addressMakers } from './clients/addresses.ts';
import { needsPrograms } from './clients/keyless-programs.ts';
import { createClient } from '../support/e2e/client.ts';
import { addressPrograms } from '../support/e2e/address-programs.ts';
import { addressOf, deliveryConfig, pair, shownIn } from '../support/e2e/delivering.ts';
import { ownService } from '../support/service/service.ts';
import { testBrowser } from '../support/web/browser.ts';

const source = 'local:///photo.jpg';

/**
 * What a page shows of its picture: the size, and the width of the file that it has chosen. The element counts in pixels
 * of the page; alone, the file has its own.
 */
const measure = `(async () => {
  const [shown] = document.images;
  await shown.decode();
  const file = new Image();
  file.src = shown.currentSrc;
  await file.decode();
  const { naturalWidth, naturalHeight } = shown;
  return { naturalWidth, naturalHeight, fileWidth: file.naturalWidth };
})()`;

describe('pictures by their address, as clients and browsers find them', () => {
  const service = ownService({ config: deliveryConfig({ prefix: '' }) });
  const browser = testBrowser();

  for (const { title, mediaType, make } of addressMakers) {
    it(`are found by ${title}, unchanged`, async function () {
      needsPrograms(this);
      const client = createClient(service());
      const path = make({ baseUrl: service().url, ...pair }, source);
      const { status, body } = await client.send({ path });
      client.close();
      expect(status, body.toString('latin1', 0, 200)).to.equal(200);
      expect(await shownIn(body)).to.deep.equal({ mediaType, width: 300, height: 200 });
    });
  }

  for (const deviceScaleFactor of [1, 2]) {
    describe(`at ${deviceScaleFactor} pixels for each of the page`, () => {
      const shown = async (image: string): Promise<unknown> => {
        const page = await browser.newPage({ deviceScaleFactor });
        await page.setContent(`<!doctype html><title>Picture</title>${image}`);
        return page.evaluate(measure);
      };

      for (const [title, sizes, descriptors] of [
        ['widths', 'sizes="300px"', ['300w', '600w']],
        ['densities', '', ['1x', '2x']],
      ] as const) {
        it(`are chosen from a srcset of ${title}`, async () => {
          const candidates = [300, 600].map(
            (width, index) =>
              `${service().url}${addressOf(`/rs:fill:${width}:${(width / 3) * 2}/plain/${source}`, '')} ${descriptors[index]}`,
          );
          const image = `<img alt="" ${sizes} srcset="${candidates.join(', ')}">`;
          expect(await shown(image)).to.deep.equal({
            ...{ naturalWidth: 300, naturalHeight: 200 },
            fileWidth: 300 * deviceScaleFactor,
          });
        });
      }

      const shows = async (address: string): Promise<void> => {
        const expected = { naturalWidth: 300, naturalHeight: 200, fileWidth: 300 };
        const image = `<img alt="" src="${new URL(address, service().url).href}">`;
        expect(await shown(image), address).to.deep.equal(expected);
      };

      for (const { title, make } of addressMakers) {
        it(`have the size that ${title} asks for`, async function () {
          needsPrograms(this);
          await shows(make({ baseUrl: service().url, ...pair }, source));
        });
      }

      for (const { title, check, make } of addressPrograms) {
        it(`have the size that ${title} asks for`, async function () {
          check(this);
          await shows(await make(source, service().url));
        });
      }
    });
  }
});
