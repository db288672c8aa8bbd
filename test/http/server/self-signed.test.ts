import { expect } from 'chai';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../../../src/errors.ts';
import { type KeyPair, readKeyPair } from '../../../src/http/server/certificate.ts';
import type { KeyType } from '../../../src/http/server/make-certificate.ts';
import { type MadeCertificate, selfSignedKeyPair } from '../../../src/http/server/self-signed.ts';
import { dayMs, operatorsPair } from '../../support/http/certificates.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

describe('the self-signed certificate', () => {
  const inFolder = temporaryFolders();
  const files = () => ({ cert: inFolder('tls/cert.pem'), key: inFolder('tls/key.pem') });
  const now = new Date('2026-11-21T12:00:00Z');
  const later = (days: number): Date => new Date(now.getTime() + days * dayMs);
  let made: MadeCertificate[];
  beforeEach(() => {
    made = [];
  });
  const pairAt = (at: Date, keyType?: KeyType): Promise<KeyPair> =>
    selfSignedKeyPair(files(), at, {
      ...(keyType && { keyType }),
      onMade: (making) => made.push(making),
    });
  const write = ({ cert, key }: KeyPair): void => {
    mkdirSync(dirname(files().cert), { recursive: true });
    writeFileSync(files().cert, cert);
    writeFileSync(files().key, key);
  };

  for (const [keyType, described] of [
    ['ec', { asymmetricKeyType: 'ec', asymmetricKeyDetails: { namedCurve: 'prime256v1' } }],
    [
      'rsa',
      {
        asymmetricKeyType: 'rsa',
        asymmetricKeyDetails: { modulusLength: 2048, publicExponent: 65_537n },
      },
    ],
  ] as const) {
    it(`is made for localhost and its addresses, with a key of the type ${keyType}`, async () => {
      const { cert, key } = await pairAt(now, keyType);
      const certificate = new X509Certificate(cert);
      const privateKey = createPrivateKey(key);
      expect(privateKey).to.deep.include(described);
      expect(certificate.checkPrivateKey(privateKey)).to.equal(true);
      expect(certificate.checkHost('localhost')).to.equal('localhost');
      expect(certificate.checkIP('127.0.0.1')).to.equal('127.0.0.1');
      expect(certificate.checkIP('::1')).to.equal('::1');
      expect(certificate.checkHost('example.org')).to.equal(undefined);
      expect(certificate.ca).to.equal(false);
      expect(certificate.verify(certificate.publicKey)).to.equal(true);
      expect(made).to.deep.equal([
        { isFirst: true, isNewKey: true, reason: 'there was none', validTo: later(823) },
      ]);
    });
  }

  it('is valid from a day back, for no more than 825 days', async () => {
    const { validFromDate, validToDate } = new X509Certificate((await pairAt(now)).cert);
    expect(validFromDate).to.deep.equal(later(-1));
    expect(validToDate).to.deep.equal(later(823));
  });

  it('is stored with a key for its owner alone, and found again', async () => {
    const first = await pairAt(now);
    expect(statSync(files().key).mode & 0o777).to.equal(0o600);
    expect(statSync(dirname(files().key)).mode & 0o777).to.equal(0o700);
    expect(readFileSync(files().key, 'utf8')).to.equal(first.key);
    expect(await pairAt(later(700))).to.deep.equal(first);
    expect(made).to.have.length(1);
  });

  for (const keyType of ['ec', 'rsa'] as const) {
    for (const [when, days] of [
      ['30 days before its end', 794],
      ['after its end', 2000],
    ] as const) {
      it(`is renewed ${when}, with the same ${keyType} key`, async () => {
        const first = await pairAt(now, keyType);
        const second = await pairAt(later(days), keyType);
        expect(second.key).to.equal(first.key);
        expect(second.cert).not.to.equal(first.cert);
        expect(new X509Certificate(second.cert).validToDate).to.deep.equal(later(days + 823));
        expect(await readKeyPair(files())).to.deep.equal(second);
        expect(made[1]).to.include({ isFirst: false, isNewKey: false });
        expect(made[1]?.reason).to.contain('it ends within 30 days');
      });
    }
  }

  it('is not renewed earlier', async () => {
    const first = await pairAt(now);
    expect(await pairAt(later(792))).to.deep.equal(first);
  });

  it('gets a new key when another type is asked for', async () => {
    const first = await pairAt(now);
    const second = await pairAt(now, 'rsa');
    expect(createPrivateKey(second.key).asymmetricKeyType).to.equal('rsa');
    expect(second.key).not.to.equal(first.key);
    expect(await readKeyPair(files())).to.deep.equal(second);
    expect(statSync(files().key).mode & 0o777).to.equal(0o600);
    expect(made[1]).to.include({
      isNewKey: true,
      reason: 'its key was ec, tls.selfSigned.keyType is rsa',
    });
    expect(await pairAt(now, 'rsa')).to.deep.equal(second);
  });

  describe('of the operator', () => {
    for (const [title, days, keyType, commonName] of [
      ['that is valid for longer than 825 days', 3000, 'ec', 'images.example.org'],
      ['that ends soon', 10, 'ec', 'images.example.org'],
      ['that has another type of key', 90, 'rsa', 'images.example.org'],
      ['that has the same common name', 3000, 'rsa', 'shrinkd'],
    ] as const) {
      it(`${title} is used as it is`, async () => {
        const own = await operatorsPair({ days, keyType, commonName });
        write(own);
        expect(await pairAt(new Date())).to.deep.equal(own);
        expect(await readKeyPair(files())).to.deep.equal(own);
        expect(made).to.deep.equal([]);
      });
    }

    it('that has expired stops the start and stays', async () => {
      const own = await operatorsPair({ days: 0.5 });
      write(own);
      const error = await rejectionOf(pairAt(new Date()));
      expect(error).to.be.instanceOf(StartError);
      expect(String(error)).to.contain(`The certificate in ${files().cert} expired on `);
      expect(await readKeyPair(files())).to.deep.equal(own);
    });
  });

  describe('without a certificate file', () => {
    it('is made for the key that a killed process had written before', async () => {
      const { key } = await pairAt(now);
      rmSync(files().cert);
      const again = await pairAt(now);
      expect(again.key).to.equal(key);
      expect(await readKeyPair(files())).to.deep.equal(again);
    });

    for (const [title, key] of [
      ['is broken', () => 'precious'],
      ['has another type', async () => (await operatorsPair({ keyType: 'rsa' })).key],
    ] as const) {
      it(`does not replace a key that ${title}`, async () => {
        const content = await key();
        mkdirSync(dirname(files().key));
        writeFileSync(files().key, content);
        const error = await rejectionOf(pairAt(now));
        expect(error).to.be.instanceOf(StartError);
        expect(String(error)).to.contain(files().key).and.contain('Remove it');
        expect(readFileSync(files().key, 'utf8')).to.equal(content);
      });
    }
  });

  it('is not replaced when its key is missing', async () => {
    const { cert } = await pairAt(now);
    rmSync(files().key);
    const error = await rejectionOf(pairAt(now));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain(files().key).and.contain('ENOENT');
    expect(readFileSync(files().cert, 'utf8')).to.equal(cert);
  });

  it('is not made where its folder is a file', async () => {
    writeFileSync(inFolder('tls'), 'precious');
    const error = await rejectionOf(pairAt(now));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain(`Make ${inFolder('tls')} a folder`);
  });
});
