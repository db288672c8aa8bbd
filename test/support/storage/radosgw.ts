import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../ports.ts';
import { isListeningFrom, killed } from '../programs.ts';
import { until } from '../until.ts';

const run = promisify(execFile);
const programs = fileURLToPath(new URL('../../../.tools/radosgw/bin', import.meta.url));

type S3User = Readonly<{ accessKeyId: string; secretAccessKey: string }>;

/** Ceph's S3 server, run by this process on loopback. */
export type Radosgw = Readonly<{
  port: number;
  url: string;
  /** Owns `bucket`. */
  user: S3User;
  /** A user who may do nothing there. */
  stranger: S3User;
  bucket: string;
  /** A client of the owner. */
  client: S3Client;
  /** It does nothing from now on, but its connections stay. */
  pause: () => void;
  /** Ends it at once. */
  kill: () => Promise<void>;
  close: () => Promise<void>;
}>;

const region = 'us-east-1';

const attempts = 4;
const longestUserMs = 5_000;
const longestStartMs = 15_000;

const owner = {
  accessKeyId: 'OWNERKEYIDFORTESTS00',
  secretAccessKey: 'owner-SECRET/for+tests=0123456789',
};
const other = {
  accessKeyId: 'OTHERKEYIDFORTESTS00',
  secretAccessKey: 'other-SECRET/for+tests=0123456789',
};

/** A client of the owner, whose requests go to a port: that of radosgw, or of a proxy before it. */
export const ownerClient = (port: number): S3Client =>
  new S3Client({
    ...{ endpoint: `http://127.0.0.1:${port}`, region, forcePathStyle: true },
    credentials: owner,
  });

/**
 * Tests on a radosgw of their own. Where there is none they are pending with the reason; in CI that is a
 * failure.
 */
export const describeWithRadosgw = (
  title: string,
  tests: (radosgw: () => Radosgw) => void,
): void => {
  describe(title, function () {
    this.timeout(attempts * (2 * longestUserMs + 2 * longestStartMs));
    let radosgw: Radosgw | undefined;
    before(async function () {
      if (!existsSync(join(programs, 'radosgw'))) {
        const reason = 'no radosgw; "bin/setup --for test" unpacks it on Debian 12 and 13';
        if ((process.env['CI'] ?? '') !== '') throw new Error(reason);
        console.log(`    pending: ${reason}`);
        return this.skip();
      }
      radosgw = await startRadosgw();
    });
    after(() => radosgw?.close());
    // Hooks beside the one that skips would run; those within do not.
    describe('on radosgw', () => tests(() => radosgw!));
  });
};

/**
 * The caller closes it. A start that hangs or fails is tried again.
 * @throws the error of the last attempt.
 */
const startRadosgw = async (left = attempts - 1): Promise<Radosgw> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-radosgw-'));
  try {
    return await startIn(folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (left === 0) throw error;
    return startRadosgw(left - 1);
  }
};

const startIn = async (folder: string): Promise<Radosgw> => {
  await mkdir(join(folder, 'db'));
  const port = await freePort();
  const config = join(folder, 'ceph.conf');
  await writeFile(config, configOf(folder, port));
  await addUser(config, 'owner', owner);
  await addUser(config, 'other', other);
  const child = spawn(
    join(programs, 'radosgw'),
    ['-c', config, '--no-mon-config', '-n', 'client.admin', '-f'],
    { stdio: 'ignore' },
  );
  const url = `http://127.0.0.1:${port}`;
  const client = ownerClient(port);
  const kill = (): Promise<void> => killed(child);
  const pause = (): void => void child.kill('SIGSTOP');
  const bucket = 'pictures';
  const close = async (): Promise<void> => {
    client.destroy();
    await kill();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await until('radosgw answers', () => isListeningFrom(child, port), longestStartMs);
    const abortSignal = AbortSignal.timeout(longestStartMs);
    await client.send(new CreateBucketCommand({ Bucket: bucket }), { abortSignal });
  } catch (error) {
    await close();
    throw error;
  }
  return { port, url, user: owner, stranger: other, bucket, client, pause, kill, close };
};

/** Objects in SQLite files of one folder: no cluster, no monitor. */
const configOf = (folder: string, port: number): string => `
[global]
mon host = 127.0.0.1:1
log file = ${folder}/log
run dir = ${folder}
admin socket =
[client.admin]
rgw backend store = dbstore
rgw config store = dbstore
rgw data = ${folder}/db
dbstore db dir = ${folder}/db
dbstore config uri = file:${folder}/db/config.db
rgw frontends = beast endpoint=127.0.0.1:${port}
`;

/** It prints the user that it has made. On a busy machine one of seven then never ends, so it is killed there. */
const addUser = async (config: string, name: string, user: S3User): Promise<void> => {
  const args = [
    ...['-c', config, '--no-mon-config', 'user', 'create', `--uid=${name}`],
    ...[`--display-name=${name}`, `--access-key=${user.accessKeyId}`],
    `--secret-key=${user.secretAccessKey}`,
  ];
  const running = run(join(programs, 'radosgw-admin'), args, {
    timeout: longestUserMs,
    killSignal: 'SIGKILL',
  });
  let isMade = false;
  running.child.stdout?.on('data', (printed: string) => {
    isMade ||= printed.includes(user.accessKeyId);
    if (isMade) running.child.kill('SIGKILL');
  });
  await running.catch((error: unknown) => {
    if (!isMade) throw error;
  });
};
