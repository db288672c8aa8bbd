import { expect } from 'chai';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../../src/config/load.ts';
import type { KeyPair } from '../../../src/http/server/certificate.ts';
import { openCertificate } from '../../../src/http/server/reload-certificate.ts';
import { until } from '../../support/until.ts';
import { dayMs, operatorsPair } from '../../support/http/certificates.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { type SecurePort, securePorts } from '../../support/http/secure-port.ts';

type Line = Readonly<{ level: number; msg: string }>;

describe('the certificate of the server', () => {
  const inFolder = temporaryFolders();
  const open = securePorts();
  let port: SecurePort;
  let lines: Line[];
  /** The ends of the certificates in use, as reported. */
  let ends: Date[];
  let stop = (): void => undefined;
  afterEach(() => stop());
  beforeEach(async () => {
    lines = [];
    ends = [];
    port = await open();
  });

  const files = () => ({ cert: inFolder('tls/cert.pem'), key: inFolder('tls/key.pem') });
  const write = async ({ cert, key }: KeyPair): Promise<void> => {
    await mkdir(dirname(files().cert), { recursive: true });
    await writeFile(files().cert, cert);
    await writeFile(files().key, key);
  };
  const keep = async (
    flags: Readonly<Record<string, string>>,
    times: Readonly<{ now?: () => Date; checkMs?: number }> = {},
  ): Promise<KeyPair> => {
    const { config } = loadConfig({ flags, environment: {} });
    const { pair, keepCurrent } = await openCertificate({
      tls: config.tls,
      selfSigned: files(),
      log: pino({}, { write: (line) => void lines.push(JSON.parse(line) as Line) }),
      onUse: (at) => void ends.push(at),
      ...times,
    });
    port.server.setSecureContext(pair);
    stop = keepCurrent(port.server);
    return pair;
  };
  const inFiles = () => ({
    'tls-mode': 'files',
    'tls-cert': files().cert,
    'tls-key': files().key,
  });

  const shownSerial = async (): Promise<string> => {
    const socket = await port.secured();
    const { serialNumber } = socket.getPeerCertificate();
    socket.destroy();
    return serialNumber;
  };
  const serialOf = ({ cert }: KeyPair): string => new X509Certificate(cert).serialNumber;
  const shown = (serial: string): Promise<true> =>
    until('the certificate is shown', async () => (await shownSerial()) === serial);
  const logged = (msg: string): Promise<Line> =>
    until(`the log says: ${msg}`, () => lines.find((line) => line.msg === msg));

  describe('in files that change', () => {
    let present: KeyPair;
    beforeEach(async () => {
      present = await operatorsPair();
      await write(present);
      await Promise.all(Object.values(files()).map((path) => utimes(path, 1000, 1000)));
      await keep(inFiles());
    });

    it('is shown to new connections, which are as safe as before', async () => {
      const next = await operatorsPair({ days: 40 });
      await writeFile(inFolder('next-cert.pem'), next.cert);
      await writeFile(inFolder('next-key.pem'), next.key);
      await rename(inFolder('next-key.pem'), files().key);
      await rename(inFolder('next-cert.pem'), files().cert);
      await shown(serialOf(next));
      expect(await logged('the TLS certificate was read again')).to.have.property('level', 30);
      const endOf = ({ cert }: KeyPair): Date => new X509Certificate(cert).validToDate;
      expect([ends.at(0), ends.at(-1)]).to.deep.equal([endOf(present), endOf(next)]);
      const socket = port.secured({ maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' });
      expect(String(await rejectionOf(socket))).to.match(/handshake failure/i);
    });

    for (const [title, breakIt] of [
      ['broken', () => writeFile(files().cert, 'broken')],
      ['empty', () => writeFile(files().cert, '')],
      ['without a key', () => writeFile(files().key, '')],
      ['the key of another', async () => writeFile(files().key, (await operatorsPair()).key)],
      ['expired', async () => write(await operatorsPair({ days: 0.5 }))],
    ] as const) {
      it(`stays the present one when the files are ${title}, and the log says so`, async () => {
        await breakIt();
        await logged('the changed TLS certificate is not usable; the present one stays');
        expect(await shownSerial()).to.equal(serialOf(present));
      });
    }

    it('is not read again when somebody only reads the files', async () => {
      await utimes(files().cert, 2000, 1000);
      // The change that shows when both have been looked at.
      await utimes(files().key, 2000, 2000);
      await logged('the TLS certificate was read again');
      expect(lines).to.have.length(1);
    });
  });

  describe('that was made by the service', () => {
    it('is renewed before its end while the service runs', async () => {
      const start = Date.now();
      let daysLater = 0;
      const now = (): Date => new Date(start + daysLater * dayMs);
      const first = await keep({}, { now, checkMs: 20 });
      expect(await shownSerial()).to.equal(serialOf(first));
      daysLater = 800;
      await logged(
        'the self-signed certificate was replaced; its clients have to trust the new one',
      );
      const second = { ...first, cert: readFileSync(files().cert, 'utf8') };
      expect(serialOf(second)).not.to.equal(serialOf(first));
      await shown(serialOf(second));
      expect(readFileSync(files().key, 'utf8')).to.equal(first.key);
    });

    it('stays in use when it cannot be renewed, and the log says so', async () => {
      const first = await keep({}, { checkMs: 20 });
      await writeFile(files().key, '');
      const line = await logged('the self-signed certificate cannot be renewed');
      expect(line.level).to.equal(50);
      expect(await shownSerial()).to.equal(serialOf(first));
    });

    it('has the type of key that the configuration says', async () => {
      await keep({ 'tls-self-signed-key-type': 'rsa' });
      const socket = await port.secured({ maxVersion: 'TLSv1.2' });
      expect(socket.getCipher().name).to.match(/^ECDHE-RSA-/);
      socket.destroy();
    });
  });
});
