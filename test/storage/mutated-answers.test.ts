import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import { secretOf } from '../../src/redacted.ts';
import type { StoredFile } from '../../src/storage/storage.ts';
import { mutantOfLines } from '../support/mutants.ts';
import { randomNumbers } from '../support/random.ts';
import { startGoogleStorage } from '../support/storage/google-storage.ts';
import { startScriptedS3 } from '../support/storage/scripted-s3.ts';
import {
  cstoreRequest,
  fileAt,
  objstoreRequest,
  settings,
  storing,
} from '../support/storage/storing.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

/** Files whose answers are damaged; SHRINKD_MUTANTS sets another number. */
const calls = Number(process.env['SHRINKD_MUTANTS'] ?? 40);

describe('a store of a client that answers with damaged answers', () => {
  let folder: string;
  let file: StoredFile;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-stores-'));
    file = await fileAt(join(folder, 'picture'), 5000);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const opened: Readonly<{ close: () => Promise<void> }>[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map(({ close }) => close()));
  });

  for (const service of ['S3', 'Google'] as const) {
    it(`has stored the file or is refused: ${service} (${calls} files)`, async function () {
      this.timeout(60_000 + calls * 2500);
      const random = randomNumbers(calls);
      const [google, s3] = [await startGoogleStorage(), await startScriptedS3()];
      const server = service === 'S3' ? s3 : google;
      let isDamaging = true;
      const proxy = await startTcpProxy(Number(new URL(server.url).port), (piece) => {
        if (!isDamaging || random(2) > 0) return piece;
        return mutantOfLines(piece, random);
      });
      opened.push(proxy, google, s3);
      const endpoint = `http://127.0.0.1:${proxy.port}`;
      const { put } = storing({
        cstore: { endpoint },
        objstore: { ...settings.objstore, endpoint },
        ...{ deadlineSeconds: 1, attempts: 2 },
      });
      const request =
        service === 'S3'
          ? objstoreRequest()
          : cstoreRequest({ accessToken: secretOf(google.token) });
      const ends = { stored: 0, refused: 0 };
      for (let call = 0; call < calls; call += 1) {
        try {
          expect(await put(request, file)).to.equal(`${endpoint}/pictures/a/b.png`);
          ends.stored += 1;
        } catch (error) {
          expect(error).to.be.instanceOf(ServiceError);
          expect((error as ServiceError).code).to.match(/^storage_/);
          ends.refused += 1;
        }
      }
      expect(Math.min(ends.stored, ends.refused)).to.be.at.least(1);
      isDamaging = false;
      proxy.cut();
      expect(await put(request, file)).to.equal(`${endpoint}/pictures/a/b.png`);
    });
  }
});
