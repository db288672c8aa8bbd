import { de } from './de.ts';
import { en, type Text } from './en.ts';

/** A further language is one file beside these, and one line here. */
const catalogues = { en, de } satisfies Readonly<Record<string, Text>>;

export type Language = keyof typeof catalogues;

export const textIn = (language: Language): Text => catalogues[language];

/**
 * The language of a page: `setting`, or with `auto` the first of Accept-Language (RFC 9110, section 12.5.4) that
 * there is; English where there is none.
 */
export const languageOf = (setting: Language | 'auto', acceptLanguage: string): Language => {
  if (setting !== 'auto') return setting;
  const wanted = acceptLanguage
    .split(',')
    .map(weighted)
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  return wanted.map(({ name }) => name).find(isLanguage) ?? 'en';
};

/** `de-AT;q=0.8` is `de` with 0.8. */
const weighted = (range: string): Readonly<{ name: string; weight: number }> => {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return {
    name: tag.split('-')[0] ?? '',
    weight: quality === undefined ? 1 : Number(quality) || 0,
  };
};

const isLanguage = (name: string): name is Language => Object.hasOwn(catalogues, name);
