import type { IncomingMessage } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '../../errors.ts';
import { errorAnswers } from '../status.ts';

/** A complete HTTP/1.1 error answer as text, for connections without a request that the application gets. */
export const rawError = (
  code: ErrorCode,
  message: string,
  headers: readonly string[] = [],
): string => {
  const { status, error } = errorAnswers[code];
  const body = JSON.stringify({ error, message });
  return [
    `HTTP/1.1 ${status} ${error}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    ...headers,
    '',
    body,
  ].join('\r\n');
};

/** Time for a refused client to read its answer before the connection is closed. */
const lingerMs = 2000;

/**
 * Writes a last answer to a connection, and closes it after the client has had time to read it, whatever it still sends:
 * a timeout of the socket would begin anew with each byte.
 */
export const endWithAnswer = (socket: Duplex, answer: string): void => {
  const cut = (): void => void socket.destroy();
  const end = setTimeout(cut, lingerMs);
  socket.once('close', () => clearTimeout(end));
  socket.on('error', cut);
  socket.resume();
  socket.end(answer);
};

const noTunnel = 'This service opens no tunnels.';
const otherMethods = 'GET, HEAD, POST';

/** Answers CONNECT over both protocols, since the application does not get it. For the event `connect` of a server. */
export const answerConnect = (
  request: IncomingMessage,
  peer: Socket | Http2ServerResponse,
): void => {
  const code = 'method_not_allowed';
  if (request.httpVersionMajor === 1) {
    return endWithAnswer(peer as Socket, rawError(code, noTunnel, [`Allow: ${otherMethods}`]));
  }
  const { status, error } = errorAnswers[code];
  const response = peer as Http2ServerResponse;
  response.writeHead(status, { 'Content-Type': 'application/json', Allow: otherMethods });
  response.end(JSON.stringify({ error, message: noTunnel }));
};

/** Node stores the answer that it has begun to send in this field of the socket. */
type AnsweringSocket = Duplex & { _httpMessage?: { headersSent: boolean } | null };

/**
 * Answers requests that Node's parser refused, or that arrived too slowly, with JSON like every other error.
 * Node's own answers are empty. For the event `clientError` of a server.
 */
export const answerMalformed = (
  error: Error & { code?: string },
  socket: AnsweringSocket,
): void => {
  const answer = answerTo(error.code ?? '');
  const canAnswer = socket.writable && socket._httpMessage?.headersSent !== true;
  if (answer !== undefined && canAnswer) endWithAnswer(socket, answer);
  else socket.destroy();
};

/** Undefined for failures below HTTP, such as an incomplete TLS handshake, where no answer can be sent. */
const answerTo = (code: string): string | undefined => {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return rawError('headers_too_large', 'The request headers are too large.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return rawError('request_timeout', 'The request took too long to arrive.');
  }
  return code.startsWith('HPE_')
    ? rawError('bad_request', 'This is not an HTTP request.')
    : undefined;
};
