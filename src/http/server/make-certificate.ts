/**
 * Makes a self-signed certificate in a worker thread. In the main thread, the memory of the library would stay
 * in use after a first start.
 */
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { generate } from 'selfsigned';

export type KeyType = 'ec' | 'rsa';

/** Names, validity and key of a certificate. */
export type CertificateFields = Readonly<{
  commonName: string;
  names: readonly string[];
  addresses: readonly string[];
  notBefore: Date;
  notAfter: Date;
  /** ec: P-256; rsa: 2048 bits. */
  keyType: KeyType;
  /** A key of that type as PEM; undefined: a new key. */
  privateKey: string | undefined;
}>;

const order = workerData as CertificateFields;

/** An existing key in the form of the library. */
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
      // Old clients require it with RSA keys.
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
