import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { createShares } from '../../src/queue/shares.ts';
import { removeTree } from '../../src/jobs/remove-tree.ts';
import { createDiskQuota } from '../../src/jobs/disk-quota.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { fixtureTool } from '../support/tools/processes.ts';

describe('the disk quota of jobs', () => {
  const inFolder = temporaryFolders();
  const spaceOf = (maxBytes: number, minFreeBytes = 0) =>
    createDiskQuota({ folder: inFolder(), maxBytes, minFreeBytes, shares: createShares() });
  const quotaOf = (folder: string) =>
    createDiskQuota({ ...{ folder, maxBytes: 1000, minFreeBytes: 1 }, shares: createShares() });
  const refusal = {
    code: 'unavailable',
    message: 'The work folder is full. Try again later.',
    retryAfterSeconds: 5,
  };

  const shareIsFull =
    'Pictures of this account fill its share of the work folder. Try again later.';

  it('takes what fits, counting what has been announced', async () => {
    const { reserve } = spaceOf(1000);
    await reserve('a', 600);
    const { received, release } = await reserve('b', 400);
    expect(await rejectionOf(reserve('c', 1))).to.include(refusal);
    // As if it were among the files, which were measured before.
    received();
    release();
    release();
    await reserve('c', 400);
    expect(await rejectionOf(reserve('b', 1))).to.include(refusal);
  });

  it('leaves to others a part of what one account announces, or sends without a word', async () => {
    const { reserve } = spaceOf(1000);
    const jobs = await Promise.all(Array.from({ length: 7 }, () => reserve('a', 100)));
    expect(await rejectionOf(reserve('a', 100))).to.include({ ...refusal, message: shareIsFull });
    const unknown = await reserve('a', 0);
    unknown.arrived(50);
    expect(() => unknown.arrived(51)).to.throw(shareIsFull);
    expect(await reserve('b', 100)).to.have.property('release');
    // Beside another account, less is the share: also of what has arrived and waits for its tools.
    for (const job of jobs.slice(0, 3)) job.received();
    expect(await rejectionOf(reserve('a', 1))).to.include({ message: shareIsFull });
    for (const { release } of jobs) release();
    await reserve('a', 100);
  });

  it('takes one picture of each account as far as there is room, however it comes', async () => {
    const { reserve } = spaceOf(1000);
    await reserve('a', 700);
    const { arrived } = await reserve('b', 0);
    for (let bytes = 30; bytes <= 300; bytes += 30) arrived(bytes);
    expect(() => arrived(301)).to.throw('The work folder is full');
  });

  it('counts the files of all jobs, and no longer those that are gone', async () => {
    await mkdir(inFolder('job-1'));
    await writeFile(inFolder('job-1/upload'), Buffer.alloc(700));
    const { reserve } = spaceOf(1000);
    expect(await rejectionOf(reserve('a', 301))).to.include(refusal);
    await rm(inFolder('job-1'), { recursive: true });
    // A measurement counts for a while.
    while (
      await reserve('a', 301).then(
        () => false,
        () => true,
      )
    )
      await new Promise(setImmediate);
  });

  it('counts the files of all other jobs where a tool has made folders too deep for a path', async () => {
    await mkdir(inFolder('job-1'));
    await mkdir(inFolder('job-2'));
    spawnSync(fixtureTool('nests'), ['40'], { cwd: inFolder('job-1') });
    await writeFile(inFolder('job-2/upload'), Buffer.alloc(700));
    const refused = await rejectionOf(spaceOf(1000).reserve('a', 301));
    await removeTree(inFolder('job-1'));
    expect(refused).to.include(refusal);
  });

  it('refuses, whatever is announced, when its file system has too little room', async () => {
    const { bavail, bsize } = await statfs(inFolder());
    expect(await rejectionOf(spaceOf(1000, 2 * bavail * bsize).reserve('a', 0))).to.include(
      refusal,
    );
    await spaceOf(1000, (bavail * bsize) / 2).reserve('a', 0);
  });

  for (const [title, name] of [
    ['the folder was removed', 'removed'],
    ['the folders that it is in were removed too', 'removed/with/all'],
  ] as const) {
    it(`counts no files where ${title}, whose place a job makes again`, async () => {
      const { reserve } = quotaOf(inFolder(name));
      await reserve('a', 400);
      expect(await rejectionOf(reserve('b', 601))).to.include(refusal);
    });
  }

  it('refuses while a file is where the folder was, and goes on when that is gone', async () => {
    await writeFile(inFolder('place'), '');
    const { reserve } = quotaOf(inFolder('place/jobs'));
    const message = 'The work folder cannot be used. Try again later.';
    expect(await rejectionOf(reserve('a', 400))).to.include({ ...refusal, message });
    await rm(inFolder('place'));
    await reserve('a', 400);
  });

  it('measures once for many who ask at a time', async () => {
    const { reserve } = spaceOf(1000);
    let next = 0;
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, () => reserve(String(next++), 100)),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).to.have.length(10);
  });
});
