import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { lstat, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StartError, systemCodeOf } from '../../errors.ts';
import { writeFileAtomically } from '../../durable-file.ts';
import { makeFolder } from '../../make-folder.ts';
import {
  type KeyPair,
  type KeyPairFiles,
  readKeyPair,
  readPrivateKey,
  refuseExpired,
} from './certificate.ts';
import type { CertificateFields, KeyType } from './make-certificate.ts';

/** A certificate that was made: why, until when it is valid, and whether it has another key. */
export type MadeCertificate = Readonly<{
  /** There was none before. */
  isFirst: boolean;
  reason: string;
  validTo: Date;
  isNewKey: boolean;
}>;

type SelfSignedOptions = Readonly<{
  keyType?: KeyType;
  onMade?: (making: MadeCertificate) => void;
}>;

const dayMs = 86_400_000;

/** Apple's systems refuse certificates with a longer validity (support.apple.com/103769). */
const longestDays = 825;

/** One day less than the longest for rounding, and one day in the past for clients whose clocks are slow. */
const daysAhead = longestDays - 2;
const daysBack = 1;

/** Long enough before the end for operators to give the new certificate to their clients. */
const renewalDays = 30;

/**
 * The key pair in `files`: self-signed, for localhost, its addresses and this machine's name. It is created
 * where there is none. A certificate of this service is replaced when it ends soon, or has a key of another
 * type. The private key stays unless its type changes.
 * Certificates of others are used as they are.
 * @throws StartError when the files cannot be used; they are not replaced.
 */
export const selfSignedKeyPair = async (
  files: KeyPairFiles,
  now: Date,
  { keyType = 'ec', onMade = () => undefined }: SelfSignedOptions = {},
): Promise<KeyPair> => {
  const isFirst = !(await exists(files.cert));
  const make = async (reason: string, kept?: string): Promise<KeyPair> => {
    const order = orderOf(now, keyType, kept);
    const pair = await makeKeyPair(order);
    await store(files, pair, kept !== undefined).catch((error: unknown) => {
      throw new StartError(
        `The self-signed certificate cannot be written into ${dirname(files.cert)}: ${systemCodeOf(error)}. Make it a folder that the service may write.`,
        1,
        error,
      );
    });
    onMade({ isFirst, reason, validTo: order.notAfter, isNewKey: kept === undefined });
    return pair;
  };
  if (isFirst) return make('there was none', await loneKey(files, keyType));
  const remedy = remedyFor(files);
  const pair = await readKeyPair(files, remedy);
  const certificate = new X509Certificate(pair.cert);
  if (isOurs(certificate)) {
    const present = keyTypeOf(pair.key);
    if (present !== keyType)
      return make(`its key was ${present}, tls.selfSigned.keyType is ${keyType}`);
    const leftDays = (certificate.validToDate.getTime() - now.getTime()) / dayMs;
    if (leftDays < renewalDays) {
      return make(`it ends within ${renewalDays} days, or has ended`, pair.key);
    }
  }
  refuseExpired(pair, { path: files.cert, now, remedy });
  return pair;
};

const remedyFor = ({ cert, key }: KeyPairFiles): string =>
  `Restore it from a backup, or remove ${cert} and ${key}: the next start makes a new pair, which clients then have to trust.`;

const commonName = 'shrinkd';
const addresses = ['127.0.0.1', '::1'];

/** Whether the certificate was made by this service. The operator's own files are never replaced. */
const isOurs = (certificate: X509Certificate): boolean =>
  certificate.subject === `CN=${commonName}` &&
  certificate.issuer === certificate.subject &&
  !certificate.ca &&
  /^DNS:localhost(, DNS:[^,]+)?, IP Address:127\.0\.0\.1, IP Address:0:0:0:0:0:0:0:1$/.test(
    certificate.subjectAltName ?? '',
  );

const keyTypeOf = (key: string): string => createPrivateKey(key).asymmetricKeyType ?? 'unknown';

/** A key without a certificate: the operator's own, or that of a process that was killed between two writes. */
const loneKey = async (files: KeyPairFiles, keyType: KeyType): Promise<string | undefined> => {
  if (!(await exists(files.key))) return undefined;
  const remedy = `It has no certificate beside it. Remove it: the next start makes a new pair.`;
  const key = await readPrivateKey(files.key, remedy);
  if (keyTypeOf(key) === keyType) return key;
  throw new StartError(
    `The TLS file ${files.key} has no ${keyType} key, as tls.selfSigned.keyType says. ${remedy}`,
  );
};

const orderOf = (
  now: Date,
  keyType: KeyType,
  privateKey: string | undefined,
): CertificateFields => ({
  commonName,
  names: ['localhost', ...(/^[A-Za-z0-9.-]+$/.test(hostname()) ? [hostname()] : [])],
  addresses,
  notBefore: new Date(now.getTime() - daysBack * dayMs),
  notAfter: new Date(now.getTime() + daysAhead * dayMs),
  keyType,
  privateKey,
});

const makeKeyPair = async (order: CertificateFields): Promise<KeyPair> => {
  const worker = new Worker(new URL('make-certificate.ts', import.meta.url), { workerData: order });
  try {
    const [made] = (await once(worker, 'message')) as [KeyPair];
    return made;
  } finally {
    await worker.terminate();
  }
};

/** Writes in an order in which the key always belongs to the certificate. */
const store = async (files: KeyPairFiles, made: KeyPair, isKeyKept: boolean): Promise<void> => {
  if (!isKeyKept) {
    makeFolder(dirname(files.cert), 0o700);
    await rm(files.cert, { force: true });
    await writeFileAtomically(files.key, made.key, { mode: 0o600 });
  }
  await writeFileAtomically(files.cert, made.cert, { mode: 0o644 });
};

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return false;
      throw new StartError(
        `The TLS file ${path} cannot be read: ${systemCodeOf(error)}. Make ${dirname(path)} a folder that the service may read.`,
        1,
        error,
      );
    },
  );
