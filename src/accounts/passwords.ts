import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Who asks for a hash: the network of the client, and the account that it is for. `isKnown`: on a device that the account
 * has signed in on, whose places strangers cannot take.
 */
export type Asker = Readonly<{ network: string; account: string; isKnown?: boolean }>;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * Hashes that are computed at once: on half of the processors, so that tools have the others, and in two of libuv's
 * four threads at most, which file work shares. A thread of lower priority would not help: tools run in sessions of
 * their own, and Linux divides the CPU evenly between sessions (autogroup in sched(7)).
 */
export const hashesAtOnce = (processors: number): number =>
  Math.max(1, Math.min(2, Math.floor(processors / 2)));

/** The least parameters of OWASP's Password Storage Cheat Sheet: 19 MiB of memory, two passes, one lane. */
const parameters = { memory: 19_456, passes: 2, parallelism: 1 };

const tagBytes = 32;
const saltBytes = 16;

type Hashing = Readonly<{
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Uint8Array;
  tagLength: number;
}>;

const argon2id = promisify(argon2);

type PasswordsOptions = Readonly<{
  /** Computes a hash when it is the asker's turn. Rejects with `unavailable` where too many wait. */
  inTurn: <Result>(asker: Asker, work: () => Promise<Result>) => Promise<Result>;
  /** Argon2, but for tests that count its calls. */
  compute?: typeof argon2id;
}>;

/** Hashes of passwords (Argon2id, RFC 9106). Rejects with `unavailable` while too many are being computed. */
export const createPasswords = ({ inTurn, compute = argon2id }: PasswordsOptions) => {
  const tagOf = (password: string, hashing: Hashing, asker: Asker): Promise<Uint8Array> =>
    // Composed, since keyboards differ in how they send the same letter (NIST SP 800-63B-4, section 3.1.1.2).
    inTurn(asker, () => compute('argon2id', { ...hashing, message: password.normalize('NFC') }));

  /** The hash of a new password, with its parameters: `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`. */
  const hash = async (password: string, asker: Asker): Promise<string> => {
    const nonce = randomBytes(saltBytes);
    const tag = await tagOf(password, { ...parameters, nonce, tagLength: tagBytes }, asker);
    const { memory, passes, parallelism } = parameters;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64Of(nonce)}$${base64Of(tag)}`;
  };

  /**
   * Whether a password is the one that was hashed. Without a hash it takes as long, and is false, so that the time
   * does not reveal whether an account exists.
   */
  const verify = async (
    password: string,
    hashed: string | undefined,
    asker: Asker,
  ): Promise<boolean> => {
    const { tag, ...hashing } = parsed(hashed ?? unknownHash);
    const computed = await tagOf(password, hashing, asker);
    return timingSafeEqual(computed, tag) && hashed !== undefined;
  };

  return { hash, verify };
};

/** A hash for accounts that do not exist. Only its parameters matter. */
const unknownHash = `$argon2id$v=19$m=${parameters.memory},t=${parameters.passes},p=${parameters.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

const parsed = (hashed: string): Hashing & Readonly<{ tag: Uint8Array }> => {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hashed);
  if (found === null) throw new Error('the stored password is no Argon2id hash');
  const [memory = 0, passes = 0, parallelism = 0] = found.slice(1, 4).map(Number);
  const [nonce, tag] = found.slice(4).map((text) => Buffer.from(text, 'base64'));
  if (nonce === undefined || tag === undefined) throw new Error('the hash has no tag');
  return { memory, passes, parallelism, nonce, tag, tagLength: tag.length };
};

/** Base64 without padding, as the PHC string format has it. */
const base64Of = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/=+$/, '');
