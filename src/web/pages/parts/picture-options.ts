import { html, type Html } from '../../html.ts';
import type { Frame } from '../../layout.ts';
import { choice } from './forms.ts';

/** What is made of pictures, as forms send it in `type` and `preserve`. */

/** The type of results: `chosen`, or that of the picture. */
export const typeChoice = (
  { text: { compress } }: Frame,
  types: readonly string[],
  chosen?: string,
): Html =>
  choice(
    'type',
    compress.type,
    [
      ['', compress.keepType],
      ['*/*', compress.smallestType],
      ...types.map((type) => [type, nameOfType(type)] as const),
    ],
    chosen,
  );

/** `image/webp` is WebP. */
export const nameOfType = (type: string): string => {
  const subtype = type.replace('image/', '');
  return { webp: 'WebP' }[subtype] ?? subtype.toUpperCase();
};

/** The kinds of metadata that are kept. */
export const keptKinds = ({ text: { compress } }: Frame): Html =>
  html`<div class="row checks" role="group" aria-label="${compress.keep}">
    <span aria-hidden="true">${compress.keep}</span>
    ${Object.entries(compress.kinds).map(
      ([kind, label]) =>
        html`<label class="check"
          ><input type="checkbox" name="preserve" value="${kind}" /> ${label}</label
        >`,
    )}
  </div>`;
