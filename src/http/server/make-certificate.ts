/**
 * Makes a self-signed certificate in a worker thread: the library takes memory that the server would
 * otherwise keep for its whole life after a first start.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { generate } from 'selfsigned';

export type KeyType = 'ec' | 'rsa';

/** What the certificate is for, how long it is valid, and its key. */
export type CertificateFields = Readonly<{
  commonName: string;
  names: readonly string[];
  addresses: readonly string[];
  notBefore: Date;
  notAfter: Date;
  /** ec: P-256; rsa: 2048 bits. */
  keyType: KeyType;
  /** PEM, of that type; undefined: a new one. */
  privateKey: string | undefined;
}>;

const order = workerData as CertificateFields;

/** A present key as the library takes it. */
const presentKey = (pem: string) => {
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' });
  const curves: Readonly<Record<string, 'P-384' | 'P-521'>> = {
    secp384r1: 'P-384',
    secp521r1: 'P-521',
  };
  return {
    keyPair: {
      privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
      publicKey: String(publicKey),
    },
    curve: curves[privateKey.asymmetricKeyDetails?.namedCurve ?? ''] ?? ('P-256' as const),
  };
};

const made = await generate([{ name: 'commonName', value: order.commonName }], {
  keyType: order.keyType,
  curve: 'P-256',
  keySize: 2048,
  algorithm: 'sha256',
  notBeforeDate: order.notBefore,
  notAfterDate: order.notAfter,
  ...(order.privateKey !== undefined && presentKey(order.privateKey)),
  extensions: [
    { name: 'basicConstraints', cA: false, critical: true },
    {
      name: 'keyUsage',
      digitalSignature: true,
      // Old clients look for it with RSA keys.
      keyEncipherment: order.keyType === 'rsa',
      critical: true,
    },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: [
        ...order.names.map((value) => ({ type: 2 as const, value })),
        ...order.addresses.map((ip) => ({ type: 7 as const, ip })),
      ],
    },
  ],
});
parentPort?.postMessage({ cert: made.cert, key: order.privateKey ?? made.private });
