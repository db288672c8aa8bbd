import { expect } from 'chai';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { createJobFolders, type JobFolders } from '../../src/jobs/job-folder.ts';
import { createPreparedFolders, type PreparedFolders } from '../../src/tools/prepared-folders.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { roomyLimits } from '../support/tools/processes.ts';
import { until } from '../support/until.ts';

describe('folders with a sandbox', () => {
  const file = temporaryFolders();
  let folders: JobFolders;
  let prepared: string[];
  let closed: string[];
  let all: JobFolders[];
  beforeEach(async () => {
    folders = await createJobFolders(file('jobs'), async () => undefined);
    prepared = [];
    closed = [];
    all = [];
  });
  afterEach(() => Promise.all(all.map(({ close }) => close())));

  const create = (count: number, plain = folders): PreparedFolders => {
    const made = createPreparedFolders({
      folders: plain,
      launcher: {
        prepare: ({ cwd }) => prepared.push(cwd),
        closeFolder: async (folder) => void closed.push(folder),
      },
      sandbox: { level: 'none' },
      limits: roomyLimits,
      count,
    });
    all.push(made);
    made.fill();
    return made;
  };
  const untilPrepared = (count: number): Promise<true> =>
    until(`${count} are prepared`, () => prepared.length === count);
  const onDisk = (): Promise<readonly string[]> => readdir(file('jobs'));

  it('are prepared before they are opened, and no more than the count', async () => {
    create(3);
    await untilPrepared(3);
    expect((await onDisk()).length).to.equal(3);
  });

  it('are given to one job each, the last without a sandbox of its own yet', async () => {
    const { open } = create(2);
    await untilPrepared(2);
    const paths = [(await open()).path, (await open()).path, (await open()).path];
    expect(new Set(paths).size).to.equal(3);
    expect(paths.slice(0, 2)).to.have.members(prepared);
  });

  it('end with their job, and others take their place', async () => {
    const { open } = create(2);
    await untilPrepared(2);
    const folder = await open();
    await writeFile(folder.file('source.jpg'), 'x');
    expect(prepared.length).to.equal(2);
    await folder.remove();
    await untilPrepared(3);
    expect(closed).to.deep.equal([folder.path]);
    expect(prepared.lastIndexOf(folder.path)).to.be.below(2);
    expect((await onDisk()).length).to.equal(2);
  });

  it('are not given to a job where they were removed, and others take their place', async () => {
    const { open } = create(2);
    await untilPrepared(2);
    await rm(file('jobs'), { recursive: true });
    const folder = await open();
    expect(prepared.slice(0, 2)).not.to.include(folder.path);
    expect(closed).to.have.members(prepared.slice(0, 2));
    await writeFile(folder.file('a'), '');
    await untilPrepared(4);
    expect(prepared).to.include((await open()).path);
  });

  it('are removed at the end, with what is being prepared', async () => {
    const { close } = create(3);
    await close();
    await until('none is left', async () => (await onDisk()).length === 0);
    expect(closed).to.have.members(prepared);
  });

  it('leave those of running jobs, which take no place at the end', async () => {
    const { open, close } = create(1);
    await untilPrepared(1);
    const folder = await open();
    await close();
    expect((await onDisk()).length).to.equal(1);
    await folder.remove();
    expect(await onDisk()).to.deep.equal([]);
    expect(prepared.length).to.equal(1);
  });

  it('that cannot be made are no failure until a job opens one', async () => {
    const open = () => Promise.reject(new Error('no space'));
    const full = create(2, { ...folders, open });
    expect(await rejectionOf(full.open())).to.have.property('message', 'no space');
    expect(prepared).to.deep.equal([]);
  });
});
