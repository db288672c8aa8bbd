import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { generate } from 'selfsigned';
import { readCertificateFacts } from '../../../src/http/server/certificate-facts.ts';
import { selfSignedKeyPair } from '../../../src/http/server/self-signed.ts';
import { operatorsPair } from '../../support/http/certificates.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('facts about a certificate', () => {
  const inFolder = temporaryFolders();

  it('are those of the certificate that the service makes', async () => {
    const files = { cert: inFolder('cert.pem'), key: inFolder('key.pem') };
    let validTo: Date | undefined;
    const now = new Date('2026-11-21T12:00:00Z');
    await selfSignedKeyPair(files, now, { onMade: (made) => (validTo = made.validTo) });
    const { validUntil, isSelfSigned } = await readCertificateFacts(files.cert);
    expect(isSelfSigned).to.equal(true);
    // Certificates have whole seconds.
    expect(Math.abs(validUntil.getTime() - validTo!.getTime())).to.be.below(1000);
  });

  it('say when an authority has signed it', async () => {
    const ca = await operatorsPair({ commonName: 'an authority' });
    const leaf = await generate([{ name: 'commonName', value: 'images.example' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      ca,
    });
    writeFileSync(inFolder('leaf.pem'), leaf.cert);
    expect(await readCertificateFacts(inFolder('leaf.pem'))).to.include({ isSelfSigned: false });
  });
});
