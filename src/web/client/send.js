import { settings } from './settings.js';

/**
 * What the service answered, or that it could not be reached (status 0).
 * @typedef {Readonly<{
 *   status: number,
 *   body: unknown,
 *   blob: Blob | undefined,
 *   header: (name: string) => string,
 * }>} Answer
 */

/** What is added to the time in which the service answers, for the way there and back. */
const reserveSeconds = 30;
const silentMs = (settings.answerSeconds + reserveSeconds) * 1000;

/** @type {Answer} */
const unreachable = { status: 0, body: undefined, blob: undefined, header: () => '' };

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
    request.responseType = 'blob';
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
    request.addEventListener('loadend', () => {
      clearTimeout(silence);
      removeEventListener('offline', giveUp);
    });
    request.addEventListener('load', () => void answerOf(request).then(resolve, reject));
    request.addEventListener('error', () => resolve(unreachable));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });

/** @param {XMLHttpRequest} request @returns {Promise<Answer>} */
const answerOf = async (request) => {
  const header = (/** @type {string} */ name) => request.getResponseHeader(name) ?? '';
  const blob = /** @type {Blob} */ (request.response);
  const isJson = header('Content-Type') === 'application/json';
  return {
    status: request.status,
    body: isJson ? JSON.parse(await blob.text()) : undefined,
    blob: isJson ? undefined : blob,
    header,
  };
};
