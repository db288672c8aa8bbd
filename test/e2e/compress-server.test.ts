import { expect } from 'chai';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type Ran, shrinkdProcess } from '../support/cli/shrinkd.ts';
import { createClient } from '../support/e2e/client.ts';
import { photo, photoPath } from '../support/e2e/pictures.ts';
import { sharedService } from '../support/service/service.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('shrinkd compress --server', () => {
  const service = sharedService();
  const inFolder = temporaryFolders();
  beforeEach(() => {
    mkdirSync(inFolder('photos'));
    copyFileSync(photoPath, inFolder('photos/a.jpg'));
    writeFileSync(inFolder('photos/broken.png'), 'broken');
  });
  const compress = (...flags: readonly string[]): Promise<Ran> =>
    shrinkdProcess(
      [
        'compress',
        inFolder('photos'),
        '--server',
        service().url,
        '--cacert',
        service().certificate,
        ...flags,
      ],
      { SHRINKD_API_KEY: service().key },
    );

  it('compresses by the service, and counts there', async () => {
    const client = createClient(service());
    const before = await client.count();
    const { code, stdout, stderr } = await compress('--out', inFolder('out'), '--json');
    expect(code, stderr).to.equal(1);
    expect(stderr).to.contain('broken.png: File type is not supported.\n');
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.find(({ happened }) => happened === 'compressed')!;
    expect(line).to.include({ before: photo.length, type: 'image/jpeg', encoders: 'mozjpeg' });
    expect(line['score']).to.be.within(79, 90);
    expect(line['after'])
      .to.equal(statSync(inFolder('out/a.jpg')).size)
      .and.to.be.below(photo.length / 2);
    expect(await client.count()).to.equal(before + 1);
    client.close();
    // A second run sends nothing.
    const second = await compress('--out', inFolder('out'), '--exclude', 'broken*');
    expect([second.code, second.stdout]).to.deep.equal([
      0,
      '1 file: 0 compressed (0 B to 0 B, 0 % saved), 1 done before.\n',
    ]);
  });

  it('converts and resizes there, in place and beside, and undoes that without it', async () => {
    const webp = await compress(
      '--beside',
      '--to',
      'webp',
      '--resize',
      'fit 100x100',
      '--exclude',
      'broken*',
      '--json',
    );
    expect([webp.code, webp.stderr.split('\n')[0]]).to.deep.equal([
      0,
      `1 file: 1 compressed (149 kB to ${Number((statSync(inFolder('photos/a.jpg.webp')).size / 1000).toPrecision(3))} kB, ${Number((100 - (statSync(inFolder('photos/a.jpg.webp')).size / photo.length) * 100).toFixed(1))} % saved).`,
    ]);
    expect(JSON.parse(webp.stdout)).to.include({ type: 'image/webp' });
    expect((await compress('--in-place', '--include', 'a.jpg')).code).to.equal(0);
    expect(statSync(inFolder('photos/a.jpg')).size).to.be.below(photo.length / 2);
    const undone = await shrinkdProcess(['compress', inFolder('photos'), '--undo']);
    expect(undone.stdout).to.equal('1 file restored, 0 removed.\n');
    expect(readFileSync(inFolder('photos/a.jpg')).equals(photo)).to.equal(true);
  });

  it('ends before the first file where the service cannot be used', async () => {
    const rows: readonly (readonly [flags: readonly string[], code: number, sentence: RegExp])[] = [
      [['--key', 'X'.repeat(32)], 1, /The service refuses the key: Credentials are invalid/],
      [
        ['--server', 'http://localhost:1'],
        2,
        /--server: expected an address that begins with https/,
      ],
      [['--preset', 'high'], 2, /--preset is decided by the configuration of the service/],
      [['--cacert', inFolder('none.pem')], 2, /--cacert: .* cannot be read \(ENOENT\)/],
    ];
    for (const [flags, code, sentence] of rows) {
      const ran = await compress('--out', inFolder('out'), ...flags);
      expect(ran.code, ran.stderr).to.equal(code);
      expect(ran.stderr).to.match(sentence);
    }
    expect(existsSync(inFolder('out/a.jpg'))).to.equal(false);
  });
});
