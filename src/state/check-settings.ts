import { StartError } from '../errors.ts';
import type { Redis } from './redis.ts';

/**
 * Warns of settings of Redis with which acknowledged counts can be lost.
 * @throws StartError where Redis may remove counts to get memory.
 */
export const checkSettings = async (
  redis: Pick<Redis, 'call'>,
  { replicas, onWarning }: Readonly<{ replicas: number; onWarning: (text: string) => void }>,
): Promise<void> => {
  const [policy, appendonly, appendfsync] = await Promise.all(
    ['maxmemory-policy', 'appendonly', 'appendfsync'].map((name) => settingOf(redis, name)),
  );
  if (policy?.startsWith('allkeys-')) {
    throw new StartError(
      `Redis may remove accounts and counts when its memory is full (maxmemory-policy ${policy}). Set maxmemory-policy to noeviction.`,
    );
  }
  if (policy?.startsWith('volatile-')) {
    onWarning(
      `Redis may forget the ids of counted requests when its memory is full (maxmemory-policy ${policy}), and a repeated request is then counted twice. Set maxmemory-policy to noeviction.`,
    );
  }
  if (policy === undefined) {
    onWarning(
      'Redis does not show its settings. Make sure that maxmemory-policy is noeviction, and that counts survive a power cut: appendonly yes and appendfsync always, or state.redis.replicas.',
    );
  } else if (replicas === 0 && (appendonly !== 'yes' || appendfsync !== 'always')) {
    onWarning(
      `Redis does not write each change to disk at once (appendonly ${appendonly}, appendfsync ${appendfsync}), so a power cut loses acknowledged counts. Set appendonly to yes and appendfsync to always, or state.redis.replicas to 1 or more.`,
    );
  }
};

/** A setting of Redis; undefined where the user may not read it, as with some hosted servers. */
const settingOf = async (redis: Pick<Redis, 'call'>, name: string): Promise<string | undefined> => {
  const reply = await redis.call('CONFIG', 'GET', name).catch(() => []);
  const [, value] = reply as readonly string[];
  return value;
};
