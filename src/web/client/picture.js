import { createComparison } from './compare.js';
import { savedName } from './file-name.js';
import { priceOf } from './options.js';
import { showReceipt } from './receipt.js';
import { createRow } from './row.js';
import { send } from './send.js';
import { bytes, date, fill, settings, text } from './settings.js';

/**
 * @typedef {import('./options.js').Operation} Operation
 * @typedef {import('./schedule.js').Outcome} Outcome
 * @typedef {import('./send.js').Answer} Answer
 *
 * What was made of a picture, and where it is: at `address` of the service, or in `blob`, which then has that address.
 * @typedef {Readonly<{
 *   size: number,
 *   name: string,
 *   address: string,
 *   blob: Blob | undefined,
 *   receipt: string,
 * }>} Result
 */

/**
 * A picture of the list, from the file to its result.
 * @param {File} file
 * @param {Readonly<{ onChange: () => void, onAgain: () => void, onRemove: () => void }>} listener
 */
export const createPicture = (file, { onChange, onAgain, onRemove }) => {
  const leaving = new AbortController();
  const row = createRow({ file, onAgain, onRemove, onDetails: (panel) => void showDetails(panel) });
  /** @type {'busy' | 'done' | 'failed'} */
  let state = 'busy';
  /** Path of the output that the file became. @type {string | undefined} */
  let output;
  /** @type {Operation | undefined} */
  let wanted;
  /** @type {Result | undefined} */
  let result;
  /** @type {ReturnType<typeof createComparison> | undefined} */
  let comparison;

  /** @param {Result} made */
  const finish = (made) => {
    forget();
    result = made;
    state = 'done';
    row.done(made.size, made.address, made.name);
    onChange();
    return undefined;
  };

  /** @param {string} why @returns {undefined} */
  const fail = (why) => {
    state = 'failed';
    row.failed(why);
    onChange();
    return undefined;
  };

  /** Releases the result that is in the memory of the page. */
  const forget = () => {
    if (result?.blob !== undefined) URL.revokeObjectURL(result.address);
    result = undefined;
  };

  /** @param {Answer} answer @returns {Outcome} */
  const refused = (answer) => {
    const outcome = retryOf(answer);
    if (outcome === undefined) return fail(reasonOf(answer));
    row.waiting();
    return outcome;
  };

  const upload = () =>
    send('POST', '/web/shrink', {
      body: file,
      type: 'application/octet-stream',
      onProgress: row.uploading,
      signal: leaving.signal,
    });

  /** @returns {Promise<Outcome>} */
  const run = async () => {
    if (output === undefined) {
      row.uploading(0);
      const answer = await upload();
      if (answer.status !== 201) return refused(answer);
      const { size, type, url } = /** @type {Uploaded} */ (answer.body).output;
      const path = new URL(url).pathname;
      output = path;
      const name = savedName(file.name, type);
      const address = `${path}?name=${encodeURIComponent(name)}`;
      const receipt = `${path}/receipt`;
      if (wanted === undefined) return finish({ size, name, address, receipt, blob: undefined });
    }
    return operate(output);
  };

  /** @param {string} path @returns {Promise<Outcome>} */
  const operate = async (path) => {
    row.converting();
    const body = JSON.stringify(wanted ?? {});
    const { signal } = leaving;
    const answer = await send('POST', path, { body, type: 'application/json', signal });
    const { blob } = answer;
    if (blob === undefined) {
      // The output has expired, so that another attempt sends the file again.
      if (answer.status === 404) output = undefined;
      return refused(answer);
    }
    const link = /<\/output(\/[^>]+)>/.exec(answer.header('Link'))?.[1];
    return finish({
      size: blob.size,
      name: savedName(file.name, blob.type),
      address: URL.createObjectURL(blob),
      blob,
      receipt: link === undefined ? `${path}/receipt` : `/web/output${link}`,
    });
  };

  /** @param {HTMLElement} panel */
  const showDetails = async (panel) => {
    if (result === undefined) return;
    const { address, receipt } = result;
    comparison ??= createComparison(panel);
    void comparison.show(row.preview, address);
    const { status, body } = await send('GET', receipt, { signal: leaving.signal });
    showReceipt(panel, status === 200 ? body : undefined);
  };

  return {
    item: row.item,
    file,
    state: () => state,
    result: () => result,
    /** What another operation would count as. @param {Operation | undefined} operation */
    price: (operation) => priceOf(operation) + Number(output === undefined),
    /** Whether the result is that of these options. @param {Operation | undefined} operation */
    has: (operation) => state === 'done' && JSON.stringify(wanted) === JSON.stringify(operation),
    /**
     * A task that makes the result; undefined where the file cannot be sent.
     * @param {Operation | undefined} operation
     */
    begin: (operation) => {
      wanted = operation;
      const problem = problemOf(file);
      if (problem !== undefined) return fail(problem);
      state = 'busy';
      row.waiting();
      onChange();
      return () => run().catch(() => (leaving.signal.aborted ? undefined : fail(text.failed)));
    },
    remove: () => {
      leaving.abort();
      forget();
      row.remove();
    },
  };
};

/** @typedef {Readonly<{ output: Readonly<{ size: number, type: string, url: string }> }>} Uploaded */

/** @param {File} file */
const problemOf = ({ size }) => {
  const { maxUploadBytes } = settings;
  if (size === 0) return text.empty;
  return size > maxUploadBytes ? fill(text.tooLarge, { size: bytes(maxUploadBytes) }) : undefined;
};

/** The code of a failure in an answer. @param {Answer} answer */
const failureOf = ({ body }) =>
  /** @type {Readonly<{ message?: string, code?: string }>} */ (body ?? {});

/** Longer waits, in seconds, are left to the person. The limit of the demo lasts up to an hour. */
const longestPause = 120;

/** @param {Answer} answer @returns {Outcome} */
const retryOf = (answer) => {
  const { status, header } = answer;
  if (status === 401) return { again: 'asked' };
  const isLater = status === 503 || failureOf(answer).code === 'rate_limit_exceeded';
  const seconds = Number(header('Retry-After')) || 5;
  return isLater && seconds <= longestPause ? { again: 'in', seconds } : undefined;
};

/** @param {Answer} answer */
const reasonOf = (answer) => {
  const { message, code } = failureOf(answer);
  if (answer.status === 0) return text.offline;
  if (code !== 'monthly_limit_exceeded') return message ?? `${text.failed} (${answer.status})`;
  const renewal = new Date(Date.now() + Number(answer.header('Retry-After')) * 1000);
  return fill(text.limitReached, { date: date(renewal) });
};
