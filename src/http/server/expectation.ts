import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { ServiceError } from '../../errors.ts';
import type { Middleware } from '../context.ts';

/**
 * Sends `100 Continue` when the body of a request is read. A request that is refused by its headers is answered
 * before the client sends the body (RFC 9110, section 10.1.1). Requests with other expectations are answered
 * by the application.
 */
export const continueWhenRead = <T extends Server>(server: T): T => {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    askWhenRead(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    // Over HTTP/2, Node accepts it in lower case only.
    if (isContinue(request)) askWhenRead(request, response);
    server.emit('request', request, response);
  });
  return server;
};

/** @throws ServiceError `expectation_failed` for an expectation other than `100-continue`. */
export const checkExpectation: Middleware = async (ctx, next) => {
  const expected = ctx.get('Expect');
  // HTTP/1.0 has no expectations.
  if (expected !== '' && ctx.req.httpVersion !== '1.0' && !isContinue(ctx.req)) {
    throw new ServiceError('expectation_failed', 'Expect: expected 100-continue or nothing');
  }
  await next();
};

const isContinue = ({ headers }: IncomingMessage): boolean =>
  headers.expect?.trim().toLowerCase() === '100-continue';

const awaiting = new WeakSet<IncomingMessage>();

const askWhenRead = (request: IncomingMessage, response: ServerResponse): void => {
  const read = request._read.bind(request);
  awaiting.add(request);
  request._read = (size) => {
    if (awaiting.delete(request) && !response.headersSent) response.writeContinue();
    request._read = read;
    read(size);
  };
};

/** Prevents a later `100 Continue`. Returns whether the client still waited for it. */
export const withholdContinue = (request: IncomingMessage): boolean => awaiting.delete(request);
