import { randomBytes } from 'node:crypto';
import type { ListedObject } from '../../bucket.ts';
import type { Reply } from '../../state/redis.ts';
import type { State } from '../../state/state.ts';
import type { DryRun } from '../dry-run.ts';
import {
  type FailedObject,
  happenings,
  type PauseReason,
  type Sweep,
  type SweepLedger,
  type SweepPlan,
  type SweepStatus,
} from './ledger.ts';
import {
  advanceScript,
  beginScript,
  changeScript,
  claimScript,
  extendScript,
  holdScript,
  totalScript,
} from './scripts.ts';

type RedisLedgerOptions = Readonly<{
  state: Pick<State, 'key' | 'read' | 'run' | 'write'>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** A shard that is not held for so long is given to another node. */
  leaseMs: number;
}>;

/** Sweeps in Redis, on which all nodes work together. Shards go through a stream (Redis Streams, consumer groups). */
export const createRedisLedger = ({ state, now, leaseMs }: RedisLedgerOptions): SweepLedger => {
  const node = randomBytes(8).toString('hex');
  const keysOf = (id: string): string[] =>
    ['', ':shards', ':marks', ':failures'].map((end) => state.key(`sweep:${id}${end}`));
  const time = (): string => new Date(now()).toISOString();

  const find = async (id: string): Promise<Sweep | undefined> =>
    sweepIn((await state.read('HGETALL', state.key(`sweep:${id}`))) as readonly string[]);

  const write = (script: string, id: string, ...args: readonly string[]): Promise<Reply> =>
    state.write(script, keysOf(id), [time(), ...args]);

  return {
    begin: async (plan) => {
      const keys = [...keysOf(plan.id), state.key('sweeps')];
      const args = [time(), plan.id, state.key('sweep:'), JSON.stringify(plan), `${now()} 0`];
      return (await state.write(beginScript, keys, args)) === 1;
    },
    list: async () => {
      const ids = (await state.read('LRANGE', state.key('sweeps'), '0', '-1')) as string[];
      return (await Promise.all(ids.map(find))).filter((sweep) => sweep !== undefined);
    },
    find,
    failures: async (id) => {
      const key = state.key(`sweep:${id}:failures`);
      const texts = (await state.read('LRANGE', key, '0', '-1')) as string[];
      return texts.map((text) => JSON.parse(text) as FailedObject);
    },
    change: async (id, from, to, why) => {
      const about = [why?.reason ?? '', why?.detail ?? '', String(now())];
      return (await write(changeScript, id, to, ...about, ...from)) === 1;
    },
    setTotal: async (id, objects) =>
      void (await state.write(totalScript, keysOf(id), [String(objects)])),
    extend: async (id, { before, cursor, isListed, shards }) => {
      const args = shards.flatMap((objects) => [JSON.stringify(objects), String(objects.length)]);
      await write(extendScript, id, before, cursor, isListed ? '1' : '0', ...args);
    },
    claim: async (id) => {
      const reply = await state.run(claimScript, keysOf(id), [node, String(leaseMs)]);
      if (!Array.isArray(reply)) return undefined;
      const [shard, objects, marks] = reply as unknown as readonly [string, string, string | null];
      return {
        id: shard,
        objects: JSON.parse(objects) as readonly ListedObject[],
        isCounted: (index) => marks?.[index] === '1',
      };
    },
    hold: async (id, shard) =>
      ((await state.run(holdScript, keysOf(id), [node, shard])) ?? 'lost') as SweepStatus | 'lost',
    release: async (id, shard) => {
      await state.run(holdScript, keysOf(id), [node, shard, 'nobody']);
    },
    advance: async (id, shard, index, { happened, before, after, failure, estimate }) => {
      const told = [failure, estimate].map((each) => (each ? JSON.stringify(each) : ''));
      const numbers = [String(before), String(after)];
      await write(advanceScript, id, shard, String(index + 1), happened, ...numbers, ...told);
    },
    close: async () => undefined,
  };
};

/** The sweep in a hash, of which Redis gives fields and values in turn. */
const sweepIn = (reply: readonly string[]): Sweep | undefined => {
  const fields = new Map<string, string>();
  reply.forEach((field, at) => at % 2 === 0 && fields.set(field, reply[at + 1] ?? ''));
  const text = (name: string): string | null => fields.get(name) || null;
  const number = (name: string): number => Number(fields.get(name) ?? 0);
  const plan = text('plan');
  if (plan === null) return undefined;
  const [at = 0, objects = 0] = (text('since') ?? '').split(' ').map(Number);
  const [total, estimate] = [text('total'), text('estimate')];
  return {
    ...(JSON.parse(plan) as SweepPlan),
    status: text('status') as SweepStatus,
    reason: text('reason') as PauseReason | null,
    ...{ detail: text('detail'), endedAt: text('endedAt') },
    total: total === null ? null : Number(total),
    counts: Object.fromEntries(happenings.map((name) => [name, number(name)])) as Sweep['counts'],
    ...{ before: number('before'), after: number('after') },
    ...{ cursor: fields.get('cursor') ?? '', isListed: text('listed') === '1' },
    ...{
      since: { at, objects },
      estimate: estimate === null ? null : (JSON.parse(estimate) as DryRun),
    },
  };
};
