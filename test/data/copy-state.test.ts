import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateConfig } from '../support/e2e/cluster.ts';
import { makeData } from '../support/data/made-data.ts';
import { runShrinkd } from '../support/service/service.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describeWithRedis(
  'shrinkd state copy',
  (server) => {
    const inFolder = temporaryFolders();
    beforeEach(async () => {
      await server().send('FLUSHALL');
      await makeData(inFolder('one'), { hasOutput: false });
      writeFileSync(
        inFolder('config.json'),
        JSON.stringify(stateConfig(server().url, inFolder('one/data/secret.key'))),
      );
    });

    const copy = (to: string, data = 'one/data', ...flags: string[]) =>
      runShrinkd(inFolder(), [
        ...['state', 'copy', '--to', to, '--config', inFolder('config.json')],
        ...['--data', inFolder(data), ...flags],
      ]);
    const textOf = (folder: string, name: string): string =>
      readFileSync(join(inFolder(folder), name), 'utf8');

    it('takes accounts and counts to Redis and back, byte for byte', async () => {
      const there = await copy('redis');
      expect(there).to.include({ code: 0, stderr: '' });
      expect(there.stdout).to.contain('1 accounts and 0 links have been copied and read back');
      expect((await copy('redis')).code, 'again').to.equal(0);
      expect((await copy('files', 'two')).code).to.equal(0);
      for (const name of ['accounts.json', 'counters.json']) {
        expect(textOf('two', name), name).to.equal(textOf('one/data', name));
      }
    });

    it('copies nothing in a dry run', async () => {
      expect((await copy('redis', 'one/data', '--dry-run')).stdout).to.contain('would be copied');
      expect(await server().send('DBSIZE')).to.equal(0);
    });

    it('refuses a target that has other accounts', async () => {
      await copy('redis');
      await makeData(inFolder('other'), { hasOutput: false });
      const { code, stderr } = await copy('redis', 'other/data');
      expect(code).to.equal(1);
      expect(stderr).to.contain('Redis has other accounts. Nothing was copied.');
    });

    it('completes a copy that was interrupted before its accounts', async () => {
      await copy('redis');
      await server().send('DEL', '{shrinkd}:accounts');
      expect((await copy('redis')).code).to.equal(0);
      expect(await server().send('EXISTS', '{shrinkd}:accounts')).to.equal(1);
    });
  },
  { only: 'redis-server' },
);
