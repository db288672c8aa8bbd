import { html, type Html } from '../../html.ts';
import type { Frame } from '../../layout.ts';
import { addressSnippetsOf } from './address-snippets.ts';
import { choice, copyable, field, formTo } from './forms.ts';

/** A key pair; its secrets, as hexadecimal digits, where the key of the account was asked for. */
type ShownPair = Readonly<{
  name: string;
  secrets: Readonly<{ key: string; salt: string }> | undefined;
}>;

export type AddressesShown = Readonly<{
  /** Address of the service with the prefix. */
  url: string;
  /** One or more. */
  pairs: readonly ShownPair[];
  /** The address that the form has made. */
  made?: string | undefined;
}>;

/** The form is sent to `/account/address`: `pair`, `source`, `width`, `height`, `fit`, `type`. */
export const addressSection = (frame: Frame, { url, pairs, made }: AddressesShown): Html => {
  const { addresses } = frame.text;
  const [first] = pairs;
  const { key, salt } = first?.secrets ?? { key: 'YOUR_KEY', salt: 'YOUR_SALT' };
  return html`<section aria-labelledby="addresses">
    <h2 id="addresses">${addresses.title}</h2>
    <p>${addresses.lead}</p>
    ${pairs.map((pair, index) => pairOf(frame, pair, `pair-${index}`))}
    ${formTo('/account/address', addresses.make, fieldsOf(frame, pairs))}
    ${
      made !== undefined &&
      html`<p>${addresses.made}</p>
        ${copyable(frame, 'address', made)}`
    }
    ${addressSnippetsOf({ url, key, salt }).map(
      ({ id, label, code }) =>
        html`<details name="address-snippet">
          <summary>${label}</summary>
          ${copyable(frame, `code-${id}`, code)}
        </details>`,
    )}
  </section>`;
};

const pairOf = (frame: Frame, { name, secrets }: ShownPair, id: string): Html => {
  const { addresses } = frame.text;
  return html`<p>${addresses.pair(name)}</p>
    ${
      secrets === undefined
        ? html`<p class="hint">${addresses.hidden}</p>`
        : html`${copyable(frame, id, `key:  ${secrets.key}\nsalt: ${secrets.salt}`)}`
    }`;
};

const fieldsOf = ({ text }: Frame, pairs: readonly ShownPair[]): Html => {
  const { addresses, compress } = text;
  const side = (name: 'width' | 'height'): Html =>
    field({ name, label: compress[name], type: 'number', isOptional: true });
  return html`${
      pairs.length > 1 &&
      choice(
        'pair',
        addresses.with,
        pairs.map(({ name }) => [name, name]),
      )
    }
    ${field({ name: 'source', label: addresses.source, hint: addresses.sourceHint, maxLength: 4000 })}
    <div class="columns">
      ${side('width')} ${side('height')}
      ${choice('fit', addresses.fit, [
        ['fit', addresses.inside],
        ['fill', addresses.covering],
      ])}
      ${choice('type', compress.type, [
        ['', addresses.byBrowser],
        ...['avif', 'webp', 'jpg', 'png'].map((type) => [type, type.toUpperCase()] as const),
      ])}
    </div>`;
};
