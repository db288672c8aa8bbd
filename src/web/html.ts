import { escaped } from '../escaped-html.ts';

/** Text that is HTML. Only `html` makes it, so that no text of a client can pass for it. */
export class Html {
  readonly #text: string;
  private constructor(text: string) {
    this.#text = text;
  }

  /** The HTML of a template; every value that is no `Html` is escaped. */
  static of(strings: readonly string[], values: readonly HtmlValue[]): Html {
    return new Html(
      strings
        .map((text, index) => text + (index < values.length ? textOf(values[index]) : ''))
        .join(''),
    );
  }

  toString(): string {
    return this.#text;
  }
}

/** What a template takes: nothing for null, undefined and false; the elements of a list one after the other. */
export type HtmlValue = Html | string | number | false | null | undefined | readonly HtmlValue[];

/** A template of HTML: `` html`<p title="${title}">${text}</p>` ``. Attribute values must be in quotes. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  Html.of(strings, values);

const textOf = (value: HtmlValue): string => {
  if (value instanceof Html) return value.toString();
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') return value.map(textOf).join('');
  return escaped(String(value));
};
