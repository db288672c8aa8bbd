import { expect } from 'chai';
import { mkdirSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { getObject, putObject } from '../support/bulk/sweeping.ts';
import { shrinkd, shrinkdProcess } from '../support/cli/shrinkd.ts';
import { photo } from '../support/e2e/pictures.ts';
import { describeWithRadosgw } from '../support/storage/radosgw.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('shrinkd sweep', () => {
  const inFolder = temporaryFolders();
  beforeEach(() => {
    writeFileSync(inFolder('keys.json'), '{"accessKeyId":"a","secretAccessKey":"b"}');
  });

  const address = 's3://pictures/shop';
  const cases: readonly (readonly [
    title: string,
    args: (keys: string) => readonly string[],
    says: string,
  ])[] = [
    ['no bucket', () => [], 'Expected one bucket, such as s3://bucket/prefix.'],
    ['two buckets', () => [address, 's3://other'], 'Expected one bucket'],
    ['no credentials', () => [address], '--credentials: expected a file.'],
    ['another address', (keys) => ['http://a', '--credentials', keys], 'such as s3://bucket'],
    [
      'an endpoint that is none',
      (keys) => [address, '--credentials', keys, '--endpoint', 'store'],
      '--endpoint: expected an address',
    ],
    [
      'results below the objects',
      (keys) => [address, '--credentials', keys, '--to', `${address}/small`],
      '--to: expected a place that the sweep does not look at',
    ],
    [
      'originals above the objects',
      (keys) => [address, '--credentials', keys, '--backup', 's3://pictures'],
      '--backup: expected a place that the sweep does not look at',
    ],
    [
      'both ways to say how many CPUs',
      (keys) => [address, '--credentials', keys, '--share', '50%', '--jobs', '1'],
      '--share and --jobs exclude each other.',
    ],
    [
      'an undo that is to write nothing',
      (keys) => [address, '--credentials', keys, '--undo', '--dry-run'],
      '--undo and --dry-run exclude each other.',
    ],
    [
      'an undo of what is elsewhere',
      (keys) => [address, '--credentials', keys, '--undo', '--to', 's3://other'],
      '--undo: what --to has stored replaced nothing.',
    ],
    [
      'a sample of no dry run',
      (keys) => [address, '--credentials', keys, '--sample', '5'],
      '--sample belongs to --dry-run.',
    ],
    [
      'credentials that cannot be read',
      (keys) => [address, '--credentials', `${keys}.none`],
      'it cannot be read (ENOENT).',
    ],
  ];
  for (const [title, args, says] of cases) {
    it(`is refused with ${title}`, async () => {
      const ran = await shrinkd(['sweep', ...args(inFolder('keys.json'))]);
      expect(ran.stderr).to.contain(says);
      expect(ran.code).to.be.oneOf([1, 2]);
    });
  }
});

describeWithRadosgw('shrinkd sweep on a bucket', (radosgw) => {
  const inFolder = temporaryFolders();
  let prefix: string;
  beforeEach(async () => {
    prefix = randomBytes(6).toString('hex');
    mkdirSync(inFolder('work'));
    writeFileSync(inFolder('keys.json'), JSON.stringify(radosgw().user));
    await putObject(radosgw(), `${prefix}/in/photo.jpg`, photo as never, {
      ...{ ContentType: 'image/jpeg', CacheControl: 'max-age=5' },
    });
    await putObject(radosgw(), `${prefix}/in/text.png`, 'no picture');
  });

  const sweep = (...more: readonly string[]) => {
    const { url, bucket } = radosgw();
    return shrinkdProcess([
      ...['sweep', `s3://${bucket}/${prefix}/in`, '--endpoint', url, '--path-style'],
      ...['--credentials', inFolder('keys.json'), '--journal', inFolder('work/journal.jsonl')],
      ...more,
    ]);
  };
  const photoNow = () => getObject(radosgw(), `${prefix}/in/photo.jpg`);
  const kept = (): readonly string[] => ['--backup', `s3://${radosgw().bucket}/${prefix}/kept`];

  it('says that the storage ignores conditional writes, and writes nothing then', async () => {
    const ran = await sweep(...kept());
    expect(ran.code).to.equal(2);
    expect(ran.stderr).to.match(
      /^shrinkd: The storage ignores conditional writes, so .*--accept-races/,
    );
    expect((await photoNow()).Metadata).to.deep.equal({});
  });

  it('wants originals to be kept, or told that they are not', async () => {
    const ran = await sweep('--accept-races');
    expect(ran.code).to.equal(2);
    expect(ran.stderr).to.contain('The bucket keeps no versions');
  });

  it('compresses a bucket, goes on in the next sweep, and gives everything back', async () => {
    const ran = await sweep('--accept-races', ...kept(), '--json');
    expect(ran.code, ran.stderr).to.equal(0);
    const lines = ran.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const done = lines.find(({ path }) => path === 'photo.jpg')!;
    expect(done).to.include({ happened: 'compressed', before: photo.length, type: 'image/jpeg' });
    expect(done['after']).to.be.below(photo.length / 2);
    expect(ran.stderr)
      .to.contain('shrinkd: text.png: File type is not supported.\n')
      .and.to.match(/2 objects: 1 compressed \(.* saved\), 1 left as they are\.\n$/);
    expect(await photoNow()).to.include({
      ...{ ContentLength: done['after'], ContentType: 'image/jpeg', CacheControl: 'max-age=5' },
    });
    const again = await sweep('--accept-races', ...kept());
    expect(again.stdout).to.equal(
      '2 objects: 0 compressed (0 B to 0 B, 0 % saved), 1 done before, 1 left as they are.\n',
    );
    const undone = await sweep('--accept-races', ...kept(), '--undo');
    expect(undone).to.deep.equal({ code: 0, stdout: '1 object restored.\n', stderr: '' });
    const { ContentLength, Metadata } = await photoNow();
    expect({ ContentLength, Metadata }).to.deep.equal({
      ContentLength: photo.length,
      Metadata: {},
    });
  });

  it('tells before what it would save, and writes nothing', async () => {
    const ran = await sweep('--dry-run', '--json', '--share', '50%');
    expect(ran.code, ran.stderr).to.equal(0);
    const { dryRun } = JSON.parse(ran.stdout.trimEnd().split('\n').at(-1)!) as {
      dryRun: { files: number; saved: number };
    };
    expect(dryRun.files).to.equal(2);
    expect(dryRun.saved).to.be.above(photo.length / 2);
    expect((await photoNow()).Metadata).to.deep.equal({});
  });

  it('says which rights are missing', async () => {
    writeFileSync(inFolder('keys.json'), JSON.stringify(radosgw().stranger));
    const ran = await sweep('--accept-races', '--no-originals');
    expect(ran.code).to.equal(1);
    expect(ran.stderr).to.match(/^shrinkd: AccessDenied: .*They need s3:PutObject/);
  });
});
