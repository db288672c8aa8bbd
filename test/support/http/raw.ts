import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** All that the server on this port says, word for word, to the pieces sent one after the other. */
export const rawAnswer = async (port: number, ...pieces: readonly string[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  for (const piece of pieces) socket.write(piece);
  return text(socket);
};

/** A request's head, its connection ending with the answer. */
export const head = (line: string, headers: readonly string[] = []): string =>
  [`${line} HTTP/1.1`, 'Host: images.example.org', 'Connection: close', ...headers, '', ''].join(
    '\r\n',
  );
