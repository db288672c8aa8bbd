import { expect } from 'chai';
import type { OutputLease } from '../../src/outputs/output.ts';
import { createDownload } from '../../src/service/download.ts';
import { rejectionOf } from '../support/rejection.ts';
import { createMemoryOutputs, publishedOutput } from '../support/service/memory-outputs.ts';
import { accountOf, knownAccounts } from '../support/service/samples.ts';

describe('download', () => {
  const outputs = createMemoryOutputs();
  const download = createDownload({ accounts: knownAccounts, outputs });
  let id = '';
  before(async () => {
    ({ id } = await publishedOutput(outputs, { owner: 'ann', cacheKey: 'one' }));
  });
  afterEach(() => expect(outputs.leases()).to.equal(0));

  const idOf = (lease: OutputLease): string => {
    lease.release();
    return lease.output.id;
  };

  it('gives its owner the output, leased', async () => {
    const lease = await download(id, accountOf('ann'));
    expect(outputs.leases()).to.equal(1);
    expect(idOf(lease)).to.equal(id);
  });

  it('gives the output without an account where downloads are public', async () => {
    expect(idOf(await download(id, 'anybody'))).to.equal(id);
  });

  it('gives the output of a deleted account to no one, public or not', async () => {
    const get = async () => undefined;
    const asked = createDownload({ accounts: { get }, outputs })(id, 'anybody');
    expect(await rejectionOf(asked)).to.have.property('code', 'not_found');
    const failing = createDownload({ accounts: { get: () => Promise.reject(get) }, outputs });
    expect(await rejectionOf(failing(id, 'anybody'))).to.equal(get);
  });

  it('answers the output of another account and one that does not exist with the same error', async () => {
    const refusals = [
      await rejectionOf(download(id, accountOf('bob'))),
      await rejectionOf(download('unknown', accountOf('ann'))),
      await rejectionOf(download('unknown', 'anybody')),
      // An account whose id is that word is not everybody.
      await rejectionOf(download(id, accountOf('anybody'))),
    ];
    for (const refusal of refusals) {
      expect(refusal).to.include({
        code: 'not_found',
        message: 'Resource not found or expired.',
      });
    }
  });
});
