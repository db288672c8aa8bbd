import type { Role } from './role.ts';

/** What a one-time link is for: making an account, or signing in to one. */
type LinkKind = 'invite' | 'signin';

/** A one-time link without its token. */
export type Link = Readonly<{
  /** 16 hexadecimal digits, which say nothing about the token. */
  id: string;
  kind: LinkKind;
  /** The account to sign in to; null for an invitation. */
  accountId: string | null;
  /** Address that was invited, as a proposal; null: none. */
  email: string | null;
  /** Role and limits of the account that an invitation makes. */
  role: Role;
  monthlyLimit: number | null;
  requestsPerMinute: number | null;
  /** ISO 8601, UTC. */
  expiresAt: string;
  /** Id of the administrator's account; null: the operator's command line. */
  createdBy: string | null;
}>;

export type NewLink =
  | Readonly<{ kind: 'signin'; accountId: string }>
  | Readonly<{
      kind: 'invite';
      email?: string | null | undefined;
      role?: Role | undefined;
      monthlyLimit?: number | null | undefined;
      requestsPerMinute?: number | null | undefined;
    }>;
