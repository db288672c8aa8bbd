import { matchesGlob } from 'node:path';

/**
 * Whether a text matches a pattern, as `matchesGlob` of Node says. Its time grows with the length of the text, where that
 * of `matchesGlob` grows with its power of the number of stars. Names and keys may be chosen by somebody who wants it to
 * be long. Patterns that are rare, such as `+(a|b)` and `{1..9}`, are left to `matchesGlob`.
 */
export const globMatcher = (pattern: string): ((text: string) => boolean) => {
  const slow = (text: string): boolean => matchesGlob(text, pattern);
  const choices = pattern.match(/[{,]/g)?.length ?? 0;
  if (rare.test(pattern) || choices > mostChoices) return slow;
  const patterns = alternatives(pattern).map(expressionOf);
  if (patterns.includes(undefined)) return slow;
  return (text) => {
    const path = text.replaceAll(/\/+/g, '/');
    return patterns.some((each) => each?.test(path));
  };
};

/** Undefined for a range that is none, such as `[z-a]`. */
const expressionOf = (pattern: string): RegExp | undefined => {
  try {
    return new RegExp(`^${sourceOf(pattern)}$`);
  } catch {
    return undefined;
  }
};

const rare = /[?*+@!]\(|\\|\.\.|\[\[|(?:^|[/{,])\.?\//;

/** Braces and commas, so that there are some thousand alternatives at most. */
const mostChoices = 20;

/** `a.{b,c}` as `a.b` and `a.c`. */
const alternatives = (pattern: string): readonly string[] => {
  const [whole, inner] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || inner === undefined) return [pattern];
  return inner.split(',').flatMap((each) => alternatives(pattern.replace(whole, () => each)));
};

/** Names that `**` stands for. */
const anyName = '(?!\\.)[^/]+';

const sourceOf = (pattern: string): string => {
  let groups = 0;
  /** What comes first, and never a later one: the next expression cannot go back into it. */
  const once = (source: string): string => {
    groups += 1;
    return `(?=(?<g${groups}>${source}))\\k<g${groups}>`;
  };

  /** Between two stars, what comes first leaves most for what follows. */
  const nameSource = (name: string): string => {
    const [first = '', ...others] = starsOutside(name).map(fixedSource);
    const last = others.pop();
    const begin = /^[*?[]/.test(name) ? '(?!\\.)' : '';
    if (last === undefined) return begin + first;
    const isAny = [first, last, ...others].every((part) => part === '');
    const middle = others.map((part) => once(`[^/]*?${part}`)).join('');
    return `${begin}${first}${middle}[^/]${isAny ? '+' : '*'}${last}`;
  };

  const parts = pattern
    .split(/(?:^|\/)\*\*(?:\/\*\*)*(?:\/|$)/)
    .map((names) => (names === '' ? '' : names.split('/').map(nameSource).join('/')));
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return first;
  const begin = first === '' ? '/?' : `${first}/`;
  const middle = others.map((names) => once(`(?:${anyName}/)*?${names}/`)).join('');
  return `${begin}${middle}(?:${anyName}/)*${last === '' ? anyName : last}`;
};

const character = /\[(!?)([^\]/]+)\]|\?/g;

/** The parts of a name between its stars. */
const starsOutside = (name: string): readonly string[] => name.split(/\*+(?![^[]*\])/);

/** What has one length, without stars. */
const fixedSource = (text: string): string => {
  let source = '';
  let end = 0;
  for (const { 0: whole, 1: not, 2: signs, index } of text.matchAll(character)) {
    source += RegExp.escape(text.slice(end, index));
    source += signs === undefined ? '[^/]' : `(?!/)[${not === '!' ? '^' : ''}${signs}]`;
    end = index + whole.length;
  }
  return source + RegExp.escape(text.slice(end));
};
