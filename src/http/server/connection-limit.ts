import { isIPv6, type Socket } from 'node:net';

/** Whether a new connection may stay; it counts until it is closed. */
export type AdmitConnection = (socket: Socket) => boolean;

/**
 * Admits at most `max` connections of one address at a time. `onRefused` is called once for an address,
 * until all its connections are closed, so that a flood of connections does not flood the log.
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
    const client = clientOf(socket.remoteAddress ?? '');
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

/**
 * Whom an address stands for: itself, or of IPv6 the network of 64 bits, which is what one client is
 * given (RFC 6177).
 */
export const clientOf = (address: string): string => {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const network = [...head, ...zeros, ...tail].slice(0, 4);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};
