import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { hidden } from './parts/forms.ts';

export type PasskeyPage = Readonly<{
  name: string;
  /** Options of `navigator.credentials.create`, as JSON. */
  creation: object;
}>;

/** `POST /account/passkeys/new`: makes a passkey when its button is pressed, since browsers ask for that. */
export const passkeyPage = (frame: Frame, { name, creation }: PasskeyPage): string => {
  const { passkey, actions } = frame.text;
  return layout(
    frame,
    { title: passkey.title, section: 'account', isNarrow: true, script: 'passkey.js' },
    html`<p class="lead">${passkey.lead(name)}</p>
      <p id="passkey-problem" class="note problem" role="alert"></p>
      <form
        id="passkey"
        method="post"
        action="/account/passkeys"
        data-creation="${JSON.stringify(creation)}"
        data-problem="${passkey.notMade}"
        data-unsupported="${passkey.unsupported}"
        hidden
      >
        ${hidden('name', name)} ${hidden('answer', '')}
        <div class="row">
          <button class="main">${passkey.submit}</button>
          <a class="button" href="/account">${actions.back}</a>
        </div>
      </form>
      <p class="without-script">${passkey.unsupported}</p>`,
  );
};
