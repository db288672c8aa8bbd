import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { getObject, openTestStore, putObject, sweepBy } from '../../support/bulk/sweeping.ts';
import { killedAtRandom } from '../../support/killed-at-random.ts';
import { describeWithRadosgw } from '../../support/storage/radosgw.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

/** `SHRINKD_KILLS=100 bin/test test/bulk/sweep/kill.test.ts` makes more. */
const rounds = Number(process.env['SHRINKD_KILLS'] ?? 5);
const objects = 12 * rounds;
const program = fileURLToPath(new URL('../../support/bulk/sweeping-process.ts', import.meta.url));

describeWithRadosgw('kill -9 during a sweep', (radosgw) => {
  const inFolder = temporaryFolders();

  it('leaves the old or the new object whole, and each is compressed once', async function () {
    this.timeout(60_000 + rounds * 10_000);
    const prefix = randomBytes(6).toString('hex');
    const place = { credentialsFile: inFolder('keys.json'), prefix };
    const source = await openTestStore(radosgw(), place);
    await mkdir(inFolder('work'));
    const old = (number: number): string => `${number} `.repeat(1000 + number);
    const keyOf = (number: number): string => `${prefix}/${number}.jpg`;
    const numbers = Array.from({ length: objects }, (_, number) => number);
    for (const number of numbers) await putObject(radosgw(), keyOf(number), old(number));

    const address = `s3://${radosgw().bucket}/${prefix}`;
    /** Numbers of the objects that are results. */
    const results = async (): Promise<readonly number[]> => {
      const texts = await Promise.all(
        numbers.map(async (number) => (await getObject(radosgw(), keyOf(number))).text),
      );
      return numbers.filter((number) => {
        const text = texts[number]!;
        const whole = old(number);
        expect([whole, whole.slice(0, Math.ceil(whole.length / 2))]).to.include(text);
        return text !== whole;
      });
    };
    let before: readonly number[] = [];
    const args = [address, radosgw().url, inFolder('keys.json'), inFolder('work')];
    // A slow machine stores nothing in so short a time.
    for (let round = 0; round < rounds || before.length === 0; round += 1) {
      await killedAtRandom(program, args, 150 * 2 ** Math.max(0, round + 1 - rounds));
      const now = await results();
      expect(now).to.include.members([...before]);
      before = now;
    }
    expect(before.length).to.be.within(1, objects);
    const outcomes = Object.values(await sweepBy({ source, folder: inFolder('work') }));
    expect(outcomes.filter((happened) => happened === 'done')).to.have.length(before.length);
    expect(outcomes.filter((happened) => happened === 'compressed')).to.have.length(
      objects - before.length,
    );
    // A result that was compressed again would be a quarter.
    expect(await results()).to.have.length(objects);
    source.close();
  });
});
