/**
 * What the service answered, or that it could not be reached (status 0).
 * @typedef {Readonly<{
 *   status: number,
 *   body: unknown,
 *   blob: Blob | undefined,
 *   header: (name: string) => string,
 * }>} Answer
 */

/**
 * Sends a request. Only XMLHttpRequest reports how much of a body was sent.
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
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(loaded / Math.max(total, 1)),
    );
    const header = (/** @type {string} */ name) => request.getResponseHeader(name) ?? '';
    request.addEventListener('load', async () => {
      const { status } = request;
      const blob = /** @type {Blob} */ (request.response);
      const isJson = header('Content-Type') === 'application/json';
      resolve({
        status,
        body: isJson ? JSON.parse(await blob.text()) : undefined,
        blob: isJson ? undefined : blob,
        header,
      });
    });
    request.addEventListener('error', () =>
      resolve({ status: 0, body: undefined, blob: undefined, header: () => '' }),
    );
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort());
    request.send(body);
  });
