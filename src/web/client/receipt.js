import { bytes, decimal, fill, text, within } from './settings.js';

/**
 * @typedef {import('../../image/search/receipt.ts').Receipt} Receipt
 * @typedef {import('../../image/search/receipt.ts').ReceiptCandidate} Candidate
 */

/**
 * Says in plain words how a result came to be.
 * @param {HTMLElement} panel A panel of a row.
 * @param {unknown} body The receipt; undefined where none is kept.
 */
export const showReceipt = (panel, body) => {
  const how = within(panel, '.how', HTMLElement);
  const scroll = within(panel, '.receipt .scroll', HTMLElement);
  const rows = within(panel, '.receipt tbody', HTMLElement);
  if (body === undefined) {
    how.textContent = text.receiptGone;
    scroll.hidden = true;
    return;
  }
  const receipt = /** @type {Receipt} */ (body);
  how.textContent = summaryOf(receipt);
  const heads = [...scroll.querySelectorAll('thead th')].slice(1).map((head) => head.textContent);
  rows.replaceChildren(...receipt.candidates.map((candidate) => rowOf(candidate, receipt, heads)));
  scroll.hidden = false;
};

/** @param {Receipt} receipt */
const summaryOf = ({ mode, fallback, sourceTarget, degraded }) => {
  const fixed = fallback === 'small' ? text.receiptSmall : text.receiptFixed;
  const first =
    mode === 'fixed' || sourceTarget === null
      ? fixed
      : fill(text.receiptAdaptive, { score: decimal(sourceTarget) });
  return degraded ? `${first} ${text.receiptDegraded}` : first;
};

/** @param {Candidate} candidate @param {Receipt} receipt @param {readonly string[]} heads Of the cells. */
const rowOf = (candidate, { winner }, heads) => {
  const row = document.createElement('tr');
  const { encoders, settings, bytes: size, score } = candidate;
  const name = document.createElement('th');
  name.scope = 'row';
  name.textContent = encoders === 'source' ? text.source : encoders.replaceAll('+', ' + ');
  row.append(name);
  const cells = [
    Object.values(settings).join(', ') || text.notMeasured,
    size === null ? text.notMeasured : bytes(size),
    score === null ? text.notMeasured : decimal(score),
    outcomeOf(candidate),
  ];
  for (const [index, words] of cells.entries()) {
    const cell = document.createElement('td');
    cell.textContent = words;
    // Narrow pages show it before the cell.
    cell.dataset['head'] = heads[index];
    row.append(cell);
  }
  row.classList.toggle('won', encoders === winner && candidate.reason.startsWith('won'));
  return row;
};

/** Reasons of the service, and what they mean. @type {readonly (readonly [RegExp, string])[]} */
const outcomes = [
  [/^won/, text.won],
  [/^larger than/, text.larger],
  [/^bands /, text.bands],
  [/^below /, text.below],
  [/^not (run|needed)|^given up/, text.notNeeded],
  [/^declined/, text.declined],
  [/^its encoder failed/, text.encoderFailed],
  [/^more than/, text.gain],
];

/** @param {Candidate} candidate */
const outcomeOf = ({ reason }) => outcomes.find(([pattern]) => pattern.test(reason))?.[1] ?? reason;
