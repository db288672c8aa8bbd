import { expect } from 'chai';
import { createFuzzedRequests, requestConfig, requestFlags } from '../fuzz/fuzzed-requests.ts';
import { freePort } from '../support/ports.ts';
import {
  startTemporaryService,
  type TemporaryService,
} from '../support/service/temporary-service.ts';

const seed = 20_261_125;
const count = 400;

describe('requests with mistakes in all that is read of them', function () {
  this.timeout(120_000);
  let service: TemporaryService;
  before(async () => {
    service = await startTemporaryService(requestFlags(await freePort()), undefined, requestConfig);
  });
  after(() => service.stopAndRemove());

  it('end nothing, have no fault of ours, and count what is delivered', async () => {
    const fuzzed = await createFuzzedRequests(service);
    expect(await fuzzed.send(seed, 0, count, 8)).to.deep.equal([]);
    expect(fuzzed.summary()).to.match(
      /address 200, .*address 400, .*address 404, .* form 200, \d+ form 400,.* json 400,.* raw 400,.* upload 415/,
    );
    fuzzed.close();
  });
});
