import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StartError, systemCodeOf } from '../errors.ts';
import { writeFileAtomically } from '../files.ts';
import type { CertificateOrder } from './make-certificate.ts';

/** A certificate chain and its private key, PEM. */
export type KeyPair = Readonly<{ cert: string; key: string }>;

export type KeyPairFiles = Readonly<{ cert: string; key: string }>;

const validYears = 10;
const dayMs = 86_400_000;

/** @throws StartError naming the file that cannot be read. */
export const readKeyPair = async (files: KeyPairFiles): Promise<KeyPair> => {
  const [cert, key] = await Promise.all([readPem(files.cert), readPem(files.key)]);
  return { cert, key };
};

const readPem = async (path: string): Promise<string> => {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new StartError(`The TLS file ${path} cannot be read: ${systemCodeOf(error)}.`, 1, error);
  }
};

/**
 * The key pair in `files`, made there when there is no certificate: self-signed, for localhost, its
 * addresses and this machine's name.
 */
export const selfSignedKeyPair = async (files: KeyPairFiles, now: Date): Promise<KeyPair> => {
  if (await exists(files.cert)) return readKeyPair(files);
  const made = await makeKeyPair(now);
  await mkdir(dirname(files.cert), { recursive: true, mode: 0o700 });
  // The key first: what a process killed in between leaves is made again, for it has no certificate.
  await writeFileAtomically(files.key, made.key, { mode: 0o600 });
  await writeFileAtomically(files.cert, made.cert, { mode: 0o644 });
  return made;
};

const makeKeyPair = async (now: Date): Promise<KeyPair> => {
  const notAfter = new Date(now);
  notAfter.setFullYear(now.getFullYear() + validYears);
  const order: CertificateOrder = {
    names: ['localhost', ...(/^[A-Za-z0-9.-]+$/.test(hostname()) ? [hostname()] : [])],
    addresses: ['127.0.0.1', '::1'],
    // A day back, for clients whose clocks are behind.
    notBefore: new Date(now.getTime() - dayMs),
    notAfter,
  };
  const worker = new Worker(new URL('make-certificate.ts', import.meta.url), { workerData: order });
  try {
    const [made] = (await once(worker, 'message')) as [KeyPair];
    return made;
  } finally {
    await worker.terminate();
  }
};

const exists = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    (error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
