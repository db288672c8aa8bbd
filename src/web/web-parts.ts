import type { Accounts } from '../accounts/accounts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Sweeps } from '../bulk/sweeps/sweeps.ts';
import type { Config } from '../config/config.ts';
import type { Counters } from '../counters/counters.ts';
import type { Addresses } from '../delivery/signature.ts';
import type { UnreadBodyLimits } from '../http/body/unread-body.ts';
import type { ErrorBoundaryOptions } from '../http/errors.ts';
import type { OutputRouteOptions } from '../http/routes/output.ts';
import type { ReceiptRouteOptions } from '../http/routes/receipt.ts';
import type { ShrinkRouteOptions } from '../http/routes/shrink.ts';
import type { AddressLimits, RateLimits, RefundableLimits } from '../rate-limits/request-limits.ts';
import type { DownloadResult } from '../service/download.ts';
import type { Register } from '../service/register.ts';
import type { Once } from '../state/once.ts';
import type { SetUpTokens } from '../state/set-up-tokens.ts';
import type { Health } from '../telemetry/health.ts';
import type { Demo } from './access/demo.ts';
import type { Passkeys } from './access/passkeys.ts';
import type { PasswordCheck } from './access/password-check.ts';
import type { Sessions } from './access/sessions.ts';
import type { SetUp } from './access/set-up.ts';
import { sessionOf, type WebContext, type WebMiddleware } from './context.ts';
import type { ReadForm } from './form.ts';

/** What the pages are given. */
export type WebOptions = Omit<ShrinkRouteOptions, 'baseUrl'> &
  OutputRouteOptions &
  ReceiptRouteOptions &
  Omit<ErrorBoundaryOptions, 'respond'> &
  UnreadBodyLimits &
  Readonly<{
    settings: Config['web'];
    accounts: Accounts;
    counters: Counters;
    passwords: Passwords;
    register: Register;
    downloadResult: DownloadResult;
    /** Requests for accounts, by address. */
    registrations: AddressLimits;
    /** Undefined where no pictures are delivered by their address. */
    addresses: Addresses | undefined;
    signIns: RefundableLimits;
    rightPasswords: RefundableLimits;
    /** Pictures of people without an account; undefined where there is no demo. */
    demoUses: AddressLimits | undefined;
    /** Most pictures of a form; 20 by default. */
    maxFiles?: number;
    /** Longest time from a complete upload to its answer. */
    answerSeconds: number;
    rateLimits: RateLimits;
    setUpTokens: SetUpTokens;
    /** Challenges of passkeys that were answered. */
    once: Once;
    /** The secret of the service, from which the key of session cookies is derived. */
    secret: Uint8Array;
    sweeps: Sweeps;
    health: () => Promise<Health>;
    /** Base of the addresses in answers; empty: the Host header of the request. */
    publicUrl: string;
    /** File with the certificate, where the service made it itself. */
    certificatePath: string | undefined;
    /** Whether browsers accept the certificate. */
    isTrusted: boolean;
    /** Milliseconds since 1970. */
    now: () => number;
  }>;

/** What routes work with. */
export type WebParts = WebOptions &
  Readonly<{
    sessions: Sessions;
    setUp: SetUp;
    /** Undefined where people sign in by passwords and links alone. */
    passkeys: Passkeys | undefined;
    passwordCheck: PasswordCheck;
    demo: Demo;
    readForm: ReadForm;
    /** Address of the service without a slash at its end. */
    baseUrl: (ctx: WebContext) => string;
  }>;

/** Handlers by method and path. */
export type Routes = Readonly<Record<`${'GET' | 'POST'} /${string}`, WebMiddleware>>;

/** The accounts, to be changed by the person who is signed in, and only while that session lasts. */
export const accountsOf = (ctx: WebContext, { accounts }: Pick<WebParts, 'accounts'>): Accounts =>
  accounts.as(sessionOf(ctx).account);
