import type { Account, Link } from '../../accounts/accounts.ts';
import type { WebContext } from '../context.ts';
import type { Form } from '../form.ts';
import { FormProblem } from '../owner-form.ts';
import type { AccountState, NewLink } from '../pages/admin.ts';

/** How an account is shown to administrators. */
export const stateOf = ({ disabled, approved }: Account): AccountState => {
  if (disabled) return 'off';
  return approved ? 'on' : 'waiting';
};

/**
 * The limits in a form; an empty field is no limit.
 * @throws FormProblem where one is no whole number.
 */
export const limitsIn = (
  ctx: WebContext,
  form: Form,
): Readonly<{ monthlyLimit: number | null; requestsPerMinute: number | null }> => {
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
