import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { StartError, systemCodeOf } from '../../errors.ts';

/** A certificate chain and its private key, PEM. */
export type KeyPair = Readonly<{ cert: string; key: string }>;

export type KeyPairFiles = Readonly<{ cert: string; key: string }>;

/**
 * The key pair in `files`, which a TLS server can use. Its certificate may have expired. `remedy` is the
 * sentence of the error that says what to do.
 * @throws StartError naming the file and what is wrong with it.
 */
export const readKeyPair = async (
  files: KeyPairFiles,
  remedy = usualRemedy(files),
): Promise<KeyPair> => {
  const cert = await readPem(files.cert, remedy);
  const [certificate] = certificatesOf(cert, refusalOf(files.cert, remedy));
  const key = await readPrivateKey(files.key, remedy);
  const refuse = refusalOf(files.key, remedy);
  if (certificate?.checkPrivateKey(createPrivateKey(key)) !== true) {
    return refuse(`is not the key of the certificate in ${files.cert}`);
  }
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    // For example a key that is too short for the security level of OpenSSL.
    return refuse(`cannot be used for TLS: ${(error as Error).message}`, error);
  }
  return { cert, key };
};

/**
 * The private key in a file, PEM.
 * @throws StartError naming the file and what is wrong with it, followed by `remedy`.
 */
export const readPrivateKey = async (path: string, remedy: string): Promise<string> => {
  const key = await readPem(path, remedy);
  const refuse = refusalOf(path, remedy);
  if (/-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(key)) {
    return refuse('is encrypted. Use a key without a password');
  }
  try {
    createPrivateKey(key);
  } catch (error) {
    return refuse('has no private key in PEM form, or a damaged one', error);
  }
  return key;
};

/** @throws StartError when the certificate in `path` has expired. */
export const refuseExpired = (
  { cert }: KeyPair,
  { path, now, remedy }: Readonly<{ path: string; now: Date; remedy: string }>,
): void => {
  const { validToDate } = new X509Certificate(cert);
  if (validToDate > now) return;
  const end = validToDate.toISOString();
  throw new StartError(`The certificate in ${path} expired on ${end}. ${remedy}`);
};

/**
 * The key pair in `files`, as TLS clients accept it at this time.
 * @throws StartError as `readKeyPair` does, and when the certificate has expired.
 */
export const readValidKeyPair = async (files: KeyPairFiles, now: Date): Promise<KeyPair> => {
  const pair = await readKeyPair(files);
  refuseExpired(pair, { path: files.cert, now, remedy: usualRemedy(files) });
  return pair;
};

const usualRemedy = ({ cert, key }: KeyPairFiles): string =>
  `Put a PEM certificate chain into ${cert} and its PEM private key into ${key}.`;

type Refuse = (problem: string, cause?: unknown) => never;

const refusalOf =
  (path: string, remedy: string): Refuse =>
  (problem, cause) => {
    throw new StartError(`The TLS file ${path} ${problem}. ${remedy}`, 1, cause);
  };

const readPem = async (path: string, remedy: string): Promise<string> => {
  const refuse = refusalOf(path, remedy);
  try {
    const text = await readFile(path, 'utf8');
    if (text !== '') return text;
  } catch (error) {
    const code = systemCodeOf(error);
    return refuse(code === 'EISDIR' ? 'is a folder' : `cannot be read: ${code}`, error);
  }
  return refuse('is empty');
};

const certificateMark = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/g;
const certificateBlock = /-----BEGIN ((?:TRUSTED |X509 )?CERTIFICATE)-----[^-]*-----END \1-----/g;

/** All certificates of a chain. A damaged one after the first would fail the handshakes of some clients only. */
const certificatesOf = (pem: string, refuse: Refuse): readonly X509Certificate[] => {
  const blocks = pem.match(certificateBlock) ?? [];
  const begun = pem.match(certificateMark)?.length ?? 0;
  if (begun === 0) return refuse('has no certificate in PEM form');
  if (blocks.length < begun) return refuse('is truncated or damaged');
  return blocks.map((block) => {
    try {
      return new X509Certificate(block);
    } catch (error) {
      return refuse('has a damaged certificate', error);
    }
  });
};
