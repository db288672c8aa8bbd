import { expect } from 'chai';
import { languageOf } from '../../src/web/text/languages.ts';
import { de } from '../../src/web/text/de.ts';
import { en } from '../../src/web/text/en.ts';

describe('the language of a page', () => {
  const cases: readonly (readonly [title: string, header: string, expected: string])[] = [
    ['is English without a wish', '', 'en'],
    ['is English for languages that are missing', 'fr, ja;q=0.5', 'en'],
    ['is the one asked for', 'de', 'de'],
    ['is the one of a region', 'de-AT, de;q=0.9, en;q=0.8', 'de'],
    ['follows the weights', 'en;q=0.7, de;q=0.8', 'de'],
    ['follows the order where weights are equal', 'fr, en, de', 'en'],
    ['is none that is refused', 'de;q=0, en;q=0.1', 'en'],
    ['is in any case', 'DE-de', 'de'],
    ['is no name of an object', 'constructor, toString', 'en'],
  ];
  for (const [title, header, expected] of cases) {
    it(title, () => expect(languageOf('auto', header)).to.equal(expected));
  }

  it('is that of the settings', () => {
    expect(languageOf('de', 'en')).to.equal('de');
  });
});

/** Placeholders of each text for scripts, by its name. */
const placeholders = (texts: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, (text.match(/\{\w+\}/g) ?? []).toSorted()]),
  );

describe('the catalogues', () => {
  it('have the same placeholders', () => {
    expect(placeholders(de.client)).to.deep.equal(placeholders(en.client));
  });
});
