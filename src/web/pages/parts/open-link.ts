import type { Link } from '../../../accounts/link.ts';
import { html, type Html, type HtmlValue } from '../../html.ts';
import type { Frame } from '../../layout.ts';
import { hidden } from './forms.ts';

/** A link that still works, with a button that ends it. `label`: what the button does, for screen readers. */
export const openLink = (
  { text, format }: Frame,
  { id, expiresAt }: Link,
  whom: HtmlValue,
  label: string,
): Html =>
  html`<li class="row spread">
    <span>
      ${whom}
      <span class="hint">${text.admin.expires}: ${format.dateTime(new Date(expiresAt))}</span>
    </span>
    <form method="post" action="/admin/links/revoke">
      ${hidden('id', id)}
      <button class="small" aria-label="${label}">${text.admin.revoke}</button>
    </form>
  </li>`;
