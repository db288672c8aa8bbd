import { readFile, readdir, writeFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Job } from '../../../src/engine/job.ts';
import { withChangedSource } from '../../../src/engine/pixels/with-changed-source.ts';
import { bytesPiece, copyPiece } from '../../../src/image/bytes.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { plainFacts } from '../../support/image/facts.ts';

describe('a source with other bytes in its place', () => {
  const file = temporaryFolders();
  const source = (): Promise<string> => readFile(file('source.jpg'), 'utf8');
  let job: Job;
  beforeEach(async () => {
    await writeFile(file('source.jpg'), 'as it came');
    const folder = { path: file(), file, remove: () => Promise.resolve() };
    job = { folder, facts: plainFacts() } as unknown as Job;
  });

  const changed = <T>(work: () => Promise<T>): Promise<T> =>
    withChangedSource(job, () => [copyPiece(0, 3), bytesPiece(Buffer.from('changed'))], work);

  it('is changed for the work, and as it came after it', async () => {
    expect(await changed(source)).to.equal('as changed');
    expect(await source()).to.equal('as it came');
  });

  it('is as it came after work that fails', async () => {
    const reason = new Error('no luck');
    expect(await rejectionOf(changed(() => Promise.reject(reason)))).to.equal(reason);
    expect(await source()).to.equal('as it came');
  });

  it('is changed only when all other readers have ended', async () => {
    const { promise: sourceReaders, resolve } = Promise.withResolvers<void>();
    job = { ...job, sourceReaders };
    let isChanged = false;
    const work = changed(async () => {
      isChanged = true;
    });
    await new Promise((done) => setImmediate(done));
    expect([isChanged, await source()]).to.deep.equal([false, 'as it came']);
    resolve();
    await work;
    expect(isChanged).to.equal(true);
  });

  it('is changed after a reader that failed', async () => {
    job = { ...job, sourceReaders: Promise.reject(new Error('the disk is full')) };
    expect(await changed(source)).to.equal('as changed');
  });

  it('may be changed twice, and no other file is left', async () => {
    expect(await changed(() => changed(source))).to.equal('as changed');
    expect(await source()).to.equal('as it came');
    expect(await readdir(file())).to.deep.equal(['source.jpg']);
  });
});
