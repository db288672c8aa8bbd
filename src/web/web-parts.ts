import type { Sweeps } from '../bulk/sweeps/sweeps.ts';
import type { KnownTypes } from '../service/convert-types.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Addresses } from '../delivery/signature.ts';
import type { Counters } from '../counters/counters.ts';
import type { AddressLimits } from '../rate-limits/request-limits.ts';
import type { Register, Registration } from '../service/register.ts';
import type { Health } from '../telemetry/health.ts';
import { sessionOf, type WebContext, type WebMiddleware } from './context.ts';
import type { ReadForm } from './form.ts';
import type { Passkeys } from './access/passkeys.ts';
import type { PasswordCheck } from './access/password-check.ts';
import type { Sessions } from './access/sessions.ts';
import type { SetUp } from './access/set-up.ts';

/** What the routes of accounts work with. */
export type WebParts = Readonly<{
  accounts: Accounts;
  counters: Counters;
  passwords: Passwords;
  passwordCheck: PasswordCheck;
  sessions: Sessions;
  setUp: SetUp;
  /** Undefined where people sign in by passwords and links alone. */
  passkeys: Passkeys | undefined;
  register: Register;
  registration: Registration;
  /** Requests for accounts, by address. */
  registrations: AddressLimits;
  /** Undefined where no pictures are delivered by their address. */
  addresses: Addresses | undefined;
  newAccounts: Readonly<{ monthlyLimit: number | null; requestsPerMinute: number | null }>;
  sweeps: Sweeps;
  /** Types that can be made. */
  known: KnownTypes;
  health: () => Promise<Health>;
  readForm: ReadForm;
  /** Address of the service without a slash at its end. */
  baseUrl: (ctx: WebContext) => string;
  /** File with the certificate, where the service made it itself. */
  certificatePath: string | undefined;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

/** Handlers by method and path. */
export type Routes = Readonly<Record<`${'GET' | 'POST'} /${string}`, WebMiddleware>>;

/** The accounts, to be changed by the person who is signed in, and only while that session lasts. */
export const accountsOf = (ctx: WebContext, { accounts }: Pick<WebParts, 'accounts'>): Accounts =>
  accounts.as(sessionOf(ctx).account);
