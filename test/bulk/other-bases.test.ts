import { expect } from 'chai';
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { halvingCompressor } from '../support/bulk/halving-compressor.ts';
import { happened, inPlace, outIn, runOver } from '../support/bulk/running.ts';
import { snapshotOf } from '../support/bulk/snapshot.ts';
import { undoOver } from '../support/bulk/undoing.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('runs over folders that lie in each other', () => {
  const inFolder = temporaryFolders();
  const names = [
    'photos/a.jpg',
    'photos/2024/b.jpg',
    'photos/2024/05/c.jpg',
    'photos/2024/05/d.jpg',
  ];
  const run = async (
    path: string,
    wishes: Parameters<typeof runOver>[2] = {},
    destination: Parameters<typeof runOver>[1] = inPlace,
  ): Promise<Readonly<Record<string, string>>> =>
    happened(await runOver([inFolder(path)], destination, wishes), inFolder('photos'));
  beforeEach(() => {
    mkdirSync(inFolder('photos/2024/05'), { recursive: true });
    for (const name of names) writeFileSync(inFolder(name), `${name} `.repeat(10));
  });

  const orders: readonly (readonly string[])[] = [
    ['photos', 'photos/2024'],
    ['photos', 'photos/2024/05', 'photos/2024'],
    ['photos', 'photos/2024/05/c.jpg'],
    ['photos/2024', 'photos'],
    ['photos/2024/05', 'photos'],
    ['photos/2024/05', 'photos/2024', 'photos'],
    ['photos/2024/05/c.jpg', 'photos/2024/05', 'photos'],
  ];
  for (const order of orders) {
    it(`compress no file twice, and undo it by each of them: ${order.join(', ')}`, async () => {
      const before = snapshotOf(inFolder('photos'));
      const found: string[] = [];
      for (const path of order) found.push(...Object.values(await run(path, { settings: path })));
      expect(found.filter((what) => what === 'compressed')).to.have.lengthOf(names.length);
      expect(found.filter((what) => !['compressed', 'done'].includes(what))).to.deep.equal([]);
      const undone: string[] = [];
      for (const path of order.toReversed())
        undone.push(...Object.values(await undoOver(inFolder(path))));
      expect(undone).to.deep.equal(names.map(() => 'restored'));
      expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
      expect(existsSync(inFolder('.shrinkd'))).to.equal(false);
    });

    it(`are all undone by that over all: ${order.join(', ')}`, async () => {
      const before = snapshotOf(inFolder('photos'));
      for (const path of order) await run(path);
      expect(Object.values(await undoOver(inFolder('photos')))).to.have.lengthOf(names.length);
      expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
    });
  }

  it('compress a file again that was changed since, and undo gives that one back', async () => {
    await run('photos/2024');
    writeFileSync(inFolder('photos/2024/b.jpg'), 'changed!');
    const before = snapshotOf(inFolder('photos'));
    expect(await run('photos')).to.include({ '2024/b.jpg': 'compressed', '2024/05/c.jpg': 'done' });
    expect(await undoOver(inFolder('photos'))).to.include({ 'c.jpg': 'restored' });
    const after = snapshotOf(inFolder('photos'));
    expect(after['2024/b.jpg']).to.equal(before['2024/b.jpg']);
  });

  it('refuse to work at the same time on a file that the other one has done', async () => {
    await run('photos');
    writeFileSync(inFolder('photos/2024/new.jpg'), 'abcd');
    let second: Promise<unknown> | undefined;
    const compressor = halvingCompressor({
      meanwhile: async () => {
        second ??= rejectionOf(run('photos/2024'));
        await second;
      },
    });
    await run('photos', { compressor });
    expect(((await second) as Error).message).to.equal(
      `Another run works on ${inFolder()}. Wait for its end.`,
    );
  });

  it('do not take a folder of results among the files for one of their own', async () => {
    mkdirSync(inFolder('photos/small'));
    await run('photos/2024', {}, outIn(inFolder('photos/small')));
    const before = snapshotOf(inFolder('photos'));
    await run('photos');
    const undone = Object.values(await undoOver(inFolder('photos')));
    expect(new Set(undone)).to.deep.equal(new Set(['restored']));
    expect(snapshotOf(inFolder('photos'))).to.deep.equal(before);
  });

  it('take no journal that somebody else has put above or below their files', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    await run('photos');
    chownSync(inFolder('.shrinkd'), 1234, 1234);
    chmodSync(inFolder('.shrinkd'), 0o777);
    mkdirSync(inFolder('photos/2024/.shrinkd'));
    writeFileSync(inFolder('photos/2024/.shrinkd/journal.jsonl'), '');
    chownSync(inFolder('photos/2024/.shrinkd'), 1234, 1234);
    expect(Object.values(await undoOver(inFolder('photos/2024')))).to.deep.equal([]);
    expect(existsSync(inFolder('photos/2024/.shrinkd/journal.jsonl.lock'))).to.equal(false);
  });

  it('take no journal that the owner of a folder in the tree has put there', async function () {
    if (process.getuid?.() !== 0) return this.skip();
    await run('photos/2024/05');
    for (const name of ['2024', '2024/.shrinkd']) chownSync(inFolder(`photos/${name}`), 1234, 1234);
    const settings = 'others';
    expect(await run('photos', { settings })).to.include({ '2024/05/c.jpg': 'compressed' });
  });
});
