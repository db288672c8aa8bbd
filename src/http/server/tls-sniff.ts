import type { Socket } from 'node:net';
import { endWithAnswer, rawError } from './raw-error.ts';

/** First byte of a TLS handshake record (RFC 8446, section 5.1). */
const tlsHandshake = 0x16;

/**
 * Passes a new connection to `secure` where its first byte is that of TLS. Any other connection is answered in
 * plain HTTP that HTTPS is required. A connection without a byte for `silenceMs` is closed.
 */
export const routeByFirstByte = (
  socket: Socket,
  secure: (socket: Socket) => void,
  silenceMs: number,
): void => {
  const cut = (): void => void socket.destroy();
  socket.on('error', cut);
  socket.setTimeout(silenceMs, cut);
  const look = (): void => {
    const first = socket.read(1) as Buffer | null;
    if (first === null) return;
    socket.off('readable', look);
    socket.off('timeout', cut);
    socket.setTimeout(0);
    socket.off('error', cut);
    if (first[0] === tlsHandshake) {
      socket.unshift(first);
      secure(socket);
    } else endWithAnswer(socket, refusal);
  };
  socket.on('readable', look);
};

const refusal = rawError('https_required', 'Use https:// instead of http://.');
