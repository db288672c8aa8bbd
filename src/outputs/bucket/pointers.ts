import type { State } from '../../state/state.ts';

/** Where an output, or the result of an operation, is in the bucket. Kept in Redis, by id or cache key. */
export type Pointer = Readonly<{
  /** Name of its objects without the last part. */
  folder: string;
  /** Account id. */
  owner: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The last use, in milliseconds since 1970. */
  usedMs: number;
}>;

/** By what equal work, and a result that is uploaded again, are found. */
export type Terms = Readonly<{
  /** Undefined where no other request may find it. */
  cacheKey: string | undefined;
  /** SHA-256 of the result. */
  result: string;
}>;

/** The pointers of all nodes. All calls reject with `unavailable` where Redis is away. */
export type Pointers = Readonly<{
  /** Sets a pointer. `false` when another one has the key; it stays. */
  publish: (key: string, pointer: Pointer, terms: Terms) => Promise<boolean>;
  /** The pointer; undefined when there is none, or its retention has passed. */
  get: (key: string) => Promise<Pointer | undefined>;
  /** Notes a use. Answers the pointer; undefined when there is none. */
  touch: (key: string, terms: Terms) => Promise<Pointer | undefined>;
  /** Changes the folder of a pointer, unless it has another one than `from`. */
  move: (key: string, from: string, to: string) => Promise<void>;
  /** Removes a pointer. */
  remove: (key: string) => Promise<void>;
  /** All pointers, in no particular order; one may come twice. */
  all: () => AsyncGenerator<readonly [key: string, pointer: Pointer]>;
  /** Keys with this cache key or digest of the result: that of `owner`, then the one published last. */
  find: (by: keyof Terms, term: string, owner: string) => Promise<readonly string[]>;
}>;

/** `retentionMs`: how long a pointer is kept after its last use. */
export type PointersOptions = Readonly<{ state: State; retentionMs: number; now: () => number }>;

export const createPointers = ({ state, retentionMs, now }: PointersOptions): Pointers => {
  const keyOf = (key: string): string => state.key(`out:${key}`);
  const termKeys = ({ cacheKey, result }: Terms): readonly string[] => [
    state.key(`res:${result}`),
    ...(cacheKey === undefined ? [] : [state.key(`idn:${cacheKey}`)]),
  ];
  const ttl = String(retentionMs);

  const get: Pointers['get'] = async (key) => {
    const held = parsed(await state.read('GET', keyOf(key)));
    return held !== undefined && now() - held.usedMs < retentionMs ? held : undefined;
  };

  return {
    publish: async (key, pointer, terms) => {
      const keys = [keyOf(key), ...termKeys(terms)];
      const args = [JSON.stringify(pointer), ttl, String(now()), key, pointer.owner];
      return (await state.write(publishScript, keys, args)) === 1;
    },
    get,
    touch: async (key, terms) => {
      const keys = [keyOf(key), ...termKeys(terms)];
      return parsed(await state.run(touchScript, keys, [String(now()), ttl]));
    },
    move: async (key, from, to) => void (await state.run(moveScript, [keyOf(key)], [from, to])),
    remove: async (key) => {
      await state.run("return redis.call('DEL', KEYS[1])", [keyOf(key)]);
    },
    all: async function* () {
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
    find: async (by, term, owner) => {
      const key = state.key(`${by === 'cacheKey' ? 'idn' : 'res'}:${term}`);
      const found = (await state.read('HMGET', key, owner, latest)) as (string | null)[];
      return [...new Set(found.filter((id) => id !== null))];
    },
  };
};

/** The field with the key that was published last. The others are accounts. */
const latest = '*';

const parsed = (reply: unknown): Pointer | undefined =>
  typeof reply === 'string' ? (JSON.parse(reply) as Pointer) : undefined;

/**
 * KEYS pointer, terms; ARGV pointer, milliseconds that it is kept, now, key, owner. Answers whether it is set. A call
 * that is repeated because its answer was lost finds its own pointer.
 */
const publishScript = `
local held = redis.call('GET', KEYS[1])
if held and held ~= ARGV[1] and tonumber(ARGV[3]) - cjson.decode(held).usedMs < tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
for i = 2, #KEYS do
  redis.call('HSET', KEYS[i], ARGV[5], ARGV[4], '${latest}', ARGV[4])
  redis.call('PEXPIRE', KEYS[i], ARGV[2])
end
return 1`;

/** KEYS pointer, terms; ARGV now, milliseconds that it is kept. Answers the pointer. */
const touchScript = `
local held = redis.call('GET', KEYS[1])
if not held then return false end
local pointer = cjson.decode(held)
if tonumber(ARGV[1]) > pointer.usedMs then
  pointer.usedMs = tonumber(ARGV[1])
  held = cjson.encode(pointer)
end
redis.call('SET', KEYS[1], held, 'PX', ARGV[2])
for i = 2, #KEYS do redis.call('PEXPIRE', KEYS[i], ARGV[2]) end
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
