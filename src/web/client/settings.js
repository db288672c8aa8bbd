/** @typedef {import('../pages/parts/compress-settings.ts').CompressSettings} CompressSettings */

/**
 * What the server has set for this page.
 * @type {CompressSettings}
 */
export const settings = JSON.parse(element('upload').dataset['settings'] ?? '');

export const { text } = settings;

/**
 * The element with an id, which the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function element(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * An element of a class below `parent`, which it has.
 * @template {HTMLElement} T
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
export function within(parent, selector, type) {
  const found = parent.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`there is no ${selector}`);
  return found;
}

/**
 * A text whose `{name}` is replaced by values.
 * @param {string} template
 * @param {Readonly<Record<string, string | number>>} values
 */
export const fill = (template, values) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));

const digits = new Intl.NumberFormat(settings.language, { maximumSignificantDigits: 3 });
const percents = new Intl.NumberFormat(settings.language, { style: 'percent' });
const dates = new Intl.DateTimeFormat(settings.language, { dateStyle: 'long', timeZone: 'UTC' });
const units = ['B', 'kB', 'MB', 'GB'];

/** @param {number} value Bytes. */
export const bytes = (value) => {
  const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), units.length - 1);
  return `${digits.format(value / 1000 ** power)} ${units[power]}`;
};

/** @param {number} share From 0 to 1. */
export const percent = (share) => percents.format(share);

/** @param {number} value */
export const decimal = (value) => digits.format(value);

/** @param {Date} time */
export const date = (time) => dates.format(time);
