import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeadObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import { secretOf } from '../../src/redacted.ts';
import type { StoredFile } from '../../src/storage/storage.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { rejectionOf } from '../support/rejection.ts';
import { fileAt, objstoreRequest, settings, storing } from '../support/storage/storing.ts';

const largeBytes = 20_000_000;

describeWithRadosgw('a file of 20 MB', (radosgw) => {
  let folder: string;
  let file: StoredFile;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-radosgw-file-'));
    file = await fileAt(join(folder, 'large'), largeBytes);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const at = () => storing({ objstore: { ...settings.objstore, endpoint: radosgw().url } });
  const request = (name: string, fields: Parameters<typeof objstoreRequest>[0] = {}) =>
    objstoreRequest({
      path: `pictures/${name}`,
      accessKeyId: secretOf(radosgw().user.accessKeyId),
      secretAccessKey: secretOf(radosgw().user.secretAccessKey),
      ...fields,
    });
  const headOf = (Key: string) =>
    radosgw().client.send(new HeadObjectCommand({ Bucket: 'pictures', Key }));

  it('is stored whole', async () => {
    const { put, reports } = at();
    await put(request('large'), file);
    expect(reports[0]).to.include({ outcome: 'stored', attempts: 1 });
    expect((await headOf('large')).ContentLength).to.equal(largeBytes);
  });

  it('does not become an object when its bytes are not those that were signed', async () => {
    const error = await rejectionOf(
      at().put(request('tampered'), { ...file, sha256: '0'.repeat(64) }),
    );
    expect(error).to.have.property('code', 'storage_failed');
    expect((error as Error).message).to.match(/^XAmzContentSHA256Mismatch .*did not arrive/);
    expect(await rejectionOf(headOf('tampered'))).to.have.property('name', 'NotFound');
  });

  it('is refused for a wrong secret in so many words, although it is still being sent', async () => {
    const secretAccessKey = secretOf('wrong');
    const error = await rejectionOf(at().put(request('denied', { secretAccessKey }), file));
    expect(error).to.have.property('code', 'storage_denied');
    expect((error as Error).message).to.match(/^SignatureDoesNotMatch/);
  });
});
