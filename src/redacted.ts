import { inspect } from 'node:util';

const redacted = '**redacted**';

/** A text that logs, JSON and printed values show as `**redacted**`. */
export type Secret = Readonly<{
  reveal: () => string;
  toString: () => string;
  toJSON: () => string;
  [inspect.custom]: () => string;
}>;

/** Keeps `text` so that only `reveal` returns it. */
export const secretOf = (text: string): Secret => {
  const hide = (): string => redacted;
  return Object.freeze({
    reveal: () => text,
    toString: hide,
    toJSON: hide,
    [inspect.custom]: hide,
  });
};

/**
 * The message of a JSON parser without the part of the text that it quotes, since a secret may be in
 * that part.
 */
export const withoutQuotation = (message: string): string =>
  message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '');
