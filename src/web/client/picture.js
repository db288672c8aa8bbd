import { createComparison } from './compare.js';
import { priceOf } from './options.js';
import { showReceipt } from './receipt.js';
import { createRow } from './row.js';
import { send } from './send.js';
import { date, fill, settings, text } from './settings.js';

/**
 * @typedef {import('./options.js').Operation} Operation
 * @typedef {import('./schedule.js').Outcome} Outcome
 * @typedef {import('./send.js').Answer} Answer
 *
 * What was made of a picture, and its path at the service. The page does not hold it.
 * @typedef {Readonly<{ size: number, path: string }>} Result
 */

/**
 * A picture of the list, from the file to its result.
 * @param {import('./files.js').Chosen} chosen
 * @param {Readonly<{ onChange: () => void, onAgain: () => void, onRemove: () => void }>} listener
 */
export const createPicture = ({ file, path: name }, { onChange, onAgain, onRemove }) => {
  const leaving = new AbortController();
  const row = createRow({
    ...{ file, path: name },
    onAgain,
    onRemove,
    onDetails: (panel) => void showDetails(panel),
  });
  /** @type {'busy' | 'done' | 'failed'} */
  let state = 'busy';
  /** Path of the output that the file became. @type {string | undefined} */
  let output;
  /** The operation as text, which is quickly compared; undefined for none. @type {string | undefined} */
  let wanted;
  /** @type {Result | undefined} */
  let result;

  /** @param {Answer} answer @returns {Result} */
  const resultOf = ({ body }) => {
    const { size, url } = /** @type {Made} */ (body).output;
    return { size, path: new URL(url, location.href).pathname };
  };

  /** @param {Result} made */
  const finish = (made) => {
    result = made;
    state = 'done';
    row.done(made.size, addressOf(made));
    onChange();
    return undefined;
  };

  /** It is saved under the name of the file, with the extension of its type. @param {Result} made */
  const addressOf = ({ path }) => `${path}?name=${encodeURIComponent(file.name)}`;

  /** @param {string} why @returns {undefined} */
  const fail = (why) => {
    state = 'failed';
    row.failed(why);
    onChange();
    return undefined;
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
      const made = resultOf(answer);
      output = made.path;
      if (wanted === undefined) return finish(made);
    }
    return operate(output);
  };

  /** @param {string} path @returns {Promise<Outcome>} */
  const operate = async (path) => {
    row.converting();
    const body = wanted ?? '{}';
    const { signal } = leaving;
    const answer = await send('POST', path, { body, type: 'application/json', signal });
    if (answer.status === 200) return finish(resultOf(answer));
    // The output has expired, so that another attempt sends the file again.
    if (answer.status === 404) output = undefined;
    return refused(answer);
  };

  /** @param {HTMLElement} panel */
  const showDetails = async (panel) => {
    if (result === undefined) return;
    const { path } = result;
    const receipt = path.includes('/result/')
      ? path.replace('/result/', '/receipt/')
      : `${path}/receipt`;
    void createComparison(panel).show(file, addressOf(result));
    const { status, body } = await send('GET', receipt, { signal: leaving.signal });
    // It may have been closed meanwhile.
    if (panel.firstChild !== null) showReceipt(panel, status === 200 ? body : undefined);
  };

  return {
    item: row.item,
    file,
    path: name,
    state: () => state,
    result: () => result,
    /** What another operation would count as. @param {Operation | undefined} operation */
    price: (operation) => priceOf(operation) + Number(output === undefined),
    /** Whether the result is that of these options. @param {Operation | undefined} operation */
    has: (operation) => state === 'done' && wanted === textOf(operation),
    /**
     * A task that makes the result; undefined where the file cannot be sent.
     * @param {Operation | undefined} operation
     */
    begin: (operation) => {
      wanted = textOf(operation);
      const problem = problemOf(file);
      if (problem !== undefined) return fail(problem);
      state = 'busy';
      row.waiting();
      onChange();
      return () => run().catch(() => (leaving.signal.aborted ? undefined : fail(text.failed)));
    },
    remove: () => {
      leaving.abort();
      row.remove();
    },
  };
};

/** @typedef {Readonly<{ output: Readonly<{ size: number, url: string }> }>} Made */

/** @param {Operation | undefined} operation */
const textOf = (operation) => operation && JSON.stringify(operation);

/** @param {File} file */
const problemOf = ({ size }) => {
  const { maxUploadBytes, maxUpload } = settings;
  if (size === 0) return text.empty;
  return size > maxUploadBytes ? fill(text.tooLarge, { size: maxUpload }) : undefined;
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
