import { expect } from 'chai';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { shrinkd, shrinkdProcess } from '../support/cli/shrinkd.ts';
import { snapshotOf } from '../support/bulk/snapshot.ts';
import { photoPath } from '../support/e2e/pictures.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

type Side = Readonly<Record<string, number>>;
type Comparison = Readonly<{
  classes: readonly Readonly<{ name: string; files: number; old: Side; new: Side }>[];
  worse: readonly Readonly<{ path: string; reasons: readonly string[] }>[];
}>;

describe('shrinkd compare', () => {
  const inFolder = temporaryFolders();
  beforeEach(() => {
    mkdirSync(inFolder('photos'));
    for (const name of ['a', 'b', '<c>']) copyFileSync(photoPath, inFolder(`photos/${name}.jpg`));
    writeFileSync(inFolder('new.json'), JSON.stringify({ quality: { target: 50, min: 0 } }));
  });

  it('tells bytes, scores and CPU of both configurations, and names what is worse', async () => {
    const before = snapshotOf(inFolder('photos'));
    const args = [
      'compare',
      '--new',
      inFolder('new.json'),
      inFolder('photos'),
      '--quality-effort',
      'fast',
    ];
    const report = ['--report', inFolder('report.html')];
    const { code, stdout, stderr } = await shrinkdProcess([...args, ...report, '--json']);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const { classes, worse } = JSON.parse(stdout) as Comparison;
    expect(classes.map(({ name, files }) => [name, files])).to.deep.equal([['jpg', 3]]);
    const { old, new: other } = classes[0]!;
    expect(old['score']).to.be.within(77, 83);
    expect(other['score']).to.be.within(45, 65);
    expect(other['bytes']).to.be.below(0.7 * old['bytes']!);
    expect([old['cpuSeconds']! > 0.05, other['cpuSeconds']! > 0.05]).to.deep.equal([true, true]);
    expect(worse).to.have.lengthOf(3);
    expect(worse[0]!.reasons[0]).to.match(/^Its score is [123]\d\.\d lower\.$/);
    const page = readFileSync(inFolder('report.html'), 'utf8');
    expect(page.match(/class="pair"/g)).to.have.lengthOf(3);
    expect(page).to.contain('&lt;c&gt;.jpg').and.not.to.contain('<c>');
    expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
  });

  it('prints a table, and takes the flags of compress', async () => {
    const flags = ['--sample', '1', '--include', 'a*', '--to', 'webp', '--resize', 'scale 60x'];
    const args = ['compare', '--new', inFolder('new.json'), inFolder('photos'), ...flags];
    const { code, stdout } = await shrinkdProcess(args);
    expect(code).to.equal(0);
    expect(stdout).to.match(
      /^class +files +bytes +score .*\njpg +1 +[\d.]+ k?B, [\d.]+ k?B \([01]\.\d+\) /,
    );
    expect(stdout).to.match(/\nWorse with the new configuration: (0 files|1 file)\.\n/);
  });

  const refused: readonly (readonly [title: string, args: readonly string[], sentence: RegExp])[] =
    [
      ['no other configuration', ['photos'], /Expected --new CONFIG\.json and files or folders/],
      ['no path', ['--new', 'new.json'], /Expected --new CONFIG\.json and files or folders/],
      [
        'a configuration that is none',
        ['photos', '--new', 'photos'],
        /The configuration has a problem/,
      ],
      ['a missing path', ['none', '--new', 'new.json'], /none cannot be read \(ENOENT\)/],
    ];
  for (const [title, args, sentence] of refused) {
    it(`refuses ${title}`, async () => {
      const given = args.map((arg) => (arg.startsWith('--') ? arg : inFolder(arg)));
      const { code, stdout, stderr } = await shrinkd(['compare', ...given]);
      expect({ code, stdout }, stderr).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr).to.match(sentence);
    });
  }
});
