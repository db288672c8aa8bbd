import { inspect } from 'node:util';

const redacted = '**redacted**';

/** A text that logs, JSON and printed values show as `**redacted**`. */
export type Secret = Readonly<{
  reveal: () => string;
  toString: () => string;
  toJSON: () => string;
  [inspect.custom]: () => string;
}>;

/** Keeps `text` where only `reveal` finds it. */
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
 * What a JSON parser says, without the piece that it quotes of a text it could not read: a secret may
 * be in it.
 */
export const withoutQuotation = (message: string): string =>
  message.replace(/, (\.\.\.)?".*"(\.\.\.)? is not valid JSON$/s, '');
