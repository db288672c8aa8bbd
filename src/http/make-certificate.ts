/**
 * Makes a self-signed certificate in a worker thread: the library takes memory that the server would
 * otherwise keep for its whole life after a first start.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { generate } from 'selfsigned';

/** What the certificate is for, and how long it is valid. */
export type CertificateOrder = Readonly<{
  names: readonly string[];
  addresses: readonly string[];
  notBefore: Date;
  notAfter: Date;
}>;

const { names, addresses, notBefore, notAfter } = workerData as CertificateOrder;
const made = await generate([{ name: 'commonName', value: 'shrinkd' }], {
  keyType: 'ec',
  curve: 'P-256',
  algorithm: 'sha256',
  notBeforeDate: notBefore,
  notAfterDate: notAfter,
  extensions: [
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    {
      name: 'subjectAltName',
      altNames: [
        ...names.map((value) => ({ type: 2 as const, value })),
        ...addresses.map((ip) => ({ type: 7 as const, ip })),
      ],
    },
  ],
});
parentPort?.postMessage({ cert: made.cert, key: made.private });
