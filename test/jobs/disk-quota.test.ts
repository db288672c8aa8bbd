import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { removeTree } from '../../src/jobs/remove-tree.ts';
import { createDiskQuota } from '../../src/jobs/disk-quota.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { fixtureTool } from '../support/tools/processes.ts';

describe('the disk quota of jobs', () => {
  const inFolder = temporaryFolders();
  const spaceOf = (maxBytes: number, minFreeBytes = 0) =>
    createDiskQuota({ folder: inFolder(), maxBytes, minFreeBytes });
  const refusal = {
    code: 'unavailable',
    message: 'The work folder is full. Try again later.',
    retryAfterSeconds: 5,
  };

  it('takes what fits, counting what has been announced', async () => {
    const { reserve } = spaceOf(1000);
    await reserve(600);
    const arrived = await reserve(400);
    expect(await rejectionOf(reserve(1))).to.include(refusal);
    arrived();
    arrived();
    await reserve(400);
    expect(await rejectionOf(reserve(1))).to.include(refusal);
  });

  it('counts the files of all jobs, and no longer those that are gone', async () => {
    await mkdir(inFolder('job-1'));
    await writeFile(inFolder('job-1/upload'), Buffer.alloc(700));
    const { reserve } = spaceOf(1000);
    expect(await rejectionOf(reserve(301))).to.include(refusal);
    await rm(inFolder('job-1'), { recursive: true });
    // A measurement counts for a while.
    while (
      await reserve(301).then(
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
    const refused = await rejectionOf(spaceOf(1000).reserve(301));
    await removeTree(inFolder('job-1'));
    expect(refused).to.include(refusal);
  });

  it('refuses, whatever is announced, when its file system has too little room', async () => {
    const { bavail, bsize } = await statfs(inFolder());
    expect(await rejectionOf(spaceOf(1000, 2 * bavail * bsize).reserve(0))).to.include(refusal);
    await spaceOf(1000, (bavail * bsize) / 2).reserve(0);
  });

  it('measures once for many who ask at a time', async () => {
    const { reserve } = spaceOf(1000);
    const asked = await Promise.allSettled(Array.from({ length: 30 }, () => reserve(100)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).to.have.length(10);
  });
});
