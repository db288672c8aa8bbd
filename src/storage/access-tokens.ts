import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { type Secret, secretOf } from '../secret.ts';
import { cstoreFailure, type Failure } from './failures.ts';
import type { Sender } from './send.ts';
import { serviceAccountOf, tokenForm } from './service-account.ts';
import type { CstoreTarget } from './storage.ts';

/** A token, or why there is none. */
type Got = Readonly<{ token: Secret } | { failure: Failure }>;

type Kept = Readonly<{ token: Secret; endsAt: number }>;

/** A token is not used in its last minute, so that it lasts for an upload. */
const marginMs = 60_000;

/** Gives access tokens: the client's own, or one of the service account, kept until it ends. */
export const createAccessTokens = ({ sender, now }: { sender: Sender; now: () => number }) => {
  // The accounts are those of the configuration, so their number is bounded.
  const kept = new Map<string, Kept>();

  const fetched = async (key: Secret, signal: AbortSignal): Promise<Got> => {
    const account = serviceAccountOf(key.reveal());
    if (account === undefined) throw new Error('the key of a service account is not one');
    const form = tokenForm(account, now());
    const { status, json } = await sender.send({
      url: new URL(account.tokenUri),
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': Buffer.byteLength(form),
      },
      body: Readable.from([form]),
      signal,
    });
    const { access_token: token, expires_in: seconds, error } = json;
    if (typeof token !== 'string' || typeof seconds !== 'number') {
      return { failure: cstoreFailure({ code: String(error ?? 'unknown'), status }) };
    }
    const got = { token: secretOf(token), endsAt: now() + seconds * 1000 };
    kept.set(nameOf(key), got);
    return got;
  };

  return async (rights: CstoreTarget['rights'], signal: AbortSignal): Promise<Got> => {
    if ('accessToken' in rights) return { token: rights.accessToken };
    const known = kept.get(nameOf(rights.serviceAccountKey));
    return known !== undefined && known.endsAt - marginMs > now()
      ? known
      : fetched(rights.serviceAccountKey, signal);
  };
};

const nameOf = (key: Secret): string => createHash('sha256').update(key.reveal()).digest('hex');
