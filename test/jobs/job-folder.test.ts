import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createJobFolders } from '../../src/jobs/job-folder.ts';
import { StartError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';
import { killProcessesIn } from '../../src/tools/process/leftovers.ts';

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

describe('job folders', () => {
  const file = temporaryFolders();

  it('are new, empty, and open to their owner alone', async () => {
    const folders = await createJobFolders(file('deep/jobs'), killProcessesIn);
    const [one, other] = [await folders.open(), await folders.open()];
    expect(one.path).to.not.equal(other.path);
    expect(await Promise.all([file('deep/jobs'), one.path].map(modeOf))).to.deep.equal([
      0o700, 0o700,
    ]);
    expect(one.file('some')).to.equal(`${one.path}/some`);
    expect(await readdir(one.path)).to.deep.equal([]);
  });

  it('are gone with all that is in them after `remove`, which may be called again', async () => {
    const folder = await (await createJobFolders(file('jobs'), killProcessesIn)).open();
    await mkdir(folder.file('below'));
    await writeFile(folder.file('below/some'), 'some');
    await folder.remove();
    await folder.remove();
    expect(await readdir(file('jobs'))).to.deep.equal([]);
  });

  it('are gone with large and small files in them', async () => {
    const folder = await (await createJobFolders(file('jobs'), killProcessesIn)).open();
    await writeFile(folder.file('large'), Buffer.alloc(1_500_000));
    await writeFile(folder.file('small'), 'some');
    await symlink('no-such-file', folder.file('link'));
    await folder.remove();
    expect(await readdir(file('jobs'))).to.deep.equal([]);
  });

  it('are waited for at the end', async () => {
    const folders = await createJobFolders(file('jobs'), killProcessesIn);
    const folder = await folders.open();
    await writeFile(folder.file('some'), 'some');
    let isClosed = false;
    const closing = folders.close().then(() => (isClosed = true));
    await setImmediate();
    expect(isClosed).to.equal(false);
    await folder.remove();
    await closing;
    expect(await readdir(file())).to.deep.equal([]);
  });

  it('are left at the end where their jobs hang', async () => {
    const folders = await createJobFolders(file('jobs'), killProcessesIn);
    const folder = await folders.open();
    await writeFile(folder.file('some'), 'some');
    mock.timers.enable({ apis: ['setTimeout'] });
    const closing = folders.close();
    mock.timers.tick(5000);
    mock.timers.reset();
    await closing;
    expect(await readdir(folder.path)).to.deep.equal(['some']);
  });

  it('follow no links when they are removed', async () => {
    await mkdir(file('outside'));
    await writeFile(file('outside/kept'), 'some');
    const folder = await (await createJobFolders(file('jobs'), killProcessesIn)).open();
    await writeFile(folder.file('some'), 'some');
    await symlink(file('outside'), folder.file('link'));
    await symlink(file('outside/kept'), folder.file('link to a file'));
    await folder.remove();
    expect(await readdir(file('jobs'))).to.deep.equal([]);
    expect(await readdir(file('outside'))).to.deep.equal(['kept']);
  });

  it('are cleaned at the start of what a killed process left', async () => {
    await mkdir(file('jobs/job-old/below'), { recursive: true });
    await writeFile(file('jobs/job-old/below/some'), 'some');
    await writeFile(file('jobs/stray'), 'some');
    await createJobFolders(file('jobs'), killProcessesIn);
    expect(await readdir(file('jobs'))).to.deep.equal([]);
  });

  it('are cleaned of the processes that still work in them, and of no others', async () => {
    await Promise.all(
      ['jobs/job-old/below', 'jobs-of-others'].map((name) =>
        mkdir(file(name), { recursive: true }),
      ),
    );
    const workers = ['jobs/job-old/below', 'jobs', 'jobs-of-others'].map((name) =>
      spawn('sleep', ['60'], { cwd: file(name), stdio: 'ignore' }),
    );
    await Promise.all(workers.map((worker) => once(worker, 'spawn')));
    const [left] = workers;
    await createJobFolders(file('jobs'), killProcessesIn);
    await until('the process that was left is gone', () => left?.signalCode === 'SIGKILL');
    const others = workers.slice(1);
    expect(others.map(({ signalCode }) => signalCode)).to.deep.equal([null, null]);
    for (const other of others) other.kill('SIGKILL');
    expect(await readdir(file('jobs'))).to.deep.equal([]);
  });

  it("refuse another user's folder and leave it alone", async function () {
    // Only root can give a folder away.
    if (process.getuid?.() !== 0) this.skip();
    await mkdir(file('jobs'));
    await writeFile(file('jobs/theirs'), 'some');
    await chown(file('jobs'), 65_534, 65_534);
    const error = await rejectionOf(createJobFolders(file('jobs'), killProcessesIn));
    expect(error).to.be.instanceOf(StartError);
    expect(error).to.have.property('message').that.includes('workDir');
    expect(await readdir(file('jobs'))).to.deep.equal(['theirs']);
  });

  it('refuse a link, and do not empty the folder it leads to', async () => {
    await mkdir(file('elsewhere'));
    await writeFile(file('elsewhere/precious'), 'some');
    await symlink(file('elsewhere'), file('jobs'));
    expect(await rejectionOf(createJobFolders(file('jobs'), killProcessesIn))).to.be.instanceOf(
      StartError,
    );
    expect(await readdir(file('elsewhere'))).to.deep.equal(['precious']);
  });

  it("are made in a new work folder where it was removed, but in no other user's", async () => {
    const folders = await createJobFolders(file('jobs'), killProcessesIn);
    await (await folders.open()).remove();
    await rm(file('jobs'), { recursive: true });
    const { path } = await folders.open();
    expect(await Promise.all([file('jobs'), path].map(modeOf))).to.deep.equal([0o700, 0o700]);
    await rm(file('jobs'), { recursive: true });
    await symlink(file('elsewhere'), file('jobs'));
    expect(await rejectionOf(folders.open())).to.be.instanceOf(Error);
    await mkdir(file('elsewhere'));
    expect(await readdir(file('elsewhere'))).to.deep.equal([]);
  });
});
