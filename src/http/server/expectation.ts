import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { ServiceError } from '../../errors.ts';
import type { Middleware } from '../context.ts';

/**
 * Answers `100 Continue` when the body of a request is read, not before: a request that is refused by its
 * head is answered before its client sends the body (RFC 9110, section 10.1.1). Other expectations
 * reach the application, which answers them like every other request.
 */
export const continueWhenRead = <T extends Server>(server: T): T => {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    askWhenRead(request, response);
    server.emit('request', request, response);
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    // Node knows it in lower case alone over HTTP/2.
    if (isContinue(request)) askWhenRead(request, response);
    server.emit('request', request, response);
  });
  return server;
};

/** Lets pass what expects nothing but to be told to continue. @throws ServiceError `expectation_failed`. */
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

/** Its client is not told to send the body any more. Whether it still waited for that. */
export const withholdContinue = (request: IncomingMessage): boolean => awaiting.delete(request);
