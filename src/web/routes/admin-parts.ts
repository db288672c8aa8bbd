import type { Account } from '../../accounts/accounts.ts';
import type { Link } from '../../accounts/link.ts';
import type { WebContext } from '../context.ts';
import type { Form } from '../form.ts';
import { FormProblem } from '../owner-form.ts';
import type { NewLink } from '../pages/admin.ts';

/**
 * The limits in a form; an empty field is no limit.
 * @throws FormProblem where one is no whole number.
 */
export const limitsIn = (
  ctx: WebContext,
  form: Form,
): Pick<Account, 'monthlyLimit' | 'requestsPerMinute'> => {
  const limitOf = (name: string, least: number): number | null => {
    const value = form.text(name).trim();
    if (value === '') return null;
    if (!/^\d{1,15}$/.test(value) || Number(value) < least) {
      throw new FormProblem(ctx.state.frame.text.problems.limit);
    }
    return Number(value);
  };
  return {
    monthlyLimit: limitOf('monthlyLimit', 0),
    requestsPerMinute: limitOf('requestsPerMinute', 1),
  };
};

/** A link that was just made, with its address, which is shown once. */
export const newLinkOf = (
  address: string,
  { token, link }: Readonly<{ token: string; link: Link }>,
): NewLink => ({ url: `${address}?token=${token}`, expiresAt: new Date(link.expiresAt) });
