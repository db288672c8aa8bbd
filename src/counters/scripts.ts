/*
 * Keys: `count:<month>`, a hash from account to count; `months`, a sorted set of the recorded months;
 * `request:<request>`, what became of a request: its total, `limit` or `void`. It is kept for an hour.
 * Counts never expire, so that no eviction policy for keys that expire can remove them.
 */

/** How long the id of a request is kept. */
export const idMs = 3_600_000;

/**
 * Counts a request once, however often it runs. KEYS count, id, months, accounts; ARGV account, compressions, limit (-1:
 * none), month, prefix of months' keys, months to keep. Answers 1 and the total; 0 where the limit is reached;
 * -1 where the request was made void. A repetition writes too: `WAIT` covers only what its own connection
 * has written, and the first run may have been on another one. A request at the limit stays refused, since
 * its first run may come after its second one.
 */
export const countScript = `
local known = redis.call('GET', KEYS[2])
if known then redis.call('SET', KEYS[2], known, 'PX', ${idMs}) end
if known == 'void' then return {-1, 0} end
if known == 'limit' then return {0, 0} end
if known then return {1, tonumber(known)} end
local count = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '0')
local compressions, limit = tonumber(ARGV[2]), tonumber(ARGV[3])
if limit >= 0 and count + compressions > limit then
  redis.call('SET', KEYS[2], 'limit', 'PX', ${idMs})
  return {0, count}
end
count = redis.call('HINCRBY', KEYS[1], ARGV[1], compressions)
redis.call('SET', KEYS[2], count, 'PX', ${idMs})
if redis.call('ZADD', KEYS[3], 0, ARGV[4]) == 1 then
  redis.call('HSET', KEYS[4], 'counted', ARGV[4])
  for _, month in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1 - tonumber(ARGV[6]))) do
    if month ~= ARGV[4] then
      redis.call('DEL', ARGV[5] .. month)
      redis.call('ZREM', KEYS[3], month)
    end
  end
end
return {1, count}`;

/**
 * Makes a refused request void, even if its count is still on the way. KEYS count, id; ARGV account, compressions.
 * Answers 1 where it had been counted, 2 where it was known not to be, 0 where its id is not known.
 */
export const voidScript = `
local known = redis.call('GET', KEYS[2])
redis.call('SET', KEYS[2], 'void', 'PX', ${idMs})
if not known then return 0 end
if known == 'void' or known == 'limit' then return 2 end
redis.call('HINCRBY', KEYS[1], ARGV[1], -tonumber(ARGV[2]))
return 1`;
