import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { createFuzzed, type Fault } from '../fuzz/fuzzed-service.ts';
import { differenceOf, gridOf, pixelsOf } from '../support/image/pictures.ts';
import { ownService } from '../support/service/service.ts';
import { createClient, jsonOf, type Answer, type Client } from '../support/e2e/client.ts';
import { bounds } from '../support/e2e/corpus-expectations.ts';
import type { HostileFile } from './hostile/file.ts';
import { hostileFiles as files } from './hostile/files.ts';
import { photo } from '../support/e2e/pictures.ts';
import { until } from '../support/until.ts';

const statuses: Readonly<Record<HostileFile['becomes'], readonly number[]>> = {
  picture: [201],
  'too large': [413],
  refused: [415],
  either: [201, 415],
};

/** Bombs keep a tool busy; none for nearly as long as the deadline of tools, 50 seconds. */
const slowestMs = 20_000;

describe('files made to harm', () => {
  const service = ownService();
  let client: Client;
  let contents: readonly Buffer[] = [];
  const answers: Answer[] = [];
  let faults: readonly Fault[] = [];
  // All are sent once, since bombs keep a tool busy.
  before(async () => {
    client = createClient(service());
    contents = files.map(({ make }) => make());
    const fuzzed = await createFuzzed(service(), { photo });
    const cases = files.map(({ name }, index) => ({
      ...({ index, name, to: 'upload', isJson: false, method: 'POST' } as const),
      body: contents[index]!,
    }));
    faults = await fuzzed.send(cases, 4, (index, answer) => (answers[index] = answer));
    fuzzed.close();
  });
  after(() => client.close());

  it('do none: each is answered in time, and nothing is left of it', () => {
    expect(faults).to.deep.equal([]);
    const slow = service()
      .log()
      .filter(({ msg, ms }) => msg === 'request' && Number(ms) > slowestMs);
    expect(slow).to.deep.equal([]);
  });

  it('raise no alarm where they are refused: besides the runs of tools, one line of level info', async () => {
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused).to.have.length.above(20);
    const requests = () =>
      service()
        .log()
        .filter(({ msg }) => msg === 'request');
    await until('the log has all requests', () => requests().length >= answers.length);
    const lines = Map.groupBy(service().log(), ({ requestId }) => requestId);
    for (const answer of refused) {
      const told = lines.get(answer.headers['x-request-id'])?.filter(({ msg }) => msg !== 'tool');
      expect(told?.map(({ level, msg, status }) => ({ level, msg, status }))).to.deep.equal([
        { level: 'info', msg: 'request', status: answer.status },
      ]);
    }
  });

  /** How the result looks against what libvips sees in the source. */
  const expectAlike = async (source: Buffer, { headers }: Answer): Promise<void> => {
    const result = await client.send({ path: headers.location! });
    const [before, after] = await Promise.all(
      [source, result.body].map(async (content, index) => {
        const type = String(result.headers['content-type']).slice('image/'.length);
        const path = join(service().folder, `${index}.${type}`);
        await writeFile(path, content);
        return pixelsOf(path);
      }),
    );
    expect([after!.width, after!.height]).to.deep.equal([before!.width, before!.height]);
    const { colour, alpha } = differenceOf(gridOf(after!), gridOf(before!));
    expect(colour, 'colour').to.be.at.most(bounds.colour);
    expect(alpha, 'alpha').to.be.at.most(bounds.alpha);
  };

  for (const [index, { name, becomes, looksLike }] of files.entries()) {
    it(`${name}: ${becomes}`, async () => {
      const answer = answers[index]!;
      expect(answer.status, answer.body.toString()).to.be.oneOf(statuses[becomes]);
      if (becomes === 'picture') await expectAlike(looksLike?.() ?? contents[index]!, answer);
      else if (answer.status !== 201) expect(jsonOf(answer)).to.have.all.keys('error', 'message');
    });
  }
});
