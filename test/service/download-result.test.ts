import { expect } from 'chai';
import { createDownload, createDownloadResult } from '../../src/service/download.ts';
import { rejectionOf } from '../support/rejection.ts';
import { createMemoryOutputs, type MemoryOutputs } from '../support/service/memory-outputs.ts';
import { accountOf, outputOf, receipt, knownAccounts } from '../support/service/samples.ts';

describe('the download of a result', () => {
  const [resultId, otherId] = ['1'.repeat(64), '2'.repeat(64)];
  let outputs: MemoryOutputs;
  let id: string;

  beforeEach(async () => {
    outputs = createMemoryOutputs();
    const described = outputOf({ owner: 'ann' });
    ({ id } = await outputs.draft().publish(described));
    const { result, source } = described;
    const made = { sourceSha256: source.sha256, receipt };
    await outputs.draftResult(resultId, 'ann').publish(result, made);
    await outputs
      .draftResult(otherId, 'ann')
      .publish(result, { ...made, sourceSha256: 'f'.repeat(64) });
  });
  afterEach(() => expect(outputs.leases(), 'leases').to.equal(0));

  const download = (owner: string, asked: string) =>
    createDownloadResult({
      outputs,
      download: createDownload({ accounts: knownAccounts, outputs }),
    })({
      ...{ id, resultId: asked, reader: accountOf(owner) },
    });

  it('is a lease on what an operation made before', async () => {
    const { result, release } = await download('ann', resultId);
    expect(outputs.leases()).to.equal(1);
    release();
    expect(result).to.deep.equal(outputOf({ owner: 'ann' }).result);
  });

  const refused = [
    ['another account', 'ben', resultId],
    ['the result of another source', 'ann', otherId],
    ['a result that does not exist', 'ann', '3'.repeat(64)],
  ] as const;
  for (const [title, owner, asked] of refused) {
    it(`is refused for ${title}`, async () => {
      expect(await rejectionOf(download(owner, asked))).to.include({ code: 'not_found' });
    });
  }
});
