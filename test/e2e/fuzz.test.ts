import { expect } from 'chai';
import { join } from 'node:path';
import { caseOf } from '../fuzz/cases.ts';
import { createFuzzed } from '../fuzz/fuzzed-service.ts';
import { ownService } from '../support/service/service.ts';
import { mutationSources } from '../support/e2e/mutation-sources.ts';

const seed = 20_261_121;
const count = 200;

describe('hostile pictures and JSON in turns', () => {
  const service = ownService();

  it('are answered without a fault of ours, and leave the service as it was', async () => {
    const sources = await mutationSources((name) => join(service().folder, name));
    const fuzzed = await createFuzzed(service(), sources);
    const cases = Array.from({ length: count }, (_, index) => caseOf(sources, seed, index));
    expect(cases[7]).to.deep.equal(caseOf(sources, seed, 7));
    expect(new Set(cases.map(({ to }) => to))).to.have.lengthOf(3);
    expect(await fuzzed.send(cases, 8)).to.deep.equal([]);
    expect(fuzzed.summary()).to.match(/of 200, \d+ of 201, \d+ of 400, .*\d+ of 415/);
    fuzzed.close();
  });
});
