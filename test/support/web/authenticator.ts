import { generateKeyPairSync, hash, randomBytes, sign, X509Certificate } from 'node:crypto';
import type { KeyPair } from '../../../src/http/server/certificate.ts';

/** What the browser of a test's authenticator is at, and what it gets wrong. */
type AuthenticatorOptions = Readonly<{
  origin: string;
  rpId: string;
  /** Whether the person proves who they are, and not only that they are there. */
  isVerified?: boolean;
  /** Whether it counts its uses; true where absent. Those that keep passkeys on several devices do not. */
  hasCounter?: boolean;
  /** Certificate and key (PEM) that attest the passkey; none where absent. */
  attester?: KeyPair;
}>;

/** An authenticator with one passkey, as far as its answers go (WebAuthn, sections 5 and 6). */
export type Authenticator = Readonly<{
  id: string;
  /** The answer to `navigator.credentials.create`, as JSON. */
  create: (options: CreationOptions, given?: Partial<AuthenticatorOptions>) => string;
  /** The answer to `navigator.credentials.get`. Each use raises the counter, unless another is given. */
  get: (options: RequestOptions, given?: Partial<AuthenticatorOptions & Use>) => string;
}>;

export type CreationOptions = Readonly<{ challenge: string; user: Readonly<{ id: string }> }>;
export type RequestOptions = Readonly<{ challenge: string }>;

type Use = Readonly<{ counter: number; userHandle: string }>;

export const createAuthenticator = (usual: AuthenticatorOptions): Authenticator => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(16);
  const id = rawId.toString('base64url');
  let counter = 0;
  let owner = '';

  const nextCounter = (): number => (usual.hasCounter === false ? 0 : (counter += 1));

  const dataOf = (options: AuthenticatorOptions, count: number, credential?: Buffer): Buffer => {
    const flags = 0x01 | (options.isVerified === false ? 0 : 0x04) | (credential ? 0x40 : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([sha256(options.rpId), head, credential ?? Buffer.alloc(0)]);
  };

  const clientDataOf = (type: string, challenge: string, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const answerOf = (response: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response });

  return {
    id,
    create: ({ challenge, user }, given) => {
      const options = { ...usual, ...given };
      owner = user.id;
      const key = map(
        [int(1), int(2)],
        [int(3), int(-7)],
        [int(-1), int(1)],
        [int(-2), bytes(Buffer.from(x, 'base64url'))],
        [int(-3), bytes(Buffer.from(y, 'base64url'))],
      );
      const length = Buffer.from([0, rawId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), length, rawId, key]);
      const clientData = clientDataOf('webauthn.create', challenge, options.origin);
      const { attester } = options;
      const point = [x, y].map((side) => Buffer.from(side, 'base64url'));
      const attested = [Buffer.from([0]), sha256(options.rpId), sha256(clientData), rawId];
      const attestation = map(
        [text('fmt'), text(attester === undefined ? 'none' : 'fido-u2f')],
        [
          text('attStmt'),
          attester === undefined
            ? map()
            : statementOf(attester, Buffer.concat([...attested, Buffer.from([4]), ...point])),
        ],
        [text('authData'), bytes(dataOf(options, counter, credential))],
      );
      return answerOf({
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    get: ({ challenge }, given) => {
      const options = { ...usual, userHandle: owner, counter: nextCounter(), ...given };
      const clientData = clientDataOf('webauthn.get', challenge, options.origin);
      const data = dataOf(options, options.counter);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey);
      return answerOf({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: options.userHandle,
      });
    },
  };
};

/** The statement of a FIDO U2F attestation (WebAuthn, section 8.6). */
const statementOf = ({ cert, key }: KeyPair, attested: Buffer): Buffer =>
  map(
    [text('sig'), bytes(sign('sha256', attested, key))],
    [text('x5c'), Buffer.concat([Buffer.from([0x81]), bytes(new X509Certificate(cert).raw)])],
  );

const sha256 = (content: string | Uint8Array): Buffer => hash('sha256', content, 'buffer');

/* CBOR (RFC 8949, section 3), as far as an authenticator needs it. */

const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
};

const int = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
