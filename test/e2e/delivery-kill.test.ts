import { expect } from 'chai';
import { mkdirSync, readdirSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { deliveryConfig } from '../support/e2e/delivering.ts';
import { askForAll, changingSources, deliveryLoad } from '../support/e2e/delivery-load.ts';
import { jobFolders } from '../support/e2e/job-folders.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { partialEntriesIn } from '../support/outputs/note-store.ts';
import { operate, servicesOfTest } from '../support/service/service.ts';
import { until } from '../support/until.ts';

/** `npm run kills` makes 200. */
const rounds = Number(process.env['SHRINKD_KILLS'] ?? 3);
const longestRoundMs = 20_000;

describe('delivered pictures of a service that is killed', function () {
  this.timeout((rounds + 1) * longestRoundMs);
  const { start, inFolder } = servicesOfTest();

  it(`are whole, and none of before a purge, ${rounds} times in a row`, async () => {
    const folder = inFolder('pictures');
    mkdirSync(folder);
    const delivery = { firstAnswer: 'fast', missesPerMinute: 1_000_000 };
    const options = {
      config: deliveryConfig({ ...delivery, sources: { disk: { folder } } }),
      // Or most kills would come while the process that measures still starts.
      flags: ['--quality-mode', 'fixed', '--log-level', 'warn'],
    };
    const sources = changingSources(folder, 2);
    const seen = { drafts: 0, best: 0, purges: 0 };
    let service = await start(options);
    const operator = (args: readonly string[]) => operate(inFolder(), args);
    const key = await newAccount({ ...service, operator }, 'boss', ['--admin']);
    for (let round = 1; round <= rounds; round += 1) {
      const load = deliveryLoad(service, { folder, sources, key, seen });
      await load.isUnderWay;
      await setTimeout(Math.random() * 500);
      await service.kill();
      const logged = JSON.stringify(service.log().filter(({ level }) => level === 'error'));
      expect(await load.failures(), logged).to.deep.equal([]);
      service = await start(options);
      const outputs = inFolder('data/outputs');
      expect(readdirSync(outputs).filter((name) => name.startsWith('.'))).to.deep.equal([]);
      expect(partialEntriesIn(outputs)).to.deep.equal([]);
      expect(jobFolders(inFolder())).to.deep.equal([]);
      await askForAll(service, sources, seen);
    }
    await until('the best results are there', async () => {
      const { drafts } = seen;
      await askForAll(service, sources, seen);
      return seen.drafts === drafts;
    });
    if (process.env['SHRINKD_KILLS'] !== undefined) console.log({ rounds, ...seen });
    expect(seen.drafts).to.be.at.least(rounds);
    expect(seen.purges).to.be.at.least(rounds);
  });
});
