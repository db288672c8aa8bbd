import { expect } from 'chai';
import { mutantOfLines } from '../support/mutants.ts';
import { randomNumbers } from '../support/random.ts';
import { keepAdding, openNode, toldNothing } from '../support/state/counting.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';

/** Answers that are damaged in all; SHRINKD_MUTANTS sets another number. */
const mutants = Number(process.env['SHRINKD_MUTANTS'] ?? 60);

describeWithRedis(
  'counters whose Redis answers with damaged replies',
  (server) => {
    const inFolder = temporaryFolders();

    it(`live, refuse what they cannot know, and go on (${mutants} replies)`, async function () {
      this.timeout(60_000 + mutants * 200);
      await server().send('FLUSHALL');
      const random = randomNumbers(mutants);
      let [damaged, isDamaging] = [0, false];
      const proxy = await startTcpProxy(server().port, (piece) => {
        if (!isDamaging || random(3) > 0) return piece;
        damaged += 1;
        return mutantOfLines(piece, random);
      });
      const url = `redis://127.0.0.1:${proxy.port}`;
      const node = await openNode({ url, refundsPath: inFolder('refunds.jsonl'), deadlineMs: 300 });
      const told = toldNothing();
      isDamaging = true;
      const isOver = (): boolean => damaged >= mutants;
      // `keepAdding` rejects for any error but a refusal.
      await Promise.all([1, 2, 3].map(() => keepAdding(node.counters, told, isOver)));
      isDamaging = false;
      proxy.cut();
      await until('it counts again', () =>
        node.counters.add('acct_b', 1, { requestId: 'last' }).then(
          () => true,
          () => false,
        ),
      );
      await until('all refused counts are taken back', () => node.counters.pendingRefunds() === 0);
      await node.close();
      await proxy.close();
      expect(told.acknowledged + told.refused).to.be.greaterThan(0);
    });
  },
  { only: 'redis-server' },
);
