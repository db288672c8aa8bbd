import { settings } from './settings.js';

/**
 * What the service answered, or that it could not be reached (status 0).
 * @typedef {Readonly<{
 *   status: number,
 *   body: unknown,
 *   header: (name: string) => string,
 * }>} Answer
 */

/** What is added to the time in which the service answers, for the way there and back. */
const reserveSeconds = 30;
const silentMs = (settings.answerSeconds + reserveSeconds) * 1000;

/** @type {Answer} */
const unreachable = { status: 0, body: undefined, header: () => '' };

/**
 * Sends a request. Only XMLHttpRequest reports how much of a body was sent.
 * A connection that is lost without a word does not end: the request then fails when the browser says that it has no
 * network, or when nothing has come or gone for longer than the service takes to answer.
 * @param {string} method
 * @param {string} path
 * @param {Readonly<{
 *   body?: Blob | string,
 *   type?: string,
 *   onProgress?: (share: number) => void,
 *   signal: AbortSignal,
 * }>} options
 * @returns {Promise<Answer>}
 */
export const send = (method, path, { body, type, onProgress, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    request.responseType = 'text';
    request.setRequestHeader('Accept', 'application/json');
    if (type !== undefined) request.setRequestHeader('Content-Type', type);
    const giveUp = () => {
      resolve(unreachable);
      request.abort();
    };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    const moved = () => {
      clearTimeout(silence);
      silence = setTimeout(giveUp, silentMs);
    };
    moved();
    request.addEventListener('progress', moved);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved();
      onProgress?.(loaded / Math.max(total, 1));
    });
    addEventListener('offline', giveUp);
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    // What stays would keep the request and its answer for as long as the picture is there.
    request.addEventListener('loadend', () => {
      clearTimeout(silence);
      removeEventListener('offline', giveUp);
      signal.removeEventListener('abort', abort);
    });
    request.addEventListener('load', () => {
      try {
        resolve(answerOf(request));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener('error', () => resolve(unreachable));
    request.addEventListener('abort', () => reject(signal.reason));
    request.send(body);
  });

/** @param {XMLHttpRequest} request @returns {Answer} */
const answerOf = (request) => {
  const header = (/** @type {string} */ name) => request.getResponseHeader(name) ?? '';
  const isJson = header('Content-Type') === 'application/json';
  return {
    status: request.status,
    body: isJson ? JSON.parse(request.responseText) : undefined,
    header,
  };
};
