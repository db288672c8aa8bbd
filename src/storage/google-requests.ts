import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { addAbortSignal } from 'node:stream';

/**
 * Runs `work`. Each HTTP request that it makes, at once or later, is destroyed when `signal` aborts.
 * Google's client cannot abort an upload, whose connection would stay open.
 */
export const abortableRequests = <Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> => {
  isSubscribed ||= subscribed();
  return signals.run(signal, work);
};

const signals = new AsyncLocalStorage<AbortSignal>();
let isSubscribed = false;

/** Node publishes each request on this channel when it is created (Node, diagnostics channels, HTTP). */
const subscribed = (): true => {
  subscribe('http.client.request.created', (message) => {
    const signal = signals.getStore();
    if (signal !== undefined)
      addAbortSignal(signal, (message as { request: ClientRequest }).request);
  });
  return true;
};
