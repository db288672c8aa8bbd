import { hasCode } from '../errors.ts';
import type { Form } from './form.ts';
import type { Text } from './text/en.ts';
import { emailAddress, nameOfAtMost } from '../names.ts';

/** What a person enters to make an account. */
export type OwnerFields = Readonly<{ name: string; email: string; password: string }>;

export const ownerFieldsOf = (form: Form): OwnerFields => ({
  name: form.text('name').trim(),
  email: form.text('email').trim(),
  password: form.text('password'),
});

/** What is wrong with fields that were entered, in the words of the page; undefined where nothing is. */
export const problemOf = (
  { problems }: Text,
  { name, email, password }: Partial<OwnerFields>,
): string | undefined => {
  if (name !== undefined && !ownerName.test(name)) return problems.name;
  if (email !== undefined && !emailAddress.test(email)) return problems.email;
  if (password === undefined) return undefined;
  const { length } = [...password];
  if (length < minPasswordLength) return problems.passwordTooShort;
  return length > maxPasswordLength ? problems.passwordTooLong : undefined;
};

/** As accounts store it. */
const ownerName = nameOfAtMost(200);

/** Characters. NIST SP 800-63B-4, section 3.1.1.2, asks for a length instead of kinds of characters. */
const minPasswordLength = 10;
const maxPasswordLength = 1000;

/** A form that cannot be carried out: the sentence that the page shows. */
export class FormProblem extends Error {}

/**
 * Carries out a change of accounts whose fields have been checked. What accounts then still refuse is an e-mail
 * address that another account signs in with.
 * @throws FormProblem for that.
 */
export const withTakenEmail = async <Result>(
  { problems }: Text,
  change: Promise<Result>,
): Promise<Result> => {
  try {
    return await change;
  } catch (error) {
    if (hasCode(error, 'bad_request')) {
      throw new FormProblem(problems.emailTaken, { cause: error });
    }
    throw error;
  }
};
