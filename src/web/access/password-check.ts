import type { Account, Accounts } from '../../accounts/accounts.ts';
import type { Asker, Passwords } from '../../accounts/passwords.ts';
import { clientNetwork, siteNetwork } from '../../net/ip-ranges.ts';
import type { RefundableLimits } from '../../rate-limits/request-limits.ts';
import type { WebContext } from '../context.ts';
import { FormProblem } from '../owner-form.ts';
import type { Devices } from './devices.ts';

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/**
 * Compares passwords, at a limited rate: wrong ones by address, and right ones by account, so that many people behind one
 * address can sign in. A wrong one never locks the account, or everybody could lock out its owner.
 */
export const createPasswordCheck = ({
  accounts,
  passwords,
  signIns,
  rightPasswords,
  devices,
}: Readonly<{
  accounts: Pick<Accounts, 'findBySignIn'>;
  passwords: Passwords;
  signIns: RefundableLimits;
  rightPasswords: RefundableLimits;
  devices: Pick<Devices, 'isKnown'>;
}>) => {
  /** Runs an attempt, which counts as wrong when it gives nothing, or a problem of its form. Throws as `signIn` does. */
  const limited = async <Found>(ctx: WebContext, attempt: () => Promise<Found>): Promise<Found> => {
    const network = clientNetwork(ctx.state.address);
    // Counted before the attempt, so that attempts at once do not get around the limit.
    await signIns.take(network);
    let isWrong = false;
    try {
      const found = await attempt();
      isWrong = found === undefined;
      return found;
    } catch (error) {
      isWrong = error instanceof FormProblem;
      throw error;
    } finally {
      if (!isWrong) signIns.giveBack(network);
    }
  };

  /**
   * The enabled account of an e-mail address and its password. Wrong addresses take as long as wrong passwords.
   * @throws ServiceError `rate_limit_exceeded`, `unavailable`.
   */
  const signIn = (ctx: WebContext, email: string, password: string): Promise<Account | undefined> =>
    limited(ctx, async () => {
      const found = await accounts.findBySignIn(email);
      const { id } = found?.account ?? {};
      const isKnown = found !== undefined && devices.isKnown(ctx.get('Cookie'), found.account);
      const asker = { ...askerOf(ctx, email), ...(isKnown && { isKnown }) };
      if (id !== undefined) await rightPasswords.take(id);
      let isRight = false;
      try {
        isRight = await passwords.verify(password, found?.password, asker);
      } finally {
        if (id !== undefined && !isRight) rightPasswords.giveBack(id);
      }
      return isRight ? found?.account : undefined;
    });

  return {
    signIn,
    limited,
    /** Whether a password is that of an account. Throws as `signIn` does. */
    isOf: async (ctx: WebContext, account: Account, password: string): Promise<boolean> =>
      (await signIn(ctx, account.email, password))?.id === account.id,
  };
};

/**
 * Who asks for the hash of a password: hashes are computed for networks and accounts in turn. Few may wait in all, so the
 * networks of one person count as one.
 */
export const askerOf = (ctx: WebContext, email: string): Asker => ({
  network: siteNetwork(ctx.state.address),
  account: email.toLowerCase(),
});
