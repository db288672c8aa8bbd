import type { State } from '../../state/state.ts';
import { resultIn, type StoredRecord } from '../output-record.ts';
import type { FindBy } from '../remote.ts';

/** Where an output, or the result of an operation, is in the bucket. Kept in Redis, by id or cache key. */
export type Pointer = Readonly<{
  /** Name of its objects without the last part. */
  folder: string;
  /** Account id. */
  owner: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The last use, in milliseconds since 1970, by the clock of Redis. */
  usedMs: number;
}>;

type NewPointer = Omit<Pointer, 'usedMs'> & Partial<Pick<Pointer, 'usedMs'>>;

/** By what equal work, and a result that is uploaded again, are found. */
type Terms = Readonly<{
  /** Undefined where no other request may find it. */
  cacheKey: string | undefined;
  /** SHA-256 of the result. */
  result: string;
}>;

/** By what the entry of a record is found. An output with an empty key is found by no other request. */
export const termsOf = (record: StoredRecord): Terms => ({
  cacheKey: (record.kind === 'output' && record.output.cacheKey) || undefined,
  result: resultIn(record).sha256,
});

export type Pointers = ReturnType<typeof createPointers>;

/**
 * The pointers of all nodes, which expire by the clock of Redis, `retentionMs` after their last use. All calls reject with
 * `unavailable` where Redis is away.
 */
export const createPointers = ({
  state,
  retentionMs,
}: Readonly<{ state: State; retentionMs: number }>) => {
  const keyOf = (key: string): string => state.key(`output:${key}`);
  const termKeys = ({ cacheKey, result }: Terms): readonly string[] => [
    state.key(`by-result:${result}`),
    ...(cacheKey === undefined ? [] : [state.key(`by-cache-key:${cacheKey}`)]),
  ];
  const ttl = String(retentionMs);

  /** The pointer; undefined when there is none, or its retention has passed. */
  const get = async (key: string): Promise<Pointer | undefined> =>
    parsed(await state.run(getScript, [keyOf(key)], [ttl]));

  return {
    /** Sets a pointer, which is used now unless `usedMs` is given. `false` when another one has the key; it stays. */
    publish: async (key: string, pointer: NewPointer, terms: Terms): Promise<boolean> => {
      const keys = [keyOf(key), ...termKeys(terms)];
      const args = [JSON.stringify(pointer), ttl, key, pointer.owner];
      return (await state.write(publishScript, keys, args)) === 1;
    },
    get,
    /** Notes a use. Answers the pointer; undefined when there is none. */
    touch: async (key: string, terms: Terms): Promise<Pointer | undefined> => {
      const keys = [keyOf(key), ...termKeys(terms)];
      return parsed(await state.run(touchScript, keys, [ttl]));
    },
    /** Changes the folder of a pointer, unless it has another one than `from`. */
    move: async (key: string, from: string, to: string): Promise<void> =>
      void (await state.run(moveScript, [keyOf(key)], [from, to])),
    remove: async (key: string): Promise<void> => {
      await state.run("return redis.call('DEL', KEYS[1])", [keyOf(key)]);
    },
    /** All pointers, in no particular order; one may come twice. */
    all: async function* (): AsyncGenerator<readonly [key: string, pointer: Pointer]> {
      const start = keyOf('');
      let cursor = '0';
      do {
        const found = await state.read('SCAN', cursor, 'MATCH', `${start}*`, 'COUNT', '1000');
        const [next, keys] = found as [string, string[]];
        cursor = next;
        for (const key of keys) {
          const pointer = await get(key.slice(start.length));
          if (pointer !== undefined) yield [key.slice(start.length), pointer];
        }
      } while (cursor !== '0');
    },
    /** Keys with this cache key or digest of the result: that of `owner`, then the one published last. */
    find: async (by: FindBy, term: string, owner: string): Promise<readonly string[]> => {
      const key = state.key(`${by === 'cacheKey' ? 'by-cache-key' : 'by-result'}:${term}`);
      const found = (await state.read('HMGET', key, owner, latest)) as (string | null)[];
      return [...new Set(found.filter((id) => id !== null))];
    },
  };
};

/** The field with the key that was published last. The others are accounts. */
const latest = '*';

const parsed = (reply: unknown): Pointer | undefined =>
  typeof reply === 'string' ? (JSON.parse(reply) as Pointer) : undefined;

/** Milliseconds since 1970, by the clock of Redis: those of nodes may differ. */
const nowInScript = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)`;

/** KEYS pointer; ARGV milliseconds that it is kept. Answers the pointer. */
const getScript = `
local held = redis.call('GET', KEYS[1])
if not held then return false end
${nowInScript}
if now - cjson.decode(held).usedMs >= tonumber(ARGV[1]) then return false end
return held`;

/**
 * KEYS pointer, terms; ARGV pointer, milliseconds that it is kept, key, owner. Answers whether it is set. A call that
 * is repeated because its answer was lost finds its own pointer.
 */
const publishScript = `
${nowInScript}
local pointer = cjson.decode(ARGV[1])
local text = redis.call('GET', KEYS[1])
local held = text and cjson.decode(text)
local isOwn = held and held.folder == pointer.folder and held.owner == pointer.owner
if held and not isOwn and now - held.usedMs < tonumber(ARGV[2]) then return 0 end
if not pointer.usedMs then pointer.usedMs = now end
redis.call('SET', KEYS[1], cjson.encode(pointer), 'PX', ARGV[2])
for i = 2, #KEYS do
  redis.call('HSET', KEYS[i], ARGV[4], ARGV[3], '${latest}', ARGV[3])
  redis.call('PEXPIRE', KEYS[i], ARGV[2])
end
return 1`;

/** KEYS pointer, terms; ARGV milliseconds that it is kept. Answers the pointer. */
const touchScript = `
local held = redis.call('GET', KEYS[1])
if not held then return false end
${nowInScript}
local pointer = cjson.decode(held)
if now > pointer.usedMs then
  pointer.usedMs = now
  held = cjson.encode(pointer)
end
redis.call('SET', KEYS[1], held, 'PX', ARGV[1])
for i = 2, #KEYS do redis.call('PEXPIRE', KEYS[i], ARGV[1]) end
return held`;

/** KEYS pointer; ARGV folder before, folder. */
const moveScript = `
local held = redis.call('GET', KEYS[1])
if not held then return 0 end
local pointer = cjson.decode(held)
if pointer.folder ~= ARGV[1] then return 0 end
pointer.folder = ARGV[2]
redis.call('SET', KEYS[1], cjson.encode(pointer), 'KEEPTTL')
return 1`;
