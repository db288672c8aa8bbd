import type { Passkey } from './accounts.ts';
import { listOf, matching, objectOf, type Rule, time, wholeNumber } from './field-rules.ts';
import { nameOfAtMost } from '../names.ts';

/** A passkey as it is stored: the credential of an authenticator (WebAuthn, section 4). It holds no secret. */
export type StoredPasskey = Passkey &
  Readonly<{
    /** The public key (COSE_Key), Base64 for URLs. */
    publicKey: string;
    /** The signature counter of its last use; 0 where the authenticator has none. */
    counter: number;
    /** How browsers reach the authenticator, such as `internal`. */
    transports: readonly string[];
  }>;

/** So many passkeys an account may have. */
const maxPasskeys = 10;

const base64Url = (maxLength: number): Rule =>
  matching(
    new RegExp(`^[\\w-]{1,${maxLength}}$`),
    `1 to ${maxLength} characters of Base64 for URLs`,
  );

/** What the list of passkeys must be. A credential id has up to 1023 bytes (WebAuthn, section 5.1). */
export const passkeysRule: Rule = listOf(
  maxPasskeys,
  objectOf<keyof StoredPasskey>({
    id: base64Url(1364),
    name: matching(nameOfAtMost(100), '1 to 100 characters, none of them a control character'),
    createdAt: time,
    publicKey: base64Url(2000),
    counter: wholeNumber(0),
    transports: listOf(10, matching(/^[a-z-]{1,20}$/, 'a name such as "internal"')),
  }),
);
