import type { AddOptions, Counters } from '../../../src/counters/counters.ts';

let requests = 0;

/** The addition of a request of its own. */
export const added = (
  counters: Pick<Counters, 'add'>,
  accountId: string,
  compressions: number,
  options: Omit<AddOptions, 'requestId'> = {},
): Promise<number> => {
  requests += 1;
  return counters.add(accountId, compressions, { requestId: `request-${requests}`, ...options });
};
