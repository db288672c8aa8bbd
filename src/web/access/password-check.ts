import type { Accounts } from '../../accounts/accounts.ts';
import type { Passwords } from '../../accounts/passwords.ts';
import type { Account } from '../../accounts/accounts.ts';
import { clientNetwork } from '../../net/ip-ranges.ts';
import type { RefundableLimits } from '../../rate-limits/address-limits.ts';
import type { WebContext } from '../context.ts';

/**
 * Compares passwords, at a limited rate by address. Right ones are not counted, so that many people behind one
 * address can sign in. A wrong one never locks the account, or everybody could lock out its owner.
 */
export type PasswordCheck = Readonly<{
  /**
   * The enabled account of an e-mail address and its password. Wrong addresses take as long as wrong passwords.
   * @throws ServiceError `rate_limit_exceeded`, `unavailable`.
   */
  signIn: (ctx: WebContext, email: string, password: string) => Promise<Account | undefined>;
  /** Runs an attempt to sign in, which counts as wrong when it finds no account. Throws as `signIn` does. */
  limited: (
    ctx: WebContext,
    attempt: () => Promise<Account | undefined>,
  ) => Promise<Account | undefined>;
  /** Whether a password is that of an account. Throws as `signIn` does. */
  isOf: (ctx: WebContext, account: Account, password: string) => Promise<boolean>;
}>;

export const createPasswordCheck = ({
  accounts,
  passwords,
  signIns,
}: Readonly<{
  accounts: Pick<Accounts, 'findBySignIn'>;
  passwords: Passwords;
  signIns: RefundableLimits;
}>): PasswordCheck => {
  const limited: PasswordCheck['limited'] = async (ctx, attempt) => {
    const network = clientNetwork(ctx.state.address);
    // Counted before the attempt, so that attempts at once do not get around the limit.
    await signIns.take(network);
    let isWrong = false;
    try {
      const account = await attempt();
      isWrong = account === undefined;
      return account;
    } finally {
      if (!isWrong) signIns.giveBack(network);
    }
  };

  const signIn: PasswordCheck['signIn'] = (ctx, email, password) =>
    limited(ctx, async () => {
      const found = await accounts.findBySignIn(email);
      return (await passwords.verify(password, found?.password)) ? found?.account : undefined;
    });

  return {
    signIn,
    limited,
    isOf: async (ctx, account, password) =>
      (await signIn(ctx, account.email, password))?.id === account.id,
  };
};
