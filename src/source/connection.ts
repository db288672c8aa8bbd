import { isIP, connect as connectPlain } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectSecure } from 'node:tls';
import { createLengthFilter } from './content-length.ts';
import type { Overhead } from './overhead.ts';
import type { FetchTarget } from './target.ts';

/** Connects to one of the target's checked addresses, and for https verifies the certificate. */
export const connectTo = (target: FetchTarget): Socket => {
  const { host, port } = target;
  const options = { host, port, lookup: pinnedLookup(target), noDelay: true };
  if (target.url.protocol !== 'https:') return connectPlain(options);
  return connectSecure({
    ...options,
    // TLS server names are never addresses and have no trailing dot (RFC 6066 section 3).
    servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
};

/** Replaces a second look-up, whose addresses could differ from the checked ones. */
const pinnedLookup =
  ({ addresses }: FetchTarget): LookupFunction =>
  (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

/**
 * The connection, read in pieces as large as `overhead` allows. `overhead` counts each piece after it has
 * been read. A problem that it finds closes the connection. Closing the stream closes `socket`.
 */
export const inPieces = (
  socket: Socket,
  overhead: Pick<Overhead, 'pieceBytes' | 'received' | 'problem'>,
): Duplex => {
  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => void socket.resume(),
    write: (chunk: Buffer, encoding, callback) => void socket.write(chunk, encoding, callback),
    final: (callback) => {
      socket.end();
      callback();
    },
    destroy: (error, callback) => {
      socket.destroy();
      callback(error);
    },
  });
  const filtered = createLengthFilter();
  socket.on('data', (received: Buffer) => {
    const chunk = filtered(received);
    let isWanted = true;
    let at = 0;
    while (at < chunk.length && !stream.destroyed) {
      const piece = chunk.subarray(at, at + overhead.pieceBytes());
      at += piece.length;
      isWanted = stream.push(piece);
      overhead.received(piece.length);
      const problem = overhead.problem();
      if (problem !== undefined) stream.destroy(problem);
    }
    if (!isWanted) socket.pause();
  });
  socket.once('end', () => stream.push(null));
  socket.on('error', (error) => stream.destroy(error));
  socket.once('close', () => {
    // After an end, the bytes buffered here are still read.
    if (!socket.readableEnded) stream.destroy();
  });
  return stream;
};
