import { expect } from 'chai';
import { connectRedis } from '../../src/state/redis.ts';
import { rejectionOf } from '../support/rejection.ts';
import { describeWithRedis } from '../support/state/redis-server.ts';
import { until } from '../support/until.ts';

describeWithRedis('a connection to Redis', (server) => {
  it('is kept where Redis refuses a command', async () => {
    const outcomes: string[] = [];
    const redis = connectRedis({
      ...{ url: server().url, password: undefined, deadlineMs: 2000 },
      onCall: (outcome) => outcomes.push(outcome),
      onChange: () => undefined,
    });
    await until('it is connected', redis.isConnected);
    const id = await redis.call('CLIENT', 'ID');
    outcomes.length = 0;
    for (const script of ["return redis.error_reply('ODD answer')", 'not a script']) {
      expect(await rejectionOf(redis.call('EVAL', script, '0'))).to.include({
        code: 'unavailable',
      });
    }
    expect(await redis.call('CLIENT', 'ID')).to.equal(id);
    expect(outcomes.filter((outcome) => outcome !== 'answered')).to.deep.equal([
      'refused',
      'refused',
    ]);
    await redis.close();
  });
});
