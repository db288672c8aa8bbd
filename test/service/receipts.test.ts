import { expect } from 'chai';
import { createDownload } from '../../src/service/download.ts';
import { createReceipts, type Receipts } from '../../src/service/receipts.ts';
import { rejectionOf } from '../support/rejection.ts';
import { createMemoryOutputs, type MemoryOutputs } from '../support/service/memory-outputs.ts';
import { accountOf, outputOf, receipt, knownAccounts } from '../support/service/samples.ts';

describe('receipts', () => {
  const [ann, ben] = [accountOf('ann'), accountOf('ben')];
  const [resultId, otherId] = ['1'.repeat(64), '2'.repeat(64)];
  let outputs: MemoryOutputs;
  let receipts: Receipts;
  let id: string;

  beforeEach(async () => {
    outputs = createMemoryOutputs();
    receipts = createReceipts({
      outputs,
      download: createDownload({ accounts: knownAccounts, outputs }),
    });
    const described = outputOf({ owner: 'ann' });
    ({ id } = await outputs.draft().publish(described));
    const { result, source } = described;
    const made = { sourceSha256: source.sha256, receipt: { ...receipt, winner: 'cwebp' } };
    await outputs.draftResult(resultId, 'alice').publish(result, made);
    await outputs
      .draftResult(otherId, 'alice')
      .publish(result, { ...made, sourceSha256: 'f'.repeat(64) });
  });
  afterEach(() => expect(outputs.leases(), 'leases').to.equal(0));

  it('are given of an output', async () => {
    expect(await receipts({ id, resultId: undefined, reader: ann })).to.deep.equal(receipt);
  });

  it('are given to anybody where downloads are public', async () => {
    const given = await receipts({ id, resultId: undefined, reader: 'anybody' });
    expect(given).to.deep.equal(receipt);
  });

  it('are given of the result of an operation', async () => {
    expect((await receipts({ id, resultId, reader: ann })).winner).to.equal('cwebp');
  });

  const refused: readonly (readonly [string, () => Parameters<Receipts>[0]])[] = [
    ["another account's output", () => ({ id, resultId: undefined, reader: ben })],
    ["a result of another account's output", () => ({ id, resultId, reader: ben })],
    ['a result of another source', () => ({ id, resultId: otherId, reader: ann })],
    ['an unknown result', () => ({ id, resultId: '3', reader: ann })],
    ['an unknown output', () => ({ id: 'unknown', resultId: undefined, reader: ann })],
  ];
  for (const [title, request] of refused) {
    it(`are not found for ${title}`, async () => {
      expect(await rejectionOf(receipts(request()))).to.include({ code: 'not_found' });
    });
  }
});
