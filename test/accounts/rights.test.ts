import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFileAccounts } from '../../src/accounts/file-accounts.ts';
import { createRedisAccounts } from '../../src/accounts/redis-accounts.ts';
import type { State } from '../../src/state/state.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { rightsSuite } from '../suites/rights-suite.ts';

describe('rights', () => {
  let folder = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-test-'));
  });
  after(() => rm(folder, { recursive: true }));
  const secretPath = (): string => join(folder, 'secret.key');

  rightsSuite('a file', (now) =>
    createFileAccounts({
      ...{ path: join(folder, 'accounts.json'), secretPath: secretPath(), now },
      onProblem: (error) => {
        throw error;
      },
    }),
  );

  describeWithRedis('on two nodes', (server) => {
    const states: State[] = [];
    after(() => Promise.all(states.map(({ close }) => close())));

    rightsSuite('Redis', async (now) => {
      const state = await openState(server().url);
      states.push(state);
      return createRedisAccounts({ state, now, secretPath: secretPath(), graceMs: 0 });
    });
  });
});
