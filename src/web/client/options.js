import { element, fill, text } from './settings.js';

/** @typedef {Readonly<Record<string, unknown>>} Operation */

const form = /** @type {HTMLFormElement} */ (element('upload'));

/**
 * The operation that the options stand for, as the body of `POST /output/<id>`; undefined where they change nothing.
 * @returns {Operation | undefined}
 */
export const chosenOperation = () => {
  const values = new FormData(form);
  const value = (/** @type {string} */ name) => String(values.get(name) ?? '');
  const sides = Object.fromEntries(
    ['width', 'height']
      .filter((name) => value(name) !== '')
      .map((name) => [name, Number(value(name))]),
  );
  const resize =
    Object.keys(sides).length === 2
      ? { method: value('method'), ...sides }
      : { method: 'scale', ...sides };
  const preserve = values.getAll('preserve');
  const operation = {
    ...(Object.keys(sides).length > 0 && { resize }),
    ...(value('type') !== '' && { convert: { type: value('type') } }),
    ...(value('background') !== '' && { transform: { background: value('background') } }),
    ...(preserve.length > 0 && { preserve }),
  };
  return Object.keys(operation).length === 0 ? undefined : operation;
};

/** Whether the options have valid values. The browser shows what is wrong. */
export const areValid = () => form.reportValidity();

/**
 * What an operation counts as (specification, section 8).
 * @param {Operation | undefined} operation
 */
export const priceOf = (operation) =>
  Number(operation?.['resize'] !== undefined) + Number(operation?.['convert'] !== undefined);

/** @param {number} count */
export const priceText = (count) => {
  if (count === 0) return text.priceNone;
  return count === 1 ? text.priceOne : fill(text.price, { count });
};

/** @param {() => void} listener Called when an option has changed. */
export const onOptions = (listener) => element('options').addEventListener('input', listener);
