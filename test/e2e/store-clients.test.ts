import { expect } from 'chai';
import newest from 'tinify';
import { type GoogleStorage, startGoogleStorage } from '../support/storage/google-storage.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { rejectionOf } from '../support/rejection.ts';
import { ownService } from '../support/service/service.ts';
import { photo } from '../support/e2e/pictures.ts';
import { oldClient, pointedAt } from '../support/e2e/pointed-client.ts';
import { seenAt } from '../support/e2e/storing.ts';

describeWithRadosgw('published clients with storage', (radosgw) => {
  let google: GoogleStorage;
  before(async () => (google = await startGoogleStorage()));
  after(() => google.close());
  const service = ownService(() => ({
    config: {
      storage: { objstore: { endpoint: radosgw().url }, cstore: { endpoint: google.url } },
    },
  }));

  for (const [name, tinify, folder] of [
    ['the newest tinify client', newest, 'pictures/newest'],
    ['tinify 1.8.1', oldClient, 'pictures/old'],
  ] as const) {
    describe(name, () => {
      pointedAt(tinify, service);

      const s3 = (path: string, secret = radosgw().user.secretAccessKey) => ({
        service: 's3',
        aws_access_key_id: radosgw().user.accessKeyId,
        aws_secret_access_key: secret,
        region: 'us-east-1',
        path,
        headers: { 'Cache-Control': 'public, max-age=31536000' },
      });

      it('stores in S3, and learns where and how large the image is', async () => {
        const stored = tinify.fromBuffer(photo).store(s3(`${folder}/a b.jpg`));
        const location = await stored.location();
        expect(location).to.equal(`${radosgw().url}/${folder}/a%20b.jpg`);
        expect([await stored.width(), await stored.height()]).to.deep.equal([800, 533]);
        const { status, headers } = await seenAt(location!);
        expect(status).to.equal(200);
        expect(headers.get('cache-control')).to.equal('public, max-age=31536000');
      });

      it('stores what it had resized, for the price of that', async () => {
        const source = tinify.fromBuffer(photo);
        await source.toBuffer();
        const before = tinify.compressionCount!;
        const stored = source
          .resize({ method: 'fit', width: 150, height: 150 })
          .store(s3(`${folder}/small.jpg`));
        expect([await stored.width(), await stored.height()]).to.deep.equal([150, 100]);
        expect(tinify.compressionCount).to.equal(before + 1);
      });

      it('stores at Google', async () => {
        const options = { service: 'gcs', gcp_access_token: google.token, path: `${folder}/a.jpg` };
        const stored = tinify.fromBuffer(photo).store(options);
        expect(await stored.location()).to.equal(`${google.url}/${folder}/a.jpg`);
        expect(google.objects.has(`${folder}/a.jpg`)).to.equal(true);
      });

      it('sees a refusal as an error of its user, and a fault as one of the service', async () => {
        const refused = tinify.fromBuffer(photo).store(s3(`${folder}/a.jpg`, 'wrong'));
        const refusal = await rejectionOf(refused.location());
        expect(refusal).to.be.instanceOf(tinify.ClientError);
        expect((refusal as Error).message).to.include('SignatureDoesNotMatch');
        google.scripts.push(
          ...Array.from({ length: 6 }, () => ({ status: 503, reason: 'backendError' })),
        );
        const options = { service: 'gcs', gcp_access_token: google.token, path: `${folder}/b.jpg` };
        const failed = tinify.fromBuffer(photo).store(options);
        const failure = await rejectionOf(failed.location());
        expect(failure).to.be.instanceOf(tinify.ServerError);
        expect((failure as Error).message).to.include('backendError');
        expect(google.scripts).to.deep.equal([]);
      });
    });
  }
});
