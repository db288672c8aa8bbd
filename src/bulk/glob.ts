import { matchesGlob } from 'node:path';

/**
 * Whether a text matches a pattern, as `matchesGlob` of Node says. Its time grows with the length of the text, where that
 * of `matchesGlob` grows with its power of the number of stars. Names and keys may be chosen by somebody who wants it to
 * be long. Patterns that are rare, such as `+(a|b)` and `{1..9}`, are left to `matchesGlob`.
 */
export const globMatcher = (pattern: string): ((text: string) => boolean) => {
  const choices = pattern.match(/[{,]/g)?.length ?? 0;
  try {
    if (!rare.test(pattern) && choices <= mostChoices) return usualMatcher(pattern);
  } catch {
    // A range that is none, such as `[z-a]`.
  }
  return (text) => matchesGlob(text, pattern);
};

const rare = /[?*+@!]\(|\\|\.\.|\[\[|(?:^|[/{,])\.?\//;

/** Braces and commas, so that there are some thousand alternatives at most. */
const mostChoices = 20;

const usualMatcher = (pattern: string): ((text: string) => boolean) => {
  const paths = alternatives(pattern).map(pathOf);
  return (text) => paths.some((path) => matches(path, text.split(/\/+/)));
};

/** `a.{b,c}` as `a.b` and `a.c`. */
const alternatives = (pattern: string): readonly string[] => {
  const [whole, inner] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || inner === undefined) return [pattern];
  return inner.split(',').flatMap((each) => alternatives(pattern.replace(whole, () => each)));
};

/** What is expected of an item, or with `isMany` of any number of items. */
type Test<T> = Readonly<{ isMany?: true; takes: (item: T) => boolean }>;

/** The names of a path. `**` takes no names that begin with a dot, and at the end one name or more. */
const pathOf = (pattern: string): readonly Test<string>[] => {
  const tests = pattern.split('/').map((name) => (name === '**' ? manyNames : nameOf(name)));
  return tests.at(-1) === manyNames ? [...tests, nameOf('*')] : tests;
};

/** Also what is before the first slash of `/a`. */
const manyNames: Test<string> = { isMany: true, takes: (name) => !name.startsWith('.') };

const nameOf = (pattern: string): Test<string> => {
  const signs = Array.from(pattern.matchAll(/\*+|\[(!?)([^\]/]+)\]|./gs), signOf);
  const isOpen = /^[*?[]/.test(pattern);
  return { takes: (name) => !(isOpen && /^(?:\.|$)/.test(name)) && matches(signs, name) };
};

const signOf = ([text, not, range]: readonly (string | undefined)[]): Test<string> => {
  if (text?.startsWith('*') === true) return { isMany: true, takes: () => true };
  if (range === undefined) return { takes: (sign) => text === '?' || text === sign };
  const signs = new RegExp(`[${not === '!' ? '^' : ''}${range}]`);
  return { takes: (sign) => signs.test(sign) };
};

/** Only the last of many is gone back to: what comes first leaves most for what follows. */
const matches = <T>(tests: readonly Test<T>[], items: ArrayLike<T>): boolean => {
  let [next, at] = [0, 0];
  let many: Readonly<{ next: number; at: number }> | undefined;
  const isTaken = (test: Test<T> | undefined, index: number): boolean =>
    index < items.length && test?.takes(items[index] as T) === true;
  while (next < tests.length || at < items.length) {
    if (tests[next]?.isMany === true) {
      many = { next, at };
      next += 1;
    } else if (isTaken(tests[next], at)) {
      next += 1;
      at += 1;
    } else if (many !== undefined && isTaken(tests[many.next], many.at)) {
      many = { next: many.next, at: many.at + 1 };
      ({ next, at } = { next: many.next + 1, at: many.at });
    } else return false;
  }
  return true;
};
