import { expect } from 'chai';
import { ownService } from '../support/service/service.ts';
import { jsonOf } from '../support/e2e/client.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { newPhoto } from '../support/e2e/pictures.ts';
import { storing, type Storing } from '../support/e2e/storing.ts';

for (const isShared of [true, false]) {
  describe(`two accounts that bring the same bytes, with outputs.shareBetweenAccounts ${isShared}`, function () {
    const service = ownService({
      flags: ['--outputs-share-between-accounts', String(isShared), '--quality-mode', 'fixed'],
    });
    let ann: Storing;
    let ben: Storing;
    before(async () => {
      ann = storing(service());
      ben = storing({ ...service(), key: await newAccount(service(), 'Ben') });
    });
    after(() => [ann, ben].forEach(({ client }) => client.close()));

    /** How many requests tools have run for, since the last time this was asked. */
    let seen = 0;
    const requestsWithTools = (): number => {
      const lines = service()
        .log()
        .filter(({ msg }) => msg === 'tool');
      const fresh = lines.slice(seen).map(({ requestId }) => requestId);
      seen = lines.length;
      return new Set(fresh).size;
    };
    const title = isShared ? 'once for both' : 'once for each';
    const expected = isShared ? 1 : 2;

    it(`has an upload compressed ${title}, and once for the account itself`, async () => {
      requestsWithTools();
      const picture = newPhoto();
      await ann.uploaded(picture);
      await ben.uploaded(picture);
      expect(requestsWithTools()).to.equal(expected);
      await ben.uploaded(picture);
      await ann.uploaded(picture);
      expect(requestsWithTools()).to.equal(0);
    });

    it(`has an upload under way compressed ${title}`, async () => {
      const picture = newPhoto();
      requestsWithTools();
      await Promise.all([ann.uploaded(picture), ben.uploaded(picture)]);
      expect(requestsWithTools()).to.equal(expected);
    });

    const operations: readonly object[] = [
      { resize: { method: 'scale', width: 50 } },
      { convert: { type: 'image/webp' } },
    ];
    for (const operation of operations) {
      it(`has ${Object.keys(operation).join()} done ${title}, and once for the account itself`, async () => {
        const picture = newPhoto();
        const [own, other] = [await ann.uploaded(picture), await ben.uploaded(picture)];
        requestsWithTools();
        for (const [account, location] of [
          [ann, own],
          [ben, other],
          [ann, own],
          [ben, other],
        ] as const) {
          expect((await account.ask(location, operation)).status).to.equal(200);
        }
        expect(requestsWithTools()).to.equal(expected);
      });
    }

    it(`${isShared ? 'tells' : 'does not tell'} that bytes are a result of the other's`, async () => {
      const { body: result } = await ann.ask(await ann.uploaded(newPhoto()), {
        resize: { method: 'scale', width: 40 },
        convert: { type: 'image/png' },
      });
      const lossyFor = async (account: Storing): Promise<boolean> => {
        const location = await account.uploaded(result);
        const receipt = await account.client.send({ path: `${location}/receipt` });
        return JSON.stringify(jsonOf(receipt)['candidates']).includes('pngquant');
      };
      expect(await lossyFor(ben)).to.equal(!isShared);
      expect(await lossyFor(ann)).to.equal(false);
    });
  });
}
