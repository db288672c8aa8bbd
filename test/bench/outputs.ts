import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { bytes, segment } from '../support/image/builders.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { startRadosgw } from '../support/storage/radosgw.ts';
import { corpusFiles } from '../support/corpus.ts';
import { cpuMsOf } from './cpu.ts';
import { median } from './median.ts';
import { benchPictures } from './pictures.ts';
import { type MeasuredService, startMeasured } from './service.ts';

const rounds = 60;
const clients = 32;
const uploadBytes = 20_000_000;
const fixed = ['--quality-mode', 'fixed'];
/** The disk of radosgw is slow. */
const patient = ['--outputs-bucket-deadline-seconds', '60'];

/**
 * What Redis and a bucket (radosgw) cost over files: time and CPU of small uploads and of downloads, one side after
 * the other in each round, and the largest memory with uploads and misses of 20 MB at once.
 */
export const outputs = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-bench-'));
  // A start that hangs is tried again.
  const radosgw = await startRadosgw();
  const redis = await startRedis();
  try {
    const credentials = join(folder, 's3.json');
    await writeFile(credentials, JSON.stringify(radosgw.user));
    const state = [
      ...['--state-kind', 'redis', '--state-redis-url', redis.url],
      ...[
        '--state-secret-file',
        join(folder, 'secret.key'),
        '--state-redis-deadline-seconds',
        '10',
      ],
    ];
    const bucket = [
      ...state,
      ...['--outputs-kind', 's3', '--outputs-bucket-name', radosgw.bucket],
      ...[
        '--outputs-bucket-endpoint',
        radosgw.url,
        '--outputs-bucket-credentials-file',
        credentials,
      ],
      ...patient,
    ];
    const sides = { files: [], redis: state, 'redis and bucket': bucket };
    await compareUploads(sides, async () => {
      const Key = `own/${randomBytes(8).toString('hex')}`;
      const command = new PutObjectCommand({
        Bucket: radosgw.bucket,
        Key,
        Body: randomBytes(8000),
      });
      await radosgw.client.send(command);
    });
    await compareMemory({ files: [], 'redis and bucket': bucket });
  } finally {
    await radosgw.close();
    await redis.close();
    await rm(folder, { recursive: true, force: true });
  }
};

type Sides = Readonly<Record<string, readonly string[]>>;

const compareUploads = async (sides: Sides, put: () => Promise<void>): Promise<void> => {
  const services = new Map<string, MeasuredService>();
  for (const [name, flags] of Object.entries(sides)) {
    services.set(name, await startMeasured([...fixed, ...flags]));
  }
  const picture = smallPicture();
  const taken = new Map<string, { uploadMs: number[]; downloadMs: number[]; cpuMs: number }>();
  for (const name of services.keys()) taken.set(name, { uploadMs: [], downloadMs: [], cpuMs: 0 });
  const putMs: number[] = [];
  // The first of each loads what later ones have.
  for (const service of services.values()) await service.upload(differing(picture));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, service] of services) {
      const side = taken.get(name)!;
      const cpuBefore = cpuMsOf(service.pid);
      let startedAt = performance.now();
      const { status, location } = await service.upload(differing(picture));
      side.uploadMs.push(performance.now() - startedAt);
      side.cpuMs += cpuMsOf(service.pid) - cpuBefore;
      if (status !== 201) throw new Error(`An upload was answered ${status}.`);
      startedAt = performance.now();
      await service.download(location);
      side.downloadMs.push(performance.now() - startedAt);
    }
    const startedAt = performance.now();
    await put();
    putMs.push(performance.now() - startedAt);
  }
  for (const service of services.values()) await service.stop();
  const files = taken.get('files')!;
  for (const [name, { uploadMs, downloadMs, cpuMs }] of taken) {
    const more = median(uploadMs.map((ms, round) => ms - files.uploadMs[round]!));
    console.log(
      `outputs, ${name}: upload ${median(uploadMs).toFixed(1)} ms (${more.toFixed(1)} more than files), CPU ${(cpuMs / files.cpuMs).toFixed(2)} times, download of an own output ${median(downloadMs).toFixed(1)} ms`,
    );
  }
  console.log(`outputs: one PUT of 8 kB by itself ${median(putMs).toFixed(1)} ms`);
};

const compareMemory = async (sides: Sides): Promise<void> => {
  const photograph = (await benchPictures()).find(({ name }) => name.endsWith('.jpg'))!;
  const padding = Buffer.alloc(uploadBytes - photograph.bytes.length - 8, 1);
  for (const [name, flags] of Object.entries(sides)) {
    const service = await startMeasured([...fixed, ...flags]);
    const upload = () => service.upload(photograph.bytes, padding, randomBytes(8));
    const answers = await Promise.all(Array.from({ length: clients }, upload));
    const made = answers.filter(({ status }) => status === 201);
    console.log(
      `outputs, ${name}: largest ${largestMegabytes(service.pid)} MB with ${clients} uploads of 20 MB (${made.length} answered 201)`,
    );
    // With a bucket, another node has none of the sources.
    const other = name === 'files' ? service : await startMeasured([...fixed, ...flags]);
    const addressOf = ({ location }: (typeof made)[number]): string =>
      new URL(new URL(location).pathname, other.url).href;
    const resize = { resize: { method: 'fit', width: 100, height: 100 } };
    const resized = await Promise.all(made.map((each) => other.operate(addressOf(each), resize)));
    const done = resized.filter(({ status }) => status === 200);
    console.log(
      `outputs, ${name}: largest ${largestMegabytes(other.pid)} MB with ${made.length} operations on sources of 20 MB${name === 'files' ? '' : ' that another node has'} (${done.length} answered 200)`,
    );
    await service.stop();
    if (other !== service) await other.stop();
  }
};

const smallPicture = (): Buffer => {
  const [smallest] = corpusFiles()
    .filter(({ name }) => /^(photo|product)\/.*\.jpg$/.test(name))
    .map(({ path }) => readFileSync(path))
    .toSorted((one, another) => one.length - another.length);
  if (smallest === undefined)
    throw new Error('The benchmarks need the corpus; set SHRINKD_CORPUS.');
  return smallest;
};

/** The picture with a comment of its own, so that no other work is the same. */
const differing = (picture: Buffer): Buffer =>
  bytes(picture.subarray(0, 2), segment(0xfe, randomBytes(12)), picture.subarray(2));

const largestMegabytes = (pid: number): string => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000).toFixed(0);
};
