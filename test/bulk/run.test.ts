import { expect } from 'chai';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { rawOf } from '../../src/bulk/raw-path.ts';
import { halvingCompressor } from '../support/bulk/halving-compressor.ts';
import { happened, inPlace, outIn, runOver } from '../support/bulk/running.ts';
import { rejectionOf } from '../support/rejection.ts';
import { smallDisks } from '../support/small-disks.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('a run that writes a tree of results', () => {
  const inFolder = temporaryFolders();
  const inPhotos = (name = ''): string => inFolder(`photos/${name}`);
  const out = (): ReturnType<typeof outIn> => outIn(inFolder('out'));
  const write = (name: string, text: string): void => {
    mkdirSync(inPhotos('sub'), { recursive: true });
    writeFileSync(inPhotos(name), text);
  };
  const run = (
    wishes: Parameters<typeof runOver>[2] = {},
    destination: Parameters<typeof runOver>[1] = out(),
  ): Promise<Readonly<Record<string, string>>> =>
    runOver([inFolder('photos')], destination, wishes).then((outcomes) =>
      happened(outcomes, inFolder('photos')),
    );
  const tree = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readdirSync(inFolder('out'), { recursive: true, encoding: 'utf8' })
        .filter(
          (name) => !name.startsWith('.shrinkd') && statSync(inFolder(`out/${name}`)).isFile(),
        )
        .toSorted()
        .map((name) => [name, readFileSync(inFolder(`out/${name}`), 'utf8')]),
    );
  beforeEach(() => mkdirSync(inFolder('out')));

  it('mirrors the tree, with the times and permissions of the sources', async () => {
    write('a.jpg', 'abcdefgh');
    write('sub/b.png', 'ijkl');
    write('notes.txt', 'no picture');
    utimesSync(inPhotos('a.jpg'), 1_000_000, 2_000_000);
    expect(await run()).to.deep.equal({ 'a.jpg': 'compressed', 'sub/b.png': 'compressed' });
    expect(tree()).to.deep.equal({ 'a.jpg': 'abcd', 'sub/b.png': 'ij' });
    expect(statSync(inFolder('out/a.jpg')).mtimeMs).to.equal(2_000_000_000);
    expect(statSync(inFolder('out/a.jpg')).mode & 0o777).to.equal(0o644);
    expect(readFileSync(inPhotos('a.jpg'), 'utf8')).to.equal('abcdefgh');
  });

  it('lets nobody look into a folder of results who may not look into that of the sources', async () => {
    mkdirSync(inPhotos('sub/private/album'), { recursive: true });
    write('sub/private/album/a.jpg', 'abcd');
    write('b.jpg', 'abcd');
    mkdirSync(inFolder('more'));
    writeFileSync(inFolder('more/c.jpg'), 'abcd');
    chmodSync(inPhotos('sub'), 0o750);
    chmodSync(inPhotos('sub/private'), 0o500);
    chmodSync(inFolder('more'), 0o700);
    await run();
    mkdirSync(inFolder('both'));
    await runOver([inFolder('photos'), inFolder('more')], outIn(inFolder('both')));
    // So that its owner can remove what is in it.
    chmodSync(inPhotos('sub/private'), 0o700);
    const names = [
      'out/sub',
      'out/sub/private',
      'out/sub/private/album',
      'both/more',
      'both/photos/sub',
    ];
    const modes = names.map((name) => statSync(inFolder(name)).mode & 0o777);
    expect(modes).to.deep.equal([0o750, 0o700, 0o755, 0o700, 0o750]);
  });

  it('goes on with the next file where one fails', async () => {
    write('a.jpg', 'broken');
    write('b.jpg', 'abcd');
    expect(await run()).to.deep.equal({
      'a.jpg': 'failed: The picture is broken.',
      'b.jpg': 'compressed',
    });
    expect(tree()).to.deep.equal({ 'b.jpg': 'ab' });
  });

  it('compresses in the next run what has failed, is new, was changed, or has lost its result', async () => {
    for (const name of ['same', 'gone', 'grown', 'touched', 'other']) write(`${name}.jpg`, 'abcd');
    write('failed.jpg', 'broken');
    await run();
    rmSync(inFolder('out/gone.jpg'));
    write('grown.jpg', 'abcdef');
    utimesSync(inPhotos('touched.jpg'), 1, 1);
    truncateSync(inFolder('out/other.jpg'));
    write('failed.jpg', 'sound!');
    write('new.jpg', 'abcd');
    expect(await run()).to.deep.equal({
      'same.jpg': 'done',
      'gone.jpg': 'compressed',
      'grown.jpg': 'compressed',
      'touched.jpg': 'compressed',
      'failed.jpg': 'compressed',
      'new.jpg': 'compressed',
      'other.jpg': `failed: There is a file ${inFolder('out/other.jpg')} already, which is no result of this one.`,
    });
    expect(tree()['grown.jpg']).to.equal('abc');
  });

  it('compresses again where the wishes are others, or when it is told to', async () => {
    write('a.jpg', 'abcd');
    await run();
    expect(await run({ settings: 'others' })).to.deep.equal({ 'a.jpg': 'compressed' });
    expect(await run({ settings: 'others' })).to.deep.equal({ 'a.jpg': 'done' });
    expect(await run({ settings: 'others', isAgain: true })).to.deep.equal({
      'a.jpg': 'compressed',
    });
  });

  it('replaces the earlier result that a killed run was about to replace', async () => {
    write('a.jpg', 'abcd');
    await run();
    linkSync(inFolder('out/a.jpg'), inFolder('former'));
    write('a.jpg', 'efghijkl');
    await run();
    // As it is where the process was killed after it had written the record.
    renameSync(inFolder('former'), inFolder('out/a.jpg'));
    expect(await run()).to.deep.equal({ 'a.jpg': 'compressed' });
    expect(tree()).to.deep.equal({ 'a.jpg': 'efgh' });
  });

  it('leaves a file alone that would lose too little, and copies it', async () => {
    write('a.jpg', 'abcd');
    write('small.jpg', 'small');
    expect(await run({ minSaving: 0.6 })).to.deep.equal({
      'a.jpg': 'left: It would lose less than 60 %.',
      'small.jpg': 'left: It would lose less than 60 %.',
    });
    expect(tree()).to.deep.equal({ 'a.jpg': 'abcd', 'small.jpg': 'small' });
    expect(await run({ minSaving: 0.6 })).to.deep.equal({ 'a.jpg': 'done', 'small.jpg': 'done' });
  });

  it('never overwrites a file that is no result of the source, such as that of another one', async () => {
    write('a.jpg', 'abcd');
    write('a.png', 'efgh');
    write('own.jpg', 'abcd');
    writeFileSync(inFolder('out/own.webp'), 'mine');
    const compressor = halvingCompressor({ resultType: 'image/webp' });
    const found = await run({ compressor });
    expect(Object.values(found).toSorted()).to.deep.equal([
      'compressed',
      `failed: There is a file ${inFolder('out/a.webp')} already, which is no result of this one.`,
      `failed: There is a file ${inFolder('out/own.webp')} already, which is no result of this one.`,
    ]);
    expect(tree()['own.webp']).to.equal('mine');
  });

  it('writes results of another type beside their sources, and takes none for a source', async () => {
    write('a.jpg', 'abcd');
    write('sub/b.png', 'efgh');
    const compressor = halvingCompressor({ resultType: 'image/webp' });
    expect(await run({ compressor }, { kind: 'beside' })).to.deep.equal({
      'a.jpg': 'compressed',
      'sub/b.png': 'compressed',
    });
    expect(readFileSync(inPhotos('a.jpg.webp'), 'utf8')).to.equal('ab');
    expect(readFileSync(inPhotos('sub/b.png.webp'), 'utf8')).to.equal('ef');
    expect(await run({ compressor }, { kind: 'beside' })).to.deep.equal({
      'a.jpg': 'done',
      'sub/b.png': 'done',
    });
    const same = halvingCompressor({ resultType: 'image/jpeg' });
    expect(await run({ compressor: same, settings: 'jpeg' }, { kind: 'beside' })).to.deep.equal({
      'a.jpg': 'left: It has that type, or is smallest in its own.',
      'sub/b.png': 'left: It has that type, or is smallest in its own.',
    });
  });

  it('replaces no result that lies beside its source', async () => {
    write('a.jpg', 'abcd');
    const compressor = halvingCompressor({ resultType: 'image/webp' });
    await run({ compressor }, { kind: 'beside' });
    expect(await run({ settings: 'other' }, inPlace)).to.deep.equal({ 'a.jpg': 'compressed' });
    expect(readFileSync(inPhotos('a.jpg.webp'), 'utf8')).to.equal('ab');
  });

  it('names a file that is changed while it is read, and one that vanishes', async () => {
    write('a.jpg', 'abcd');
    const changing = halvingCompressor({ meanwhile: () => write('a.jpg', 'changed!') });
    expect(await run({ compressor: changing })).to.deep.equal({
      'a.jpg': 'failed: It was changed while it was compressed.',
    });
    write('b.jpg', 'abcd');
    const removing = halvingCompressor({
      meanwhile: () => rmSync(inPhotos('b.jpg'), { force: true }),
    });
    const found = await runOver([inFolder('photos')], out(), {
      compressor: removing,
      include: ['b.jpg'],
    });
    expect(happened(found, inFolder('photos'))).to.deep.equal({ 'b.jpg': 'compressed' });
    expect(tree()).to.deep.equal({ 'b.jpg': 'ab' });
  });

  it('takes single files, and folders below their names where there are several', async () => {
    write('a.jpg', 'abcd');
    write('sub/b.jpg', 'efgh');
    mkdirSync(inFolder('more'));
    writeFileSync(inFolder('more/a.jpg'), 'ijkl');
    await runOver([inPhotos('a.jpg'), inPhotos('sub'), inFolder('more')], out());
    expect(tree()).to.deep.equal({ 'a.jpg': 'ab', 'sub/b.jpg': 'ef', 'more/a.jpg': 'ij' });
    const nested = rejectionOf(runOver([inFolder('photos'), inPhotos('sub')], out()));
    expect(((await nested) as Error).message).to.contain('lies in');
    const again = rejectionOf(runOver([inFolder('photos'), inFolder('photos')], out()));
    expect(((await again) as Error).message).to.match(/is named twice\.$/);
    const alike = [inPhotos('a.jpg'), inFolder('more/a.jpg')];
    const met = rejectionOf(runOver(alike, out()));
    expect(((await met) as Error).message).to.match(/^Two of the paths end with the same name/);
    expect(await runOver(alike, inPlace)).to.have.lengthOf(2);
    const missing = rejectionOf(runOver([inFolder('missing')], out()));
    expect(((await missing) as Error).message).to.contain('cannot be read (ENOENT)');
  });

  it('refuses results among sources, and takes a folder of results that lies among them', async () => {
    write('a.jpg', 'abcd');
    write('sub/b.jpg', 'efgh');
    const before = readdirSync(inPhotos(), { recursive: true });
    const same = await rejectionOf(run({}, outIn(inFolder('photos'))));
    expect((same as Error).message).to.equal(
      `--out: ${inFolder('photos')} has the sources. Use --in-place, or --beside with --to.`,
    );
    const among = await rejectionOf(run({}, outIn(inPhotos('sub'))));
    expect((among as Error).message).to.equal(
      `--out: ${inPhotos('sub')} lies in ${inFolder('photos')} and has files that are no results. Name another folder.`,
    );
    expect(readdirSync(inPhotos(), { recursive: true })).to.deep.equal(before);
    mkdirSync(inPhotos('small'));
    for (const what of ['compressed', 'done']) {
      const found = await run({}, outIn(inPhotos('small')));
      expect(found).to.deep.equal({ 'a.jpg': what, 'sub/b.jpg': what });
    }
  });

  it('refuses a folder on which another run works', async () => {
    write('a.jpg', 'abcd');
    let second: Promise<unknown> | undefined;
    const compressor = halvingCompressor({
      meanwhile: async () => {
        second ??= rejectionOf(run());
        await second;
      },
    });
    await run({ compressor });
    expect(((await second) as Error).message).to.match(/^Another run works on /);
  });

  it('begins no further file once it is stopped, and gives up those under way once it is ended', async () => {
    for (let number = 0; number < 10; number += 1) write(`${number}.jpg`, 'abcd');
    const stopping = new AbortController();
    const onOutcome = (): void => stopping.abort();
    const first = await run({ stopping: stopping.signal, onOutcome });
    expect(Object.keys(first)).to.have.lengthOf.within(1, 3);
    const ending = new AbortController();
    const compressor = halvingCompressor({
      meanwhile: () => {
        ending.abort();
        throw new Error('aborted');
      },
    });
    const stopped = { stopping: ending.signal, ending: ending.signal };
    const second = await run({ compressor, ...stopped });
    const done = Object.fromEntries(Object.keys(first).map((name) => [name, 'done']));
    expect(second).to.deep.equal(done);
    const third = await run();
    expect(Object.keys(third)).to.have.lengthOf(10);
    expect(Object.values(third).filter((what) => what === 'done')).to.have.lengthOf(
      Object.keys(first).length,
    );
    expect(readdirSync(inFolder('out/.shrinkd/unfinished'))).to.deep.equal([]);
  });

  describe('on a full disk', () => {
    const mount = smallDisks();
    it('names each file that has no room, and goes on', async function () {
      mount(this, inFolder('out'), '256k');
      write('a.jpg', 'a'.repeat(1_000_000));
      write('b.jpg', 'abcd');
      expect(await run({ atOnce: 1 })).to.deep.equal({
        'a.jpg': 'failed: The disk is full.',
        'b.jpg': 'compressed',
      });
      expect(existsSync(inFolder('out/a.jpg'))).to.equal(false);
      expect(readdirSync(inFolder('out/.shrinkd/unfinished'))).to.deep.equal([]);
    });
  });

  it('takes names with ends of lines and bytes that are no UTF-8', async () => {
    const names = ['a\nb.jpg', '\xff\xfe.jpg', 'q"\\.jpg'];
    mkdirSync(inPhotos(), { recursive: true });
    for (const name of names)
      writeFileSync(Buffer.from(rawOf(inPhotos()) + name, 'latin1'), 'abcd');
    for (const what of ['compressed', 'done']) {
      const outcomes = await runOver([inFolder('photos')], out());
      expect(outcomes.map(({ path }) => path.slice(rawOf(inPhotos()).length))).to.have.members(
        names,
      );
      expect(outcomes.map((outcome) => outcome.happened)).to.deep.equal(names.map(() => what));
    }
    for (const name of names) {
      expect(
        readFileSync(Buffer.from(`${rawOf(inFolder('out/'))}${name}`, 'latin1'), 'utf8'),
      ).to.equal('ab');
    }
  });
});
