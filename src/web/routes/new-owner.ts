import type { Account } from '../../accounts/accounts.ts';
import { html, type Html } from '../html.ts';
import { type Frame, layout } from '../layout.ts';
import { certificateHint } from '../pages/parts/certificate.ts';
import {
  copyable,
  emailField,
  formTo,
  hidden,
  nameField,
  newPasswordField,
  problemOf as showProblem,
} from '../pages/parts/forms.ts';
import { curlSnippet, type SnippetOptions } from '../pages/parts/snippets.ts';
import { respondWithPage, type WebContext, type WebMiddleware } from '../context.ts';
import type { Form } from '../form.ts';
import {
  FormProblem,
  type OwnerFields,
  ownerFieldsOf,
  problemOf,
  withTakenEmail,
} from '../owner-form.ts';
import { askerOf } from '../access/password-check.ts';
import { signIn } from '../access/with-session.ts';
import type { WebParts } from '../web-parts.ts';

/** What a page of a form has in its fields at first, or is shown again with. */
export type OwnerPage = Readonly<{
  token?: string | undefined;
  name?: string;
  email?: string;
  problem?: string | undefined;
}>;

type NewOwnerOptions = Readonly<{
  parts: WebParts;
  /** The page of the form, with what was entered. */
  page: (frame: Frame, entered: OwnerPage) => string;
  /** Runs before the form is looked at. False: the answer has been given. */
  isOpen: (ctx: WebContext, form: Form) => Promise<boolean>;
  /** Whether the page says that an address is taken. */
  tellsTaken: boolean;
  /** Makes the account. The password is hashed already. */
  make: (form: Form, fields: OwnerFields) => Promise<Readonly<{ account: Account; key: string }>>;
}>;

/**
 * A form by which a person gets an account: the fields are checked, the account is made, its owner is signed in, and
 * the key is shown once.
 */
export const newOwnerRoute =
  ({ parts, page, isOpen, tellsTaken, make }: NewOwnerOptions): WebMiddleware =>
  async (ctx) => {
    const { sessions, readForm } = parts;
    const form = await readForm(ctx);
    if (!(await isOpen(ctx, form))) return;
    const { text } = ctx.state.frame;
    const fields = ownerFieldsOf(form);
    try {
      const wrong = problemOf(text, fields);
      if (wrong !== undefined) throw new FormProblem(wrong);
      // A problem counts as a wrong password: each attempt hashes, or tells that an address is taken.
      const { account, key } = await parts.passwordCheck.limited(ctx, async () => {
        if (tellsTaken) await refuseTaken(ctx, parts, fields);
        const password = await parts.passwords.hash(fields.password, askerOf(ctx, fields.email));
        return withTakenEmail(text, make(form, { ...fields, password }));
      });
      if (account.approved) signIn(ctx, sessions, account);
      respondWithKey(ctx, parts, account, key);
    } catch (error) {
      if (!(error instanceof FormProblem)) throw error;
      const { name, email } = fields;
      const entered = { token: form.text('token'), name, email, problem: error.message };
      respondWithPage(ctx, page(ctx.state.frame, entered), 400);
    }
  };

/** Looks before the password is hashed, and not only when the account is made. */
const refuseTaken = async (
  ctx: WebContext,
  { accounts }: WebParts,
  { email }: OwnerFields,
): Promise<void> => {
  const { emailTaken } = ctx.state.frame.text.problems;
  if ((await accounts.findBySignIn(email)) !== undefined) throw new FormProblem(emailTaken);
};

const respondWithKey = (
  ctx: WebContext,
  { baseUrl, certificatePath }: WebParts,
  { approved }: Account,
  key: string,
): void => {
  const hasOwnCertificate = certificatePath !== undefined;
  const example = { url: baseUrl(ctx), key, hasOwnCertificate };
  respondWithPage(ctx, keyShownPage(ctx.state.frame, { ...example, isWaiting: !approved }), 201);
};

/** The form by which a person gets an account, sent with `token`, `name`, `email` and `password`. */
export const ownerForm = (
  frame: Frame,
  { token, name = '', email = '', problem }: OwnerPage,
  form: Readonly<{ action: string; lead: string; submit: string; hint?: string }>,
): Html =>
  html`<p class="lead">${form.lead}</p>
    ${showProblem(problem)}
    ${formTo(
      form.action,
      form.submit,
      token !== undefined && hidden('token', token),
      nameField(frame, name),
      emailField(frame, email),
      newPasswordField(frame),
      form.hint !== undefined && html`<p class="hint">${form.hint}</p>`,
    )}`;

type KeyShownPage = SnippetOptions &
  Readonly<{
    /** Whether the key works only after an administrator has approved the account. */
    isWaiting?: boolean;
  }>;

/** The answer to a registration: the API key, and a command that tries it. */
export const keyShownPage = (frame: Frame, page: KeyShownPage): string => {
  const { keyShown, register } = frame.text;
  const { isWaiting = false } = page;
  return layout(
    frame,
    { title: isWaiting ? register.waiting : keyShown.title },
    html`<p class="lead">${isWaiting ? register.waitingHint : keyShown.lead}</p>
      <div class="key" data-address="${isWaiting ? '/signin' : '/account'}">
        ${copyable(frame, 'key', page.key)}
      </div>
      <h2>${keyShown.try}</h2>
      ${copyable(frame, 'curl', curlSnippet(page))}
      ${page.hasOwnCertificate && certificateHint(frame)}
      ${!isWaiting && html`<p><a class="button main" href="/">${keyShown.goOn}</a></p>`}`,
  );
};
