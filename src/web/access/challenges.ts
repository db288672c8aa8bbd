import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a challenge is good for: enough to find a security key. */
export const challengeMs = 300_000;

const [timeBytes, nonceBytes, tagBytes] = [6, 16, 32];

/**
 * Challenges of passkeys (WebAuthn, section 13.4.3) without a store: a challenge is signed by the service, so each node
 * with the same secret knows its own.
 * @param secret That of the service, from which the key is derived.
 * @param now Milliseconds since 1970.
 */
export const createChallenges = ({
  secret,
  now,
}: Readonly<{ secret: Uint8Array; now: () => number }>) => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'passkey challenge', 32));

  const tagOf = (content: Uint8Array, binding: string): Buffer =>
    createHmac('sha256', key).update(content).update(binding).digest();

  return {
    /** A challenge, Base64 for URLs, for one purpose. `binding` names the purpose and whom it is for. */
    make: (binding: string): string => {
      const time = Buffer.alloc(timeBytes);
      time.writeUIntBE(now(), 0, timeBytes);
      const content = Buffer.concat([time, randomBytes(nonceBytes)]);
      return Buffer.concat([content, tagOf(content, binding)]).toString('base64url');
    },
    /** The random part of a challenge that was made for `binding` in the last five minutes; else undefined. */
    nonceOf: (challenge: string, binding: string): string | undefined => {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== timeBytes + nonceBytes + tagBytes) return undefined;
      const content = bytes.subarray(0, timeBytes + nonceBytes);
      const tag = bytes.subarray(timeBytes + nonceBytes);
      if (!timingSafeEqual(tag, tagOf(content, binding))) return undefined;
      const ageMs = now() - bytes.readUIntBE(0, timeBytes);
      // Another node's clock may be ahead.
      if (Math.abs(ageMs) >= challengeMs) return undefined;
      return content.subarray(timeBytes).toString('base64url');
    },
  };
};
