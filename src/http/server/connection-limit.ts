import type { Socket } from 'node:net';
import { clientNetwork } from '../../net/ip-ranges.ts';

/** Whether a new connection may stay; it counts until it is closed. */
export type AdmitConnection = (socket: Socket) => boolean;

/**
 * Admits at most `max` connections of one address at a time. `onRefused` is told of an address once,
 * until all its connections are gone: a flood of them must not become one of log lines.
 */
export const createConnectionLimit = ({
  max,
  onRefused,
}: {
  max: number;
  onRefused: (address: string) => void;
}): AdmitConnection => {
  const open = new Map<string, number>();
  const told = new Set<string>();
  const leave = (client: string): void => {
    const rest = (open.get(client) ?? 1) - 1;
    if (rest > 0) open.set(client, rest);
    else {
      open.delete(client);
      told.delete(client);
    }
  };
  return (socket) => {
    const client = clientNetwork(socket.remoteAddress ?? '');
    const present = open.get(client) ?? 0;
    if (present >= max) {
      if (!told.has(client)) onRefused(client);
      told.add(client);
      return false;
    }
    open.set(client, present + 1);
    socket.once('close', () => leave(client));
    return true;
  };
};
