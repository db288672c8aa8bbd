import { mostFailures, mostSweeps } from './ledger.ts';

/*
 * Keys: `sweeps`, a list of ids, newest first; `sweep:<id>`, a hash with its plan and its progress; `sweep:<id>:shards`, a
 * stream of shards, which the group `nodes` reads; `sweep:<id>:marks`, a hash from shard to one sign for each of its
 * objects, 1 where it is counted; `sweep:<id>:failures`, a list. Each script gets the keys of its sweep in this order,
 * without the first.
 */

/** Ends a sweep without shards that is listed. ARGV[1] is the time in all scripts with it. */
const endWhereDone = `
local status = redis.call('HGET', KEYS[1], 'status')
if redis.call('HGET', KEYS[1], 'listed') == '1' and redis.call('XLEN', KEYS[2]) == 0 and
  (status == 'running' or status == 'paused') then
  redis.call('HSET', KEYS[1], 'status', 'done', 'reason', '', 'detail', '', 'endedAt', ARGV[1])
end
return 1`;

/** KEYS[5] the list; ARGV time, id, prefix of the keys of sweeps, plan, since. */
export const beginScript = `
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('HSET', KEYS[1], 'plan', ARGV[4])
  return 1
end
local last = redis.call('LINDEX', KEYS[5], 0)
if last then
  local status = redis.call('HGET', ARGV[3] .. last, 'status')
  if status == 'running' or status == 'paused' then return 0 end
end
redis.call('HSET', KEYS[1], 'plan', ARGV[4], 'status', 'running', 'since', ARGV[5], 'listed', '0', 'cursor', '')
redis.call('XGROUP', 'CREATE', KEYS[2], 'nodes', '0', 'MKSTREAM')
redis.call('LPUSH', KEYS[5], ARGV[2])
for _, old in ipairs(redis.call('LRANGE', KEYS[5], ${mostSweeps}, -1)) do
  local key = ARGV[3] .. old
  redis.call('DEL', key, key .. ':shards', key .. ':marks', key .. ':failures')
end
redis.call('LTRIM', KEYS[5], 0, ${mostSweeps - 1})
return 1`;

/** ARGV time, status, reason, detail, milliseconds, statuses that it may have. A repetition finds the new status. */
export const changeScript = `
local status = redis.call('HGET', KEYS[1], 'status')
local isAllowed = status == ARGV[2]
for i = 6, #ARGV do isAllowed = isAllowed or status == ARGV[i] end
if not isAllowed then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'reason', ARGV[3], 'detail', ARGV[4])
if ARGV[2] == 'running' and status ~= 'running' then
  local looked = 0
  for _, n in ipairs(redis.call('HMGET', KEYS[1], 'compressed', 'restored', 'done', 'left', 'failed')) do
    looked = looked + tonumber(n or '0')
  end
  redis.call('HSET', KEYS[1], 'since', ARGV[5] .. ' ' .. looked)
end
if ARGV[2] == 'stopped' then
  redis.call('HSET', KEYS[1], 'endedAt', ARGV[1])
  redis.call('DEL', KEYS[2], KEYS[3])
end
return 1`;

/** ARGV time, last key of the listing before, and now, listed; then shards, each as JSON and the number of its objects. */
export const extendScript = `
if redis.call('HGET', KEYS[1], 'cursor') ~= ARGV[2] or redis.call('HGET', KEYS[1], 'listed') ~= '0' or
  redis.call('EXISTS', KEYS[2]) == 0 then
  return 0
end
for i = 5, #ARGV, 2 do
  local shard = redis.call('XADD', KEYS[2], '*', 'objects', ARGV[i])
  redis.call('HSET', KEYS[3], shard, string.rep('0', tonumber(ARGV[i + 1])))
end
redis.call('HSET', KEYS[1], 'cursor', ARGV[3], 'listed', ARGV[4])${endWhereDone}`;

/** ARGV node, milliseconds that others have not held it for. Answers a shard, its objects and their signs. */
export const claimScript = `
if redis.call('EXISTS', KEYS[2]) == 0 then return false end
local shard = redis.call('XAUTOCLAIM', KEYS[2], 'nodes', ARGV[1], ARGV[2], '0', 'COUNT', 1)[2][1]
if not shard then
  local new = redis.call('XREADGROUP', 'GROUP', 'nodes', ARGV[1], 'COUNT', 1, 'STREAMS', KEYS[2], '>')
  shard = new and new[1][2][1]
end
if not shard then return false end
return {shard[1], shard[2][2], redis.call('HGET', KEYS[3], shard[1])}`;

/** ARGV node, shard; and with a third one, which node gets it. */
export const holdScript = `
if redis.call('EXISTS', KEYS[2]) == 0 then return redis.call('HGET', KEYS[1], 'status') end
local held = redis.call('XPENDING', KEYS[2], 'nodes', ARGV[2], ARGV[2], 1)[1]
if not held or held[2] ~= ARGV[1] then return 'lost' end
if ARGV[3] then
  redis.call('XCLAIM', KEYS[2], 'nodes', ARGV[3], 0, ARGV[2], 'IDLE', 3600000, 'JUSTID')
else
  redis.call('XCLAIM', KEYS[2], 'nodes', ARGV[1], 0, ARGV[2], 'JUSTID')
end
return redis.call('HGET', KEYS[1], 'status')`;

/**
 * Counts an object once. Its sign and the counts change together, so that a node which is killed, or one that is thought
 * to be, neither loses nor doubles one. ARGV time, shard, number of the object from 1, what happened, bytes before and
 * after, failure or nothing, estimate or nothing. It always writes: see `countScript`.
 */
export const advanceScript = `
redis.call('HSET', KEYS[1], 'countedAt', ARGV[1])
local marks, i = redis.call('HGET', KEYS[3], ARGV[2]), tonumber(ARGV[3])
if not marks or marks:sub(i, i) == '1' then return 0 end
marks = marks:sub(1, i - 1) .. '1' .. marks:sub(i + 1)
redis.call('HINCRBY', KEYS[1], ARGV[4], 1)
if ARGV[4] == 'compressed' then
  redis.call('HINCRBY', KEYS[1], 'before', ARGV[5])
  redis.call('HINCRBY', KEYS[1], 'after', ARGV[6])
end
if ARGV[7] ~= '' and redis.call('LLEN', KEYS[4]) < ${mostFailures} then redis.call('RPUSH', KEYS[4], ARGV[7]) end
if ARGV[8] ~= '' then redis.call('HSET', KEYS[1], 'estimate', ARGV[8]) end
if marks:find('0', 1, true) then
  redis.call('HSET', KEYS[3], ARGV[2], marks)
else
  redis.call('HDEL', KEYS[3], ARGV[2])
  redis.call('XACK', KEYS[2], 'nodes', ARGV[2])
  redis.call('XDEL', KEYS[2], ARGV[2])
end${endWhereDone}`;

/** ARGV objects. */
export const totalScript = `
redis.call('HSETNX', KEYS[1], 'total', ARGV[1])
return 1`;
