import { expect } from 'chai';
import { hash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import type { ObjectBody } from '../../src/bucket.ts';
import type { BucketSettings } from '../../src/storage/bucket/settings.ts';
import {
  type BucketUnderTest,
  openBucketUnderTest,
  type OpenedBucket,
} from '../support/outputs/bucket-outputs.ts';
import { rejectionOf } from '../support/rejection.ts';
import { type BucketProxy, startBucketProxy } from '../support/storage/bucket-proxy.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

type BucketSuiteOptions = Readonly<{
  /** The port of the storage. */
  target: () => number;
  /** The bucket through a proxy in front of it. */
  underTest: (port: number, more: Partial<BucketSettings>) => BucketUnderTest;
}>;

const bodyOf = (data: Buffer): ObjectBody => ({
  data,
  bytes: data.length,
  sha256: hash('sha256', data),
});

/** The promises of `Bucket`, for any storage. */
export const bucketSuite = (name: string, { target, underTest }: BucketSuiteOptions): void => {
  describe(name, function () {
    const temporary = temporaryFolders();
    let proxy: BucketProxy;
    let bucket: OpenedBucket;
    const opened: OpenedBucket[] = [];
    const open = async (more: Partial<BucketSettings>): Promise<OpenedBucket> => {
      const credentialsFile = temporary('credentials');
      const made = await openBucketUnderTest(underTest(proxy.port, more), {
        credentialsFile,
        prefix: `${randomBytes(8).toString('hex')}/`,
      });
      opened.push(made);
      return made;
    };
    beforeEach(async () => {
      proxy = await startBucketProxy(target());
      bucket = await open({ deadlineSeconds: 20, attempts: 3 });
    });
    afterEach(async () => {
      for (const each of opened.splice(0)) each.close();
      await proxy.close();
    });

    const into = (data: Uint8Array) => ({
      path: temporary('fetched'),
      bytes: data.length,
      sha256: hash('sha256', data),
    });
    const text = (bytes: Buffer) => ({ text: bytes.toString() });

    it('gives back what was put, from a file and from memory', async () => {
      const data = randomBytes(300_000);
      const path = temporary('file');
      await writeFile(path, data);
      await bucket.put('o/a b/file', { path, bytes: data.length, sha256: hash('sha256', data) });
      await bucket.put('o/a b/text', bodyOf(Buffer.from('one')));
      expect(await bucket.fetch('o/a b/file', into(data))).to.equal('whole');
      expect(await readFile(temporary('fetched'))).to.deep.equal(data);
      expect(await bucket.read('o/a b/text', 100, text)).to.deep.equal({ text: 'one' });
    });

    it('says what is not there, and makes no file', async () => {
      expect(await bucket.read('o/none', 100, text)).to.equal('missing');
      expect(await bucket.fetch('o/none', into(Buffer.from('x')))).to.equal('missing');
      expect(existsSync(temporary('fetched'))).to.equal(false);
    });

    it('replaces an object that has the name, whole', async () => {
      await bucket.put('o/new', bodyOf(Buffer.from('one')));
      await bucket.put('o/new', bodyOf(Buffer.from('the second')));
      expect(await bucket.read('o/new', 100, text)).to.deep.equal({ text: 'the second' });
    });

    it('gives no other bytes than were stored, and leaves no file', async () => {
      const data = randomBytes(200_000);
      await bucket.put('o/file', bodyOf(data));
      const other = { ...into(data), sha256: hash('sha256', randomBytes(8)) };
      expect(await bucket.fetch('o/file', other)).to.equal('other');
      expect(await bucket.fetch('o/file', { ...into(data), bytes: 1000 })).to.equal('other');
      expect(await bucket.fetch('o/file', { ...into(data), bytes: 300_000 })).to.equal('other');
      expect(existsSync(temporary('fetched'))).to.equal(false);
      expect(await bucket.read('o/file', 1000, text)).to.equal('other');
      const notJson = (bytes: Buffer): object => JSON.parse(bytes.toString()) as object;
      expect(await bucket.read('o/file', 300_000, notJson)).to.equal('other');
    });

    it('puts no file through a link, which could lead to any file of the service', async () => {
      const data = randomBytes(1000);
      await writeFile(temporary('outside'), data);
      await symlink(temporary('outside'), temporary('link'));
      const body = { path: temporary('link'), bytes: data.length, sha256: hash('sha256', data) };
      expect(await rejectionOf(bucket.put('o/file', body))).to.have.property('code', 'ELOOP');
      expect(await bucket.fetch('o/file', into(data))).to.equal('missing');
    });

    it('rejects with the error of a file that cannot be read or written', async () => {
      const body = {
        path: temporary('missing'),
        bytes: 1,
        sha256: hash('sha256', 'x'),
      };
      expect(await rejectionOf(bucket.put('o/file', body))).to.have.property('code', 'ENOENT');
      const data = randomBytes(1000);
      await bucket.put('o/file', bodyOf(data));
      const place = { ...into(data), path: temporary('no/folder') };
      expect(await rejectionOf(bucket.fetch('o/file', place))).to.have.property('code', 'ENOENT');
      await mkdir(temporary('folder'));
      expect(readdirSync(temporary('folder'))).to.deep.equal([]);
    });

    for (const fault of ['slowDown', 'cut', 'wrongBytes', { delayMs: 300 }] as const) {
      it(`tries again after ${JSON.stringify(fault)}`, async () => {
        const data = randomBytes(200_000);
        let left = 1;
        const failOnce = (): void => {
          left = 1;
          proxy.failBy(() => ((left -= 1) === 0 ? fault : undefined));
        };
        failOnce();
        await bucket.put('o/file', bodyOf(data));
        failOnce();
        expect(await bucket.fetch('o/file', into(data))).to.equal('whole');
        expect(await readFile(temporary('fetched'))).to.deep.equal(data);
      });
    }

    it('makes so many attempts, then says that the bucket is away', async () => {
      proxy.failBy(() => 'slowDown');
      for (const call of [
        () => bucket.put('o/file', bodyOf(Buffer.from('one'))),
        () => bucket.read('o/file', 100, text),
        () => bucket.fetch('o/file', into(Buffer.from('one'))),
      ]) {
        const error = await rejectionOf(call());
        expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
      }
      const told = bucket.calls.map(
        ({ operation, outcome, attempts }) => `${operation} ${outcome} ${attempts}`,
      );
      const expected = ['put', 'read', 'fetch'].map((operation) => `${operation} failed 3`);
      expect(told).to.deep.equal(expected);
    });

    it('ends each call by its deadline, whatever the storage does', async () => {
      const late = await open({ deadlineSeconds: 1, attempts: 10 });
      proxy.failBy(() => 'hang');
      const startedAt = performance.now();
      const errors = await Promise.all([
        rejectionOf(late.put('o/other', bodyOf(Buffer.from('one')))),
        rejectionOf(late.read('o/file', 1e6, text)),
      ]);
      expect(performance.now() - startedAt).to.be.at.least(900);
      for (const error of errors) expect(error).to.have.property('code', 'unavailable');
      expect(new Set(late.calls.map(({ code }) => code))).to.deep.equal(new Set(['Timeout']));
    });

    it('ends what is being sent with its signal', async () => {
      proxy.failBy(() => 'hang');
      const ended = new AbortController();
      const put = bucket.put('o/file', bodyOf(Buffer.from('one')), { signal: ended.signal });
      const reason = new Error('the client has gone');
      ended.abort(reason);
      expect(await rejectionOf(put)).to.equal(reason);
    });
  });
};
