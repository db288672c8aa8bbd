import { expect } from 'chai';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../src/errors.ts';
import { readKeyPair, selfSignedKeyPair } from '../../src/http/certificate.ts';
import { rejectionOf } from '../helpers/rejection.ts';
import { temporaryFolders } from '../helpers/temporary-folders.ts';

describe('the self-signed certificate', () => {
  const inFolder = temporaryFolders();
  const files = () => ({ cert: inFolder('tls/cert.pem'), key: inFolder('tls/key.pem') });
  const now = new Date('2026-11-21T12:00:00Z');

  it('is made for localhost and its addresses, for ten years, a day back', async () => {
    const { cert, key } = await selfSignedKeyPair(files(), now);
    const certificate = new X509Certificate(cert);
    expect(certificate.checkPrivateKey(createPrivateKey(key))).to.equal(true);
    expect(certificate.checkHost('localhost')).to.equal('localhost');
    expect(certificate.checkIP('127.0.0.1')).to.equal('127.0.0.1');
    expect(certificate.checkIP('::1')).to.equal('::1');
    expect(certificate.checkHost('example.org')).to.equal(undefined);
    expect(certificate.ca).to.equal(false);
    expect(certificate.verify(certificate.publicKey)).to.equal(true);
    expect(Date.parse(certificate.validFrom)).to.equal(Date.parse('2026-11-20T12:00:00Z'));
    expect(Date.parse(certificate.validTo)).to.equal(Date.parse('2036-11-21T12:00:00Z'));
  });

  it('is stored with a key for its owner alone, and found again', async () => {
    const made = await selfSignedKeyPair(files(), now);
    expect(statSync(files().key).mode & 0o777).to.equal(0o600);
    expect(statSync(dirname(files().key)).mode & 0o777).to.equal(0o700);
    expect(readFileSync(files().key, 'utf8')).to.equal(made.key);
    expect(await selfSignedKeyPair(files(), new Date(0))).to.deep.equal(made);
  });

  it('is made again when only its key was written before the process was killed', async () => {
    const { key } = await selfSignedKeyPair(files(), now);
    rmSync(files().cert);
    const made = await selfSignedKeyPair(files(), now);
    expect(made.key).not.to.equal(key);
    expect(await readKeyPair(files())).to.deep.equal(made);
  });

  it('is not replaced when its key is missing', async () => {
    mkdirSync(dirname(files().cert));
    writeFileSync(files().cert, 'precious');
    const error = await rejectionOf(selfSignedKeyPair(files(), now));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain(files().key).and.contain('ENOENT');
    expect(readFileSync(files().cert, 'utf8')).to.equal('precious');
  });
});
