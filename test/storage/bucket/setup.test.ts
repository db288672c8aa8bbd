import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { checkBucket } from '../../../src/storage/bucket/check.ts';
import { setUpBucket, type SetUpOptions } from '../../../src/storage/bucket/setup.ts';
import { googleBucket } from '../../support/outputs/bucket-outputs.ts';
import { type GoogleStorage, startGoogleStorage } from '../../support/storage/google-storage.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('the rules of a bucket at Google', () => {
  const inFolder = temporaryFolders();
  let google: GoogleStorage;
  beforeEach(async () => {
    google = await startGoogleStorage();
  });
  afterEach(() => google.close());

  const optionsOf = async (days: number): Promise<SetUpOptions> => {
    const { kind, settings, credentials } = googleBucket(google);
    const credentialsFile = inFolder('key.json');
    await writeFile(credentialsFile, credentials);
    return {
      kind,
      settings: { ...settings, credentialsFile, prefix: 'shop/' },
      expiry: [{ prefix: 'o/', days }],
    };
  };
  const rule = (prefix: string, age: number): object => ({
    action: { type: 'Delete' },
    condition: { age, matchesPrefix: [prefix] },
  });

  it('are made once, changed with the days, and those for other objects stay', async () => {
    await setUpBucket({
      ...(await optionsOf(9)),
      expiry: [{ prefix: 'other/', days: 9 }],
    });
    const made = { prefix: 'shop/o/', days: 4 };
    expect(await setUpBucket(await optionsOf(4))).to.deep.equal([{ ...made, change: 'made' }]);
    expect(await setUpBucket(await optionsOf(4))).to.deep.equal([{ ...made, change: 'none' }]);
    expect(google.lifecycle()).to.deep.equal([rule('shop/other/', 9), rule('shop/o/', 4)]);
    expect(await setUpBucket(await optionsOf(5))).to.deep.equal([
      { prefix: 'shop/o/', days: 5, change: 'changed', before: 4 },
    ]);
    expect(google.lifecycle()).to.deep.equal([rule('shop/other/', 9), rule('shop/o/', 5)]);
  });

  it('are checked, with objects and the clock', async () => {
    const missing = await checkBucket(await optionsOf(4));
    expect(missing.filter(({ works }) => !works).map(({ problem }) => problem)).to.deep.equal([
      'no rule removes shop/o/*; run "shrinkd bucket setup"',
    ]);
    await setUpBucket(await optionsOf(4));
    expect((await checkBucket(await optionsOf(4))).every(({ works }) => works)).to.equal(true);
  });
});
