import { html, type Html } from '../../html.ts';
import type { Frame } from '../../layout.ts';
import { field, formTo } from './forms.ts';
import { entryList } from './lists.ts';

export type PasskeyList = Readonly<{
  passkeys: readonly Readonly<{ id: string; name: string; createdAt: string }>[];
  /** Why no further one can be added; undefined where one can. */
  obstacle: 'noPassword' | 'full' | undefined;
}>;

/** The passkeys of an account, oldest first. */
export const passkeySection = (frame: Frame, { passkeys, obstacle }: PasskeyList): Html => {
  const { account } = frame.text;
  const madeOn = (time: string): string => frame.format.date(new Date(time));
  const hints = { noPassword: account.passkeyNeedsPassword, full: account.passkeysFull };
  return html`<section aria-labelledby="passkeys">
    <h2 id="passkeys">${account.passkeys}</h2>
    <p>${account.passkeysLead}</p>
    ${entryList(
      '/account/passkeys/remove',
      account.removePasskey,
      passkeys.map(({ id, name, createdAt }) => ({
        ...{ id, content: name, hint: account.passkeyMade(madeOn(createdAt)) },
        label: account.removePasskeyNamed(name),
      })),
    )}
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
