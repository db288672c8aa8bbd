import { expect } from 'chai';
import { mkdir, writeFile } from 'node:fs/promises';
import { replaceDocument } from '../../src/accounts/redis-accounts.ts';
import { createRedisCounters } from '../../src/counters/redis-counters.ts';
import { dataPaths } from '../../src/data/data-folder.ts';
import { beginRedisState, type Gone } from '../../src/data/redis-state.ts';
import { readFirstStart, writeFirstStart } from '../../src/data/data-state.ts';
import { StartError } from '../../src/errors.ts';
import type { State } from '../../src/state/state.ts';
import { openState } from '../support/state/open-state.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describeWithRedis(
  'the beginning of a start with Redis',
  (server) => {
    const inFolder = temporaryFolders();
    let state: State;
    beforeEach(async () => {
      await server().send('FLUSHALL');
      state = await openState(server().url);
      await mkdir(inFolder('data'));
    });
    afterEach(() => state.close());

    const paths = () => dataPaths(inFolder('data'), inFolder('secret.key'));
    const begin = async (acceptEmpty = false) => {
      const accepted: Gone[] = [];
      const onAccept = (gone: Gone) => void accepted.push(gone);
      const begun = await beginRedisState(state, { paths: paths(), acceptEmpty, onAccept });
      return { ...begun, accepted };
    };

    const set = (key: string) => server().send('SET', state.key(key), '1');
    const makeAccounts = () => replaceDocument(state, '0', '{}', 'first');
    const count = async () => {
      const counters = await createRedisCounters({
        ...{ state, now: Date.now, refundsPath: inFolder('refunds.jsonl') },
        onUncertain: () => undefined,
        onProblem: () => undefined,
      });
      await counters.add('acct_a', 1, { requestId: 'one' });
      await counters.close();
    };
    const countsOf = async () => (await server().send('KEYS', state.key('count:*'))) as string[];

    /** What is in Redis and on the node, and whether it is a first start, whole, or what is gone. */
    const cases: readonly (readonly [
      title: string,
      prepare: () => Promise<unknown>,
      outcome: 'first' | 'whole' | Gone,
    ])[] = [
      ['nothing anywhere', async () => undefined, 'first'],
      ['a secret and nothing else', () => writeFile(paths().secret, 'secret'), 'accounts'],
      ['a folder that was used', () => writeFirstStart(paths(), 'done'), 'accounts'],
      ['accounts in files', () => writeFile(paths().accounts, '{}'), 'accounts'],
      [
        'copies of outputs',
        () => mkdir(`${paths().bucketCache}/0123456789abcdef`, { recursive: true }),
        'accounts',
      ],
      [
        'a first start that was interrupted',
        async () => {
          await writeFirstStart(paths(), 'under way');
          await writeFile(paths().secret, 'secret');
          await set('secret');
        },
        'first',
      ],
      [
        'an interrupted first start, but counts',
        async () => {
          await writeFirstStart(paths(), 'under way');
          await count();
        },
        'accounts',
      ],
      ['the digest of a secret, and no accounts', () => set('secret'), 'accounts'],
      ['counts, and no accounts', count, 'accounts'],
      ['accounts, and nothing counted', makeAccounts, 'whole'],
      [
        'accounts and counts',
        async () => {
          await makeAccounts();
          await count();
        },
        'whole',
      ],
      [
        'accounts without the counts that were there',
        async () => {
          await makeAccounts();
          await count();
          await server().send('DEL', state.key('months'), ...(await countsOf()));
        },
        'counts',
      ],
    ];
    for (const [title, prepare, outcome] of cases) {
      it(`finds with ${title}: ${outcome}`, async () => {
        await prepare();
        const isLost = outcome === 'accounts' || outcome === 'counts';
        const begun = await begin().catch((error: unknown) => error);
        if (isLost) {
          expect(begun).to.be.instanceOf(StartError);
          expect((begun as StartError).message).to.contain('--accept-empty');
        } else {
          expect(begun).to.include({ hasAccounts: outcome === 'whole' });
        }
        const accepting = await begin(true);
        expect(accepting.accepted).to.deep.equal(isLost ? [outcome] : []);
        await makeAccounts();
        await accepting.finishFirstStart();
        expect(await readFirstStart(paths().state)).to.equal('done');
        expect(await begin()).to.include({ hasAccounts: true });
      });
    }

    it('waits for another node that makes the first account', async () => {
      await set('secret');
      await set('first');
      await writeFile(paths().secret, 'secret');
      const beginning = begin();
      await makeAccounts();
      expect(await beginning).to.include({ hasAccounts: true });
    });
  },
  { only: 'redis-server' },
);
