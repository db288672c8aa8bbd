import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts';

/** A way to a Redis whose clock seems to be ahead. */
export const redisAhead = (port: number, aheadMs: number): Promise<TcpProxy> =>
  startTcpProxy(port, (piece) => {
    const answer = piece.toString('latin1');
    const time = /(?<=\*2\r\n\$10\r\n)\d{10}(?=\r\n\$\d\r\n\d+\r\n)/g;
    const later = (seconds: string): string => String(Number(seconds) + Math.round(aheadMs / 1000));
    return Buffer.from(answer.replace(time, later), 'latin1');
  });
