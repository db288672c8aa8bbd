import { expect } from 'chai';
import { mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  dataPaths,
  secretFilesOf,
  takeDataFolder,
  workFolderOf,
} from '../../src/data/data-folder.ts';
import { loadConfig } from '../../src/config/load.ts';
import { StartError } from '../../src/errors.ts';
import { rejectionOf } from '../support/rejection.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('the data folder', () => {
  const inFolder = temporaryFolders();

  it('names the files with secrets, those of Redis and the bucket too where there are any', () => {
    const { config } = loadConfig({ flags: {}, environment: {} });
    const { state, outputs } = config;
    const paths = dataPaths('some/data');
    const own = [paths.secret, paths.certificate.key];
    expect(secretFilesOf(config, paths)).to.deep.equal(own);
    const others = {
      state: { ...state, redis: { ...state.redis, passwordFile: '/run/redis' } },
      outputs: { ...outputs, bucket: { ...outputs.bucket, credentialsFile: '/run/s3.json' } },
    };
    expect(secretFilesOf(others, paths)).to.deep.equal([...own, '/run/redis', '/run/s3.json']);
  });

  it('holds everything under fixed names, wherever the process goes', () => {
    const folder = resolve('some/data');
    expect(dataPaths('some/data')).to.deep.equal({
      folder,
      accounts: join(folder, 'accounts.json'),
      secret: join(folder, 'secret.key'),
      counters: join(folder, 'counters.json'),
      refunds: join(folder, 'refunds.jsonl'),
      purges: join(folder, 'purges.json'),
      state: join(folder, 'state.json'),
      address: join(folder, 'address'),
      outputs: join(folder, 'outputs'),
      bucketCache: join(folder, 'bucket-cache'),
      sweeps: join(folder, 'sweeps'),
      certificate: { cert: join(folder, 'tls/cert.pem'), key: join(folder, 'tls/key.pem') },
      lock: join(folder, 'lock'),
    });
  });

  it('is made for its owner alone, and taken by one', async () => {
    const paths = dataPaths(inFolder('a/b/data'));
    const lock = await takeDataFolder(paths);
    expect(statSync(paths.folder).mode & 0o777).to.equal(0o700);
    const error = await rejectionOf(takeDataFolder(paths));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain(`Another shrinkd runs on the data folder ${paths.folder}.`);
    await lock.release();
    await (await takeDataFolder(paths)).release();
  });

  it('is refused where it cannot be', async () => {
    writeFileSync(inFolder('file'), '');
    const error = await rejectionOf(takeDataFolder(dataPaths(inFolder('file/data'))));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error))
      .to.contain(inFolder('file/data'))
      .and.contain('ENOTDIR')
      .and.contain('SHRINKD_DATA_DIR');
  });
});

describe('the folder of running jobs', () => {
  const inFolder = temporaryFolders();

  it('is in the one that is set, under a name of the data folder', async () => {
    const folder = await workFolderOf(inFolder('work'), dataPaths(inFolder()));
    expect(dirname(folder)).to.equal(inFolder('work'));
    expect(basename(folder)).to.match(/^shrinkd-[0-9a-f]{16}$/);
  });

  it('is in memory or in the data folder when none is set', async () => {
    const paths = dataPaths(inFolder());
    expect(['/dev/shm', paths.folder]).to.include(dirname(await workFolderOf('', paths)));
  });

  it('is in the data folder where the control group has little memory, which its files would take', async () => {
    const paths = dataPaths(inFolder());
    expect(dirname(await workFolderOf('', paths, 600_000_000))).to.equal(paths.folder);
  });

  it('is another for another data folder in the same place, as containers have', async () => {
    mkdirSync(inFolder('data'));
    mkdirSync(inFolder('other'));
    const nameOf = () => workFolderOf(inFolder('jobs'), dataPaths(inFolder('data')));
    const one = await nameOf();
    renameSync(inFolder('data'), inFolder('first'));
    renameSync(inFolder('other'), inFolder('data'));
    expect(await nameOf()).not.to.equal(one);
  });

  it('is the same by whatever path, and another for another data folder', async () => {
    symlinkSync(inFolder(), inFolder('link'));
    const [one, same, other] = await Promise.all(
      [inFolder(), inFolder('link'), '/'].map((path) =>
        workFolderOf(inFolder('jobs'), dataPaths(path)),
      ),
    );
    expect(same).to.equal(one);
    expect(other).not.to.equal(one);
  });
});
