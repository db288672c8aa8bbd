import { hasCode } from '../../errors.ts';
import { respondWithJson } from '../../http/respond.ts';
import { nameOfAtMost } from '../../names.ts';
import { html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { hidden } from '../pages/parts/forms.ts';
import { isConfirmed } from '../confirm.ts';
import { respondWithPage, sessionOf, type WebContext } from '../context.ts';
import type { Form } from '../form.ts';
import { FormProblem } from '../owner-form.ts';
import { accountsOf, type Routes, type WebParts } from '../web-parts.ts';
import { formRoute } from './account.ts';
import { signInBy } from './sign-in.ts';

/** Signing in by a passkey, where the service uses any. */
export const passkeySignInRoutes = (parts: WebParts): Routes => {
  const { passkeys, passwordCheck } = parts;
  if (passkeys === undefined) return {};
  return {
    // What the script of the sign-in page gives to the browser.
    'POST /signin/passkey/options': (ctx) => {
      const { options, cookie } = passkeys.request();
      ctx.append('Set-Cookie', cookie);
      respondWithJson(ctx, 200, options);
    },
    // One message for whatever is wrong, at the rate of wrong passwords.
    'POST /signin/passkey': signInBy(
      parts,
      (ctx, form) =>
        passwordCheck.limited(ctx, () => passkeys.signIn(ctx.get('Cookie'), form.text('answer'))),
      ({ problems }) => problems.passkey,
    ),
  };
};

/** The passkeys of the account that is signed in, where the service uses any. */
export const passkeyRoutes = (parts: WebParts): Routes => {
  const { passkeys } = parts;
  if (passkeys === undefined) return {};
  return {
    // The page that makes a passkey. Its owner is asked for, and the options of the page are good for this account
    // alone, so that what they lead to needs no question.
    'POST /account/passkeys/new': formRoute(parts, async (ctx, form) => {
      const name = nameIn(ctx, form);
      if (!(await isConfirmed(ctx, parts, form))) return undefined;
      const creation = passkeys.creationFor(sessionOf(ctx).account);
      respondWithPage(ctx, passkeyPage(ctx.state.frame, { name, creation }));
      return undefined;
    }),
    'POST /account/passkeys': formRoute(parts, async (ctx, form) => {
      const name = nameIn(ctx, form);
      try {
        await passkeys.add(sessionOf(ctx).account, name, form.text('answer'));
      } catch (error) {
        if (!hasCode(error, 'bad_request')) throw error;
        throw new FormProblem(ctx.state.frame.text.problems.passkeyRefused, { cause: error });
      }
      return 'passkeyAdded';
    }),
    'POST /account/passkeys/remove': formRoute(parts, async (ctx, form) => {
      if (!(await isConfirmed(ctx, parts, form))) return undefined;
      await accountsOf(ctx, parts).removePasskey(sessionOf(ctx).account.id, form.text('id'));
      return 'passkeyRemoved';
    }),
  };
};

/** As accounts store it. */
const passkeyName = nameOfAtMost(100);

const nameIn = (ctx: WebContext, form: Form): string => {
  const name = form.text('name').trim();
  if (passkeyName.test(name)) return name;
  throw new FormProblem(ctx.state.frame.text.problems.passkeyName);
};

type PasskeyPage = Readonly<{
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
