import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import { stateAway } from '../../src/state/away.ts';
import type { Redis, Reply } from '../../src/state/redis.ts';
import { createState } from '../../src/state/state.ts';
import { rejectionOf } from '../support/rejection.ts';

/** A connection whose calls end as `answers` says, one after the other; the last one ends all further ones. */
const connection = (...answers: (() => Promise<Reply>)[]) => {
  const calls: string[][] = [];
  const redis: Redis = {
    call: (...command) => {
      calls.push(command);
      return (answers.length > 1 ? answers.shift()! : answers[0]!)();
    },
    connected: async () => undefined,
    isConnected: () => true,
    silentMs: () => 0,
    close: async () => undefined,
  };
  return { redis, calls };
};

const cut = () => Promise.reject(stateAway(new Error('cut')));

describe('what is written to the shared state', () => {
  const deadlineMs = 50;
  const stateOn = (redis: Redis) =>
    createState({ reads: redis, writes: redis, prefix: '', replicas: 0, deadlineMs });

  it('is repeated as it was while its outcome is not known', async () => {
    const { redis, calls } = connection(cut, cut, async () => 7);
    expect(await stateOn(redis).write('return 7', ['key'], ['argument'])).to.equal(7);
    const sent = calls.map((command) => command.join(' '));
    expect(sent).to.deep.equal(Array(3).fill('EVAL return 7 1 key argument'));
  });

  it('is refused after the third attempt', async () => {
    const { redis, calls } = connection(cut);
    expect(await rejectionOf(stateOn(redis).write('', []))).to.include({ code: 'unavailable' });
    expect(calls).to.have.length(3);
  });

  it('is refused after one deadline for all attempts together', async () => {
    const late = Promise.withResolvers<Reply>();
    const { redis, calls } = connection(() => late.promise, cut);
    const refusal = await rejectionOf(stateOn(redis).write('', []));
    expect(refusal).to.be.instanceOf(ServiceError).and.include({ code: 'unavailable' });
    // Its answer comes too late for another attempt.
    late.reject(stateAway(new Error('late')));
    await new Promise((resolve) => void setImmediate(resolve));
    expect(calls).to.have.length(1);
  });
});
