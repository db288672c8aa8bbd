import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { shrinkd, shrinkdProcess, shrinkdProgram, unreadShrinkd } from '../support/cli/shrinkd.ts';
import { inPlace, runOver } from '../support/bulk/running.ts';
import { snapshotOf } from '../support/bulk/snapshot.ts';
import { photo, photoPath } from '../support/e2e/pictures.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

type Line = Readonly<{
  path: string;
  happened: string;
  target?: string;
  before: number;
  after: number;
  score?: number;
  worstPlace?: number;
  type?: string;
  encoders?: string;
  settings?: object;
  milliseconds?: number;
}>;

describe('shrinkd compress', () => {
  const inFolder = temporaryFolders();
  beforeEach(() => {
    mkdirSync(inFolder('photos/sub'), { recursive: true });
    copyFileSync(photoPath, inFolder('photos/a.jpg'));
    writeFileSync(inFolder('photos/sub/broken.png'), 'broken');
  });
  const out = (): readonly string[] => ['--out', inFolder('out')];

  it('compresses a folder, names what fails, and goes on in the next run', async () => {
    const first = await shrinkdProcess(['compress', inFolder('photos'), ...out(), '--json']);
    expect(first.code, first.stderr).to.equal(1);
    const lines = first.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    expect(lines).to.have.lengthOf(2);
    const { milliseconds, score, worstPlace, after, settings, ...made } = lines.find(
      ({ happened }) => happened === 'compressed',
    )!;
    expect(made).to.deep.equal({
      ...{ path: inFolder('photos/a.jpg'), happened: 'compressed', before: photo.length },
      ...{ target: inFolder('out/a.jpg'), type: 'image/jpeg', encoders: 'mozjpeg' },
    });
    expect(milliseconds).to.be.above(0);
    expect(score).to.be.within(79, 90);
    expect(worstPlace).to.be.within(50, 90);
    expect(settings).to.have.keys('scale', 'variant');
    expect(after)
      .to.equal(statSync(inFolder('out/a.jpg')).size)
      .and.to.be.below(photo.length / 2);
    expect(first.stderr)
      .to.contain(`shrinkd: ${inFolder('photos/sub/broken.png')}: File type is not supported.\n`)
      .and.to.match(/2 files: 1 compressed \(149 kB to [\d.]+ kB, [\d.]+ % saved\), 1 failed\.\n$/);

    const second = await shrinkdProcess([
      'compress',
      inFolder('photos'),
      ...out(),
      '--exclude',
      'broken*',
    ]);
    expect(second).to.deep.equal({
      code: 0,
      stdout: '1 file: 0 compressed (0 B to 0 B, 0 % saved), 1 done before.\n',
      stderr: '',
    });
    expect(readFileSync(inFolder('photos/a.jpg')).equals(photo)).to.equal(true);
  });

  it('converts, resizes and chooses by its flags, beside the sources', async () => {
    const flags = [
      ...['--beside', '--to', 'webp', '--resize', 'fit 64x64', '--preset', 'compact'],
      ...['--effort', 'fast', '--target', '60', '--jobs', '1', '--preserve', 'copyright', '--json'],
    ];
    const path = inFolder('photos/a.jpg');
    const { code, stdout, stderr } = await shrinkdProcess(['compress', path, ...flags]);
    expect(code, stderr).to.equal(0);
    const { target, type } = JSON.parse(stdout) as Line;
    expect({ target, type }).to.deep.equal({ target: `${path}.webp`, type: 'image/webp' });
    expect(readFileSync(`${path}.webp`, 'latin1').slice(8, 12)).to.equal('WEBP');
  });

  it('works in folders whose names are no UTF-8', async () => {
    const folder = Buffer.from(inFolder('album \xff'), 'latin1');
    mkdirSync(folder);
    symlinkSync(folder, inFolder('album'));
    copyFileSync(photoPath, inFolder('album/a.jpg'));
    const { code, stderr } = await shrinkdProcess(['compress', inFolder('album'), ...out()]);
    expect(code, stderr).to.equal(0);
    expect(statSync(inFolder('out/a.jpg')).size).to.be.below(photo.length / 2);
    const script = 'cd "$1" && exec "$2" compress ../photos/a.jpg --out . --json';
    const args = ['-c', script, 'sh', inFolder('album'), shrinkdProgram];
    const path = `${inFolder('album ')}\u{FFFD}/a.jpg`;
    rmSync(inFolder('album/a.jpg'));
    const line = JSON.parse(execFileSync('sh', args, { encoding: 'utf8', stdio: 'pipe' })) as Line;
    expect(line.target).to.equal(path);
    expect(statSync(inFolder('album/a.jpg')).size).to.be.below(photo.length / 2);
  });

  it('replaces files in place, and gives them back', async () => {
    const before = snapshotOf(inFolder('photos'));
    const args = ['compress', inFolder('photos'), '--exclude', 'broken*', '--in-place'];
    const { code, stdout, stderr } = await shrinkdProcess(args);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(/^1 file: 1 compressed /);
    expect(statSync(inFolder('photos/a.jpg')).size).to.be.below(photo.length / 2);
    const undone = await shrinkd(['compress', inFolder('photos'), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code: 0,
      stdout: `${JSON.stringify({ path: inFolder('photos/a.jpg'), happened: 'restored' })}\n`,
      stderr: '1 file restored, 0 removed.\n',
    });
    expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
    expect(existsSync(inFolder('.shrinkd'))).to.equal(false);
  });

  it('stops giving files back where the reader of its lines has gone', async () => {
    for (let number = 0; number < 20; number += 1)
      writeFileSync(inFolder(`photos/${number}.jpg`), `${number} abcdefgh`);
    const before = snapshotOf(inFolder('photos'));
    await runOver([inFolder('photos')], inPlace);
    const args = ['compress', inFolder('photos'), '--undo', '--json'];
    const { code, stderr } = await unreadShrinkd(args, inFolder('pipe'));
    expect(code, stderr).to.equal(130);
    expect(stderr).to.match(/^\d+ files? restored, 0 removed\.\n$/);
    expect((await shrinkd(args)).code).to.equal(0);
    expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
  });

  it('says where it can make no folder of its own', async () => {
    const args = ['compress', inFolder('photos'), '--dry-run'];
    const { code, stderr } = await shrinkdProcess(args, { TMPDIR: inFolder('none') });
    expect({ code, stderr }).to.deep.equal({
      code: 1,
      stderr: `shrinkd: No folder can be made in ${inFolder('none')} (ENOENT). Set TMPDIR to another one.\n`,
    });
  });

  it('refuses to give back a file that was changed, with exit code 1', async () => {
    await shrinkdProcess(['compress', inFolder('photos/a.jpg'), '--in-place']);
    writeFileSync(inFolder('photos/a.jpg'), 'mine');
    const { code, stdout, stderr } = await shrinkd([
      'compress',
      inFolder('photos/a.jpg'),
      '--undo',
    ]);
    expect({ code, stdout }).to.deep.equal({
      code: 1,
      stdout: '0 files restored, 0 removed, 1 refused.\n',
    });
    expect(stderr).to.equal(
      `shrinkd: ${inFolder('photos/a.jpg')}: It was changed since, and stays.\n`,
    );
  });

  it('tries a sample, and writes nothing', async () => {
    for (const name of ['b', 'c', 'd']) copyFileSync(photoPath, inFolder(`photos/sub/${name}.jpg`));
    const before = snapshotOf(inFolder());
    const args = [
      'compress',
      inFolder('photos'),
      '--exclude',
      'broken*',
      '--dry-run',
      '--in-place',
    ];
    const { code, stdout, stderr } = await shrinkdProcess([...args, '--sample', '2']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    expect(stdout).to.match(
      /^Tried 2 of 4 files \(596 kB\)\. Nothing was written\.\nAll would save 4\d\d kB, (6\d(\.\d)? %): from \1 to \1, with 95 %\.\nThey would take \d+ s\.\n$/,
    );
    expect(snapshotOf(inFolder())).to.deep.equal(before);
    const json = await shrinkdProcess([...args, '--json']);
    const { dryRun } = JSON.parse(json.stdout.trimEnd().split('\n').at(-1)!) as { dryRun: object };
    expect(dryRun).to.include({ files: 4, bytes: 4 * photo.length, measured: 4 });
    expect(dryRun).to.have.keys(
      ...[
        'files',
        'bytes',
        'measured',
        'saved',
        'savedLow',
        'savedHigh',
        'milliseconds',
        'seconds',
      ],
    );
  });

  it('is a gate for builds: files that would lose a tenth, and results above a budget', async () => {
    const before = snapshotOf(inFolder());
    const args = ['compress', inFolder('photos'), '--exclude', 'broken*'];
    const checked = await shrinkdProcess([...args, '--check', '--budget', '40kB']);
    expect(checked.code).to.equal(1);
    expect(checked.stderr.split('\n')).to.have.lengthOf(3);
    expect(checked.stderr)
      .to.match(/a\.jpg: It would lose 6\d(\.\d)? %: 149 kB to [\d.]+ kB\.\n/)
      .and.to.match(/a\.jpg: Its result has [\d.]+ kB, more than 40 kB\.\n/);
    expect(checked.stdout).to.match(/ 1 would lose 10 % or more\. 1 are above the budget\.\n$/);
    expect(snapshotOf(inFolder())).to.deep.equal(before);

    const budget = await shrinkdProcess([...args, ...out(), '--budget', '40kB']);
    expect([budget.code, statSync(inFolder('out/a.jpg')).size > 40_000]).to.deep.equal([3, true]);
    // Results of an earlier run count too.
    const again = await shrinkdProcess([...args, ...out(), '--budget', '40kB', '--json']);
    expect([again.code, again.stdout.includes('"done"')]).to.deep.equal([3, true]);
    expect((await shrinkdProcess([...args, ...out(), '--budget', '1MB'])).code).to.equal(0);
    const small = await shrinkdProcess([...args, '--check', '--include', 'nothing']);
    expect([small.code, small.stderr]).to.deep.equal([0, '']);
  });

  it('ends a run at Ctrl-C with a line that says how to go on', async () => {
    for (let number = 0; number < 30; number += 1) {
      copyFileSync(photoPath, inFolder(`photos/${number}.jpg`));
    }
    const args = ['compress', inFolder('photos'), ...out(), '--json', '--exclude', 'broken*'];
    const { code, stdout, stderr } = await shrinkdProcess(args, {}, (child) => {
      child.stdout?.once('data', () => child.kill('SIGINT'));
    });
    expect(code, stderr).to.equal(130);
    const done = stdout.trimEnd().split('\n').length;
    expect(done).to.be.within(1, 10);
    expect(stderr).to.match(/shrinkd: stopped\. The same command goes on from here\.\n$/);
    const next = await shrinkdProcess([...args, '--include', '[0-9].jpg', '--include', 'a.jpg']);
    expect(next.code, next.stderr).to.equal(0);
  });

  it('removes what a killed run has left of its work', async () => {
    for (let number = 0; number < 9; number += 1) {
      copyFileSync(photoPath, inFolder(`photos/${number}.jpg`));
    }
    const work = ['--work-dir', inFolder('work')];
    const args = ['compress', inFolder('photos'), ...out(), ...work, '--effort', 'fast', '--json'];
    const killed = await shrinkdProcess(args, {}, (child) => {
      child.stdout?.once('data', () => child.kill('SIGKILL'));
    });
    expect(killed.code).to.equal(null);
    const jobs = (): readonly string[] =>
      existsSync(inFolder('work'))
        ? readdirSync(inFolder('work'), { recursive: true, encoding: 'utf8' })
        : [];
    expect(jobs().filter((name) => name.includes('job-'))).not.to.deep.equal([]);
    await shrinkdProcess([...args, '--include', 'a.jpg']);
    expect(jobs()).to.deep.equal([]);
  });

  const unwritable: readonly (readonly [args: readonly string[], line: string])[] = [
    [['--out', 'FILE'], '--out: FILE cannot be made (EEXIST).'],
    [['--out', ''], '--out: expected a value, got "".'],
    [['--report', ''], '--report: expected a value, got "".'],
    [['--out', 'FILE/sub'], '--out: FILE/sub cannot be made (ENOTDIR).'],
    [['--out', '/proc/sub/sub'], '--out: /proc/sub/sub cannot be made (ENOENT).'],
    [
      ['--in-place', '--report', 'FILE/page.html'],
      '--report: FILE/page.html cannot be written (ENOTDIR).',
    ],
    [['--in-place', '--report', 'FOLDER'], '--report: FOLDER is a folder.'],
  ];
  for (const [args, line] of unwritable) {
    it(`says before its work that it cannot write: ${args.join(' ')}`, async () => {
      const placed = (text: string): string =>
        text.replace('FILE', photoPath).replace('FOLDER', inFolder('photos'));
      const before = snapshotOf(inFolder('photos'));
      const { code, stderr, stdout } = await shrinkd([
        ...['compress', inFolder('photos')],
        ...args.map(placed),
      ]);
      expect([stderr, stdout]).to.deep.equal([`shrinkd: ${placed(line)}\n`, '']);
      expect(code).to.be.within(1, 2);
      expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
    });
  }

  const refused: readonly (readonly [title: string, args: readonly string[], line: string])[] = [
    ['no path', [], 'Expected files or folders.'],
    ['an empty path', [''], 'A path is empty: expected a file or folder.'],
    ['an empty path in place', ['', '--in-place'], 'A path is empty: expected a file or folder.'],
    ['a path that is missing', ['/no/such/path'], '/no/such/path cannot be read (ENOENT).'],
    [
      'an unknown type',
      ['.', '--to', 'gif'],
      '--to: expected same, webp, avif, jpeg, png or smallest, got "gif".',
    ],
    ['an unknown preset', ['.', '--preset', 'tiny'], 'quality.preset: expected'],
    [
      'jobs that are none',
      ['.', '--jobs', '0'],
      '--jobs: expected a whole number from 1 to 1024, got "0".',
    ],
    [
      'a part that is none',
      ['.', '--min-saving', 'x'],
      '--min-saving: expected a percentage such as 3%, got "x".',
    ],
    [
      'both ways to go on',
      ['.', '--resume', '--no-resume'],
      '--resume and --no-resume exclude each other.',
    ],
    [
      'results compressed again',
      ['.', '--in-place', '--no-resume'],
      '--no-resume would compress results again',
    ],
    [
      'originals of files that stay',
      ['.', '--no-originals'],
      '--no-originals belongs to --in-place',
    ],
  ];
  for (const [title, args, line] of refused) {
    it(`refuses ${title}`, async () => {
      const given = args.map((arg) => (arg === '.' ? inFolder('photos') : arg));
      const { code, stdout, stderr } = await shrinkd([
        'compress',
        ...given,
        ...(given.includes('--in-place') ? [] : out()),
      ]);
      expect({ code, stdout }, stderr).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr).to.contain(line);
    });
  }
});
