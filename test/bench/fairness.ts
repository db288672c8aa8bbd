import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { randomBytes } from 'node:crypto';
import { createClient } from '../support/e2e/client.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { photoPath } from '../support/e2e/pictures.ts';
import { bytes, segment } from '../support/image/builders.ts';
import { vips } from '../support/image/pictures.ts';
import { operate } from '../support/service/service.ts';
import {
  startTemporaryService,
  type TemporaryService,
} from '../support/service/temporary-service.ts';
import { createVisitor, type Visitor } from '../support/web/visitor.ts';
import type { Greed, Greedy } from './greedy.ts';
import { median } from './median.ts';

const greeds: readonly Greed[] = ['announced', 'places', 'tools', 'hashes', 'streams', 'sockets'];
const [pictures, signIns] = [10, 5];
const targetMs = 3000;
const flags = ['--log-level', 'error', '--web-registration', 'open'];
const owner = { name: 'Ada', email: 'ada@example.org', password: 'correct horse' };
const person = { name: 'Max', email: 'max@example.org', password: 'more and more' };

/**
 * What others see while one client holds all it can of one resource: times of pictures of 200x200 pixels of another
 * account, and of sign-ins from another address. Target: a median of 3 seconds each. Options: the resources to play.
 */
export const fairness = async (options: readonly string[]): Promise<void> => {
  const picture = await smallPicture();
  for (const greed of [undefined, ...greeds.filter((name) => isAsked(options, name))]) {
    const service = await startTemporaryService(flags);
    try {
      await beside(service, greed, picture);
    } finally {
      await service.stopAndRemove();
    }
  }
};

const isAsked = (options: readonly string[], name: string): boolean =>
  options.length === 0 || options.includes(name);

const beside = async (
  service: TemporaryService,
  greed: Greed | undefined,
  picture: () => Buffer,
): Promise<void> => {
  const client = createClient(service);
  const visitor = createVisitor((path, request) => client.send({ path, ...request }));
  await setUp(service, visitor);
  const operator = (args: readonly string[]) => operate(service.folder, args);
  const greedyKey = await newAccount({ ...service, operator }, 'greedy');
  await timed(async () => (await client.upload(picture())).status);
  const worker = greed && (await begun(service, greed, greedyKey));
  const uploads = await timesOf(pictures, async () => (await client.upload(picture())).status);
  const visits = await timesOf(
    signIns,
    async () => (await visitor.visit('/signin', { form: owner })).status,
  );
  await worker?.terminate();
  client.close();
  console.log(
    `fairness: ${greed ?? 'alone'}: picture ${told(uploads, 201)}; sign-in ${told(visits, 303)}`,
  );
};

type Timed = Readonly<{ status: number; ms: number }>;

const timed = async (work: () => Promise<number>): Promise<Timed> => {
  const startedAt = performance.now();
  const status = await work().catch(() => 0);
  return { status, ms: performance.now() - startedAt };
};

const timesOf = async (count: number, work: () => Promise<number>): Promise<readonly Timed[]> => {
  const times: Timed[] = [];
  while (times.length < count) times.push(await timed(work));
  return times;
};

const told = (times: readonly Timed[], expected: number): string => {
  const ms = times.map((time) => time.ms);
  const others = times.filter(({ status }) => status !== expected).map(({ status }) => status);
  const middle = median(ms);
  const isMet = middle <= targetMs && others.length === 0;
  const answers = others.length === 0 ? `all ${expected}` : `answered ${others.join(', ')}`;
  return `median ${middle.toFixed(0)} ms, first ${(ms[0] ?? 0).toFixed(0)} ms, longest ${Math.max(...ms).toFixed(0)} ms, ${answers} (target ${targetMs} ms: ${isMet ? 'met' : 'MISSED'})`;
};

const begun = async (
  { url, certificate }: TemporaryService,
  greed: Greed,
  key: string,
): Promise<Worker> => {
  const data: Greedy = { greed, service: { url, certificate, key }, person };
  const worker = new Worker(new URL('greedy.ts', import.meta.url), { workerData: data });
  await once(worker, 'message');
  return worker;
};

/** Makes the administrator, and the account of the greedy person. */
const setUp = async ({ setUpUrl = '' }: TemporaryService, visitor: Visitor): Promise<void> => {
  const token = new URL(setUpUrl).searchParams.get('token') ?? '';
  for (const [path, form] of [
    ['/setup', { ...owner, token }],
    ['/register', person],
  ] as const) {
    const { status } = await visitor.visit(path, { form });
    if (status !== 201) throw new Error(`${path} was answered ${status}`);
  }
};

/** A function that gives the same 200x200 pixels with a comment of their own each time. */
const smallPicture = async (): Promise<() => Buffer> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-bench-'));
  const path = join(folder, 'small.jpg');
  await vips('thumbnail', photoPath, path, '200', '--height', '200', '--crop', 'centre');
  const small = await readFile(path);
  await rm(folder, { recursive: true });
  return () => bytes(small.subarray(0, 2), segment(0xfe, randomBytes(12)), small.subarray(2));
};
