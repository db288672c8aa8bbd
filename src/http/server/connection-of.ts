import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2Session, ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';

/** The HTTP/2 stream of a request or an answer; undefined over HTTP/1.1. */
export const streamOf = (
  message: IncomingMessage | ServerResponse,
): ServerHttp2Stream | undefined => (message as { stream?: ServerHttp2Stream }).stream;

/** What a request came on: a session over HTTP/2, a socket over HTTP/1.1. */
export const connectionOf = (request: IncomingMessage): Http2Session | Socket =>
  streamOf(request)?.session ?? request.socket;
