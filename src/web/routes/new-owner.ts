import type { Account } from '../../accounts/accounts.ts';
import { respondWithPage, type WebContext, type WebMiddleware } from '../context.ts';
import type { Form } from '../form.ts';
import {
  FormProblem,
  type OwnerFields,
  ownerFieldsOf,
  problemOf,
  withTakenEmail,
} from '../owner-form.ts';
import { keyShownPage } from '../pages/key-shown.ts';
import { signIn } from '../access/with-session.ts';
import type { WebParts } from '../web-parts.ts';

/** What a page is shown again with. */
export type Entered = Readonly<{
  token: string;
  name: string;
  email: string;
  problem: string | undefined;
}>;

type NewOwnerOptions = Readonly<{
  parts: WebParts;
  /** The page of the form, with what was entered. */
  page: (ctx: WebContext, entered: Entered) => string;
  /** Runs before the form is looked at. False: the answer has been given. */
  isOpen: (ctx: WebContext, form: Form) => Promise<boolean>;
  /** Makes the account. The password is hashed already. */
  make: (form: Form, fields: OwnerFields) => Promise<Readonly<{ account: Account; key: string }>>;
}>;

/**
 * A form by which a person gets an account: the fields are checked, the account is made, its owner is signed in, and
 * the key is shown once.
 */
export const newOwnerRoute =
  ({ parts, page, isOpen, make }: NewOwnerOptions): WebMiddleware =>
  async (ctx) => {
    const { passwords, sessions, readForm } = parts;
    const form = await readForm(ctx);
    if (!(await isOpen(ctx, form))) return;
    const { text } = ctx.state.frame;
    const fields = ownerFieldsOf(form);
    try {
      const wrong = problemOf(text, fields);
      if (wrong !== undefined) throw new FormProblem(wrong);
      const password = await passwords.hash(fields.password);
      const { account, key } = await withTakenEmail(text, make(form, { ...fields, password }));
      if (account.approved) signIn(ctx, sessions, account);
      respondWithKey(ctx, parts, account, key);
    } catch (error) {
      if (!(error instanceof FormProblem)) throw error;
      const { name, email } = fields;
      const entered = { token: form.text('token'), name, email, problem: error.message };
      respondWithPage(ctx, page(ctx, entered), 400);
    }
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
