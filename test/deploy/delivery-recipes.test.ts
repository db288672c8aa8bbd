import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { deployFile } from '../support/deploy/programs.ts';
import { addressPrograms } from '../support/e2e/address-programs.ts';
import { type Client, createClient } from '../support/e2e/client.ts';
import { addressOf, deliveryConfig, shownIn } from '../support/e2e/delivering.ts';
import { ownService } from '../support/service/service.ts';

describe('recipes of deploy/delivery, and libraries that stand for them', () => {
  const service = ownService({ config: deliveryConfig() });
  let client: Client;
  before(() => void (client = createClient(service())));
  after(() => client.close());

  // Next and Rails themselves are not run: what they call is.
  for (const { title, check, make, mediaType } of addressPrograms) {
    it(`make addresses that are right: ${title}`, async function () {
      check(this);
      const address = await make('local:///photo.jpg', `${service().url}/img`);
      const { status, body } = await client.send({ path: address });
      expect(status, `${address} ${body.toString('latin1', 0, 200)}`).to.equal(200);
      expect(await shownIn(body)).to.deep.equal({ mediaType, width: 300, height: 200 });
    });
  }

  type Viewer = Readonly<{ request: Readonly<{ headers: Record<string, { value: string }> }> }>;
  // CloudFront itself is not run.
  const script = `${readFileSync(deployFile('delivery/cloudfront.js'), 'utf8')}; handler`;
  const handler = runInNewContext(script) as (event: Viewer) => Viewer['request'];

  const accepts: readonly (readonly [accept: string | undefined, mediaType: string])[] = [
    ['image/avif,image/webp,image/apng,*/*;q=0.8', 'image/avif'],
    ['image/webp,image/png,*/*;q=0.8', 'image/webp'],
    ['image/png,image/*;q=0.8,*/*;q=0.5', 'image/jpeg'],
    [undefined, 'image/jpeg'],
  ];
  for (const [accept, mediaType] of accepts) {
    it(`have ${mediaType} for Accept: ${accept}, in the function of CloudFront`, async () => {
      const headers = accept === undefined ? {} : { accept: { value: accept } };
      const sent = handler({ request: { headers } }).headers['accept']!.value;
      const path = addressOf('/w:60/plain/local:///photo.jpg');
      const { body } = await client.send({ path, headers: { accept: sent } });
      expect((await shownIn(body)).mediaType).to.equal(mediaType);
    });
  }

  it('have three values of Accept at most behind the function of CloudFront', () => {
    const texts = ['image/avif', 'image/webp', 'image/webp,image/avif;q=0.9', '', 'a', '*/*'];
    const sent = texts.map(
      (value) => handler({ request: { headers: { accept: { value } } } }).headers['accept']!.value,
    );
    expect(new Set(sent).size).to.equal(3);
  });
});
