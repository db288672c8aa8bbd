import { expect } from 'chai';
import { createPrivateKey } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { StartError } from '../../../src/errors.ts';
import { type KeyPair, readValidKeyPair } from '../../../src/http/server/certificate.ts';
import { selfSignedKeyPair } from '../../../src/http/server/self-signed.ts';
import { operatorsPair } from '../../support/http/certificates.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

type FileName = 'cert' | 'key';

describe('the files of a certificate and its key', () => {
  const inFolder = temporaryFolders();
  const files = () => ({ cert: inFolder('cert.pem'), key: inFolder('key.pem') });
  let pair: KeyPair;
  let another: KeyPair;
  let expired: KeyPair;
  before(async () => {
    [pair, another, expired] = await Promise.all([
      operatorsPair(),
      operatorsPair(),
      operatorsPair({ days: 0.5 }),
    ]);
  });

  const write = (written: KeyPair): void => {
    writeFileSync(files().cert, written.cert);
    writeFileSync(files().key, written.key);
  };
  const half = (text: string): string => text.slice(0, text.length / 2);
  const place = (file: FileName, content: () => string) => (): void =>
    writeFileSync(files()[file], content());
  const beFolder = (file: FileName) => (): void => {
    rmSync(files()[file]);
    mkdirSync(files()[file]);
  };
  const zeros = (): string => '\0'.repeat(500);
  const encrypted = (): string =>
    String(
      createPrivateKey(pair.key).export({
        ...{ type: 'pkcs8', format: 'pem' },
        ...{ cipher: 'aes-256-cbc', passphrase: 'secret' },
      }),
    );

  const cases: readonly (readonly [
    title: string,
    file: FileName,
    breakIt: () => void,
    problem: string,
  ])[] = [
    ['a missing certificate', 'cert', () => rmSync(files().cert), 'cannot be read: ENOENT'],
    ['an empty certificate', 'cert', place('cert', () => ''), 'is empty'],
    ['half a certificate', 'cert', place('cert', () => half(pair.cert)), 'is truncated or damaged'],
    ['zeros as certificate', 'cert', place('cert', zeros), 'has no certificate in PEM form'],
    [
      'a certificate with wrong bytes',
      'cert',
      place('cert', () => pair.cert.replace(/\nMII/, '\nAAA')),
      'has a damaged certificate',
    ],
    [
      'a chain whose end is cut off',
      'cert',
      place('cert', () => pair.cert + half(another.cert)),
      'is truncated or damaged',
    ],
    ['a folder as certificate', 'cert', beFolder('cert'), 'is a folder'],
    ['a key as certificate', 'cert', place('cert', () => pair.key), 'has no certificate'],
    ['an expired certificate', 'cert', () => write(expired), 'expired on 2'],
    ['a missing key', 'key', () => rmSync(files().key), 'cannot be read: ENOENT'],
    ['an empty key', 'key', place('key', () => ''), 'is empty'],
    ['half a key', 'key', place('key', () => half(pair.key)), 'has no private key'],
    ['zeros as key', 'key', place('key', zeros), 'has no private key'],
    ['a folder as key', 'key', beFolder('key'), 'is a folder'],
    ['a certificate as key', 'key', place('key', () => pair.cert), 'has no private key'],
    ['an encrypted key', 'key', place('key', encrypted), 'is encrypted'],
    [
      'the key of another certificate',
      'key',
      place('key', () => another.key),
      'is not the key of the certificate in',
    ],
  ];

  for (const [title, file, breakIt, problem] of cases) {
    for (const [mode, read, remedy] of [
      ['files', () => readValidKeyPair(files(), new Date()), 'Put a PEM certificate chain into'],
      ['self-signed', () => selfSignedKeyPair(files(), new Date()), 'emove '],
    ] as const) {
      // Without a certificate, a key that is whole gets one.
      if (title === 'a missing certificate' && mode === 'self-signed') continue;
      it(`stop the start with the file's name and a remedy in mode ${mode}: ${title}`, async () => {
        write(pair);
        breakIt();
        const error = await rejectionOf(read());
        expect(error).to.be.instanceOf(StartError);
        expect((error as Error).message)
          .to.contain(files()[file])
          .and.to.contain(problem)
          .and.to.contain(remedy);
        expect((error as Error).message).not.to.contain('PRIVATE');
      });
    }
  }

  it('are taken when they fit, the certificate alone or with its chain', async () => {
    write(pair);
    expect(await readValidKeyPair(files(), new Date())).to.deep.equal(pair);
    const chain = `Text of a tool in front.\n${pair.cert}\n${another.cert}`;
    write({ ...pair, cert: chain });
    expect(await readValidKeyPair(files(), new Date())).to.deep.equal({ ...pair, cert: chain });
  });
});
