import type { Socket } from 'node:net';
import { clientNetwork } from '../../net/ip-ranges.ts';

/** Whether a new connection is admitted. An admitted one counts until it is closed. */
export type AdmitConnection = (socket: Socket) => boolean;

/**
 * Admits at most `max` connections of one address at a time. `onRefused` is called once for an address, and
 * again only after all its connections were closed, so that the log stays short.
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
  return (socket) => {
    const client = clientNetwork(socket.remoteAddress ?? '');
    const present = open.get(client) ?? 0;
    if (present >= max) {
      if (!reported.has(client)) onRefused(client);
      reported.add(client);
      return false;
    }
    open.set(client, present + 1);
    socket.once('close', () => countOut(client));
    return true;
  };
};
