import { mkdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { StartError, systemCodeOf } from '../errors.ts';
import { writeFileAtomically } from '../files.ts';

/** A certificate chain and its private key, PEM. */
export type KeyPair = Readonly<{ cert: string; key: string }>;

export type KeyPairFiles = Readonly<{ cert: string; key: string }>;

const validYears = 10;

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
 * The key pair in `files`, made there when both are missing: self-signed, for localhost, its
 * addresses and this machine's name.
 */
export const selfSignedKeyPair = async (files: KeyPairFiles, now: Date): Promise<KeyPair> => {
  const present = await Promise.all([exists(files.cert), exists(files.key)]);
  if (present.includes(true)) return readKeyPair(files);
  const notAfterDate = new Date(now);
  notAfterDate.setFullYear(now.getFullYear() + validYears);
  // Loaded on the first start only: it takes memory that the server would keep.
  const { generate } = await import('selfsigned');
  const made = await generate([{ name: 'commonName', value: 'shrinkd' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    // A day back, for clients whose clocks are behind.
    notBeforeDate: new Date(now.getTime() - 86_400_000),
    notAfterDate,
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      { name: 'subjectAltName', altNames: alternativeNames() },
    ],
  });
  await mkdir(dirname(files.cert), { recursive: true, mode: 0o700 });
  // The key first: a certificate without its key could not be used, and would not be made again.
  await writeFileAtomically(files.key, made.private, { mode: 0o600 });
  await writeFileAtomically(files.cert, made.cert, { mode: 0o644 });
  return { cert: made.cert, key: made.private };
};

const alternativeNames = () => [
  { type: 2 as const, value: 'localhost' },
  ...(/^[A-Za-z0-9.-]+$/.test(hostname()) ? [{ type: 2 as const, value: hostname() }] : []),
  { type: 7 as const, ip: '127.0.0.1' },
  { type: 7 as const, ip: '::1' },
];

const exists = (path: string): Promise<boolean> =>
  readFile(path).then(
    () => true,
    (error: unknown) => {
      if (systemCodeOf(error) === 'ENOENT') return false;
      throw error;
    },
  );
