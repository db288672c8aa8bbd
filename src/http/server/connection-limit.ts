import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { clientNetwork } from '../../net/ip-ranges.ts';

/** Whether a new connection, or a request beside others on it, is admitted. It counts until `counted` is closed. */
export type AdmitConnection = (
  socket: Pick<Socket, 'remoteAddress'>,
  counted: EventEmitter,
) => boolean;

/**
 * Admits at most `max` at a time of one address: its connections, and requests beside others on these. `onRefused` is
 * called once for an address, and again only after all its connections were closed, so that the log stays short.
 */
export const createConnectionLimit = ({
  max,
  onRefused,
}: {
  max: number;
  onRefused: (address: string) => void;
}): AdmitConnection => {
  const open = new Map<string, number>();
  const reported = new Set<string>();
  const countOut = (client: string): void => {
    const rest = (open.get(client) ?? 1) - 1;
    if (rest > 0) open.set(client, rest);
    else {
      open.delete(client);
      reported.delete(client);
    }
  };
  return (socket, counted) => {
    const client = clientNetwork(socket.remoteAddress ?? '');
    const present = open.get(client) ?? 0;
    if (present >= max) {
      if (!reported.has(client)) onRefused(client);
      reported.add(client);
      return false;
    }
    open.set(client, present + 1);
    counted.once('close', () => countOut(client));
    return true;
  };
};
