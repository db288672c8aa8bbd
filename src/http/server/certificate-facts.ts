import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

export type CertificateFacts = Readonly<{
  validUntil: Date;
  /** Browsers do not accept it unless they are told to. */
  isSelfSigned: boolean;
}>;

/** Facts about the first certificate in a PEM file. */
export const readCertificateFacts = async (path: string): Promise<CertificateFacts> => {
  const certificate = new X509Certificate(await readFile(path));
  return {
    validUntil: certificate.validToDate,
    isSelfSigned: certificate.subject === certificate.issuer,
  };
};
