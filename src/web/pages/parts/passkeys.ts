import type { Account } from '../../../accounts/accounts.ts';
import { html, type Html } from '../../html.ts';
import type { Frame } from '../../layout.ts';
import { field, formTo } from './forms.ts';
import { entryList } from './lists.ts';

/** As accounts keep them. */
const maxPasskeys = 10;

/** The passkeys of an account, oldest first, and why no further one can be added where none can. */
export const passkeySection = (frame: Frame, { passkeys, hasPassword }: Account): Html => {
  const { account } = frame.text;
  const whyFull = passkeys.length < maxPasskeys ? undefined : account.passkeysFull;
  const obstacle = hasPassword ? whyFull : account.passkeyNeedsPassword;
  const madeOn = (time: string): string => frame.format.date(new Date(time));
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
        : html`<p class="hint">${obstacle}</p>`
    }
  </section>`;
};
