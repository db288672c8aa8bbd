import { html, type Html } from '../../html.ts';
import type { Frame } from '../../layout.ts';
import { field, formTo, hidden } from './forms.ts';

export type PasskeyList = Readonly<{
  passkeys: readonly Readonly<{ id: string; name: string; createdAt: string }>[];
  /** Why no further one can be added; undefined where one can. */
  obstacle: 'noPassword' | 'full' | undefined;
}>;

/** The passkeys of an account, oldest first. */
export const passkeySection = (frame: Frame, { passkeys, obstacle }: PasskeyList): Html => {
  const { account } = frame.text;
  const hints = { noPassword: account.passkeyNeedsPassword, full: account.passkeysFull };
  return html`<section aria-labelledby="passkeys">
    <h2 id="passkeys">${account.passkeys}</h2>
    <p>${account.passkeysLead}</p>
    ${
      passkeys.length > 0 &&
      html`<ul class="entries">
        ${passkeys.map((passkey) => entry(frame, passkey))}
      </ul>`
    }
    ${
      obstacle === undefined
        ? formTo(
            '/account/passkeys/new',
            account.addPasskey,
            field({
              ...{ name: 'name', id: 'passkey-name', label: account.passkeyName, maxLength: 100 },
              hint: account.passkeyNameHint,
            }),
          )
        : html`<p class="hint">${hints[obstacle]}</p>`
    }
  </section>`;
};

const entry = (
  { text, format }: Frame,
  { id, name, createdAt }: PasskeyList['passkeys'][number],
): Html => {
  const { account } = text;
  return html`<li class="row spread">
    <span>
      ${name} <span class="hint">${account.passkeyMade(format.date(new Date(createdAt)))}</span>
    </span>
    <form method="post" action="/account/passkeys/remove">
      ${hidden('id', id)}
      <button class="small" aria-label="${account.removePasskeyNamed(name)}">
        ${account.removePasskey}
      </button>
    </form>
  </li>`;
};
