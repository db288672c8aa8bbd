import { expect } from 'chai';
import { hash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { ServiceError } from '../../../src/errors.ts';
import { mutantOfLines } from '../../support/mutants.ts';
import { openBucketUnderTest, s3Bucket } from '../../support/outputs/bucket-outputs.ts';
import { randomNumbers } from '../../support/random.ts';
import { describeWithRadosgw } from '../../support/storage/radosgw.ts';
import { startTcpProxy } from '../../support/tcp-proxy.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';

/** Calls whose answers are damaged; SHRINKD_MUTANTS sets another number. */
const calls = Number(process.env['SHRINKD_MUTANTS'] ?? 60);

describeWithRadosgw('a bucket that answers with damaged answers', (radosgw) => {
  const inFolder = temporaryFolders();

  it(`gives other bytes for none, and a refusal else (${calls} calls)`, async function () {
    this.timeout(60_000 + calls * 500);
    const random = randomNumbers(calls);
    let isDamaging = false;
    const proxy = await startTcpProxy(radosgw().port, (piece) => {
      if (!isDamaging || random(2) > 0) return piece;
      // Lines of the head and of XML, each with its end; an object is one or more of them.
      return mutantOfLines(piece, random);
    });
    const settings = { port: proxy.port, deadlineSeconds: 2, attempts: 2 };
    const bucket = await openBucketUnderTest(s3Bucket(radosgw(), settings), {
      credentialsFile: inFolder('s3.json'),
      prefix: 'damaged/',
    });
    const data = randomBytes(20_000);
    const sha256 = hash('sha256', data);
    const body = { data, bytes: data.length, sha256 };
    await bucket.put('object', body);
    const path = inFolder('fetched');
    const attempts: readonly (() => Promise<unknown>)[] = [
      async () => {
        const outcome = await bucket.fetch('object', { path, bytes: data.length, sha256 });
        expect(outcome).to.be.oneOf(['whole', 'other', 'missing']);
        if (outcome === 'whole') expect(await readFile(path)).to.deep.equal(data);
        else expect(existsSync(path)).to.equal(false);
      },
      () => bucket.read('object', data.length, (bytes) => expect(bytes).to.deep.equal(data)),
      () => bucket.read('nothing', data.length, () => expect.fail('an object that is not there')),
      () => bucket.put('object', body),
    ];
    isDamaging = true;
    for (let call = 0; call < calls; call += 1) {
      try {
        await attempts[random(attempts.length)]!();
      } catch (error) {
        expect(error).to.be.instanceOf(ServiceError);
        expect(error).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
      }
      await rm(path, { force: true });
    }
    isDamaging = false;
    proxy.cut();
    expect(await bucket.fetch('object', { path, bytes: data.length, sha256 })).to.equal('whole');
    bucket.close();
    await proxy.close();
  });
});
