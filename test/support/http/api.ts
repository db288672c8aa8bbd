import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import type { Account, NewAccount } from '../../../src/accounts/accounts.ts';
import { openFileLedger } from '../../../src/bulk/sweeps/file-ledger.ts';
import { createSweeps } from '../../../src/bulk/sweeps/sweeps.ts';
import { ServiceError } from '../../../src/errors.ts';
import { createApp, type AppOptions } from '../../../src/http/app.ts';
import { type ConnectionTimeouts, plainServer } from '../../../src/http/server/servers.ts';
import type { RequestListener } from '../../../src/http/server/under-way.ts';
import type { ImageDescription, Output } from '../../../src/outputs/output.ts';
import { createRequestLimits } from '../../../src/rate-limits/request-limits.ts';
import { memoryWindows } from '../../../src/rate-limits/windows.ts';
import type { Admission, JobQueue } from '../../../src/queue/admission.ts';
import { createAdmit } from '../../../src/service/admit.ts';
import { createDownload } from '../../../src/service/download.ts';
import type { Operate } from '../../../src/service/operate.ts';
import { type Operation, compressionsOf } from '../../../src/service/operation.ts';
import { createReceipts } from '../../../src/service/receipts.ts';
import { createRegister } from '../../../src/service/register.ts';
import type { Upload, UploadInput } from '../../../src/service/upload.ts';
import type { StoreRequest } from '../../../src/storage/storage.ts';
import type { Metrics } from '../../../src/telemetry/metrics.ts';
import { boundlessDisk, calmQueue } from '../queue/calm-admission.ts';
import { createMemoryAccounts } from '../accounts/memory-accounts.ts';
import { createMemoryCounters } from '../counters/memory-counters.ts';
import { outputOf, receipt } from '../service/samples.ts';

/** What the API answered. */
export type Answer = Readonly<{
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The body, read as JSON. */
  json: () => unknown;
}>;

export type Asked = Readonly<{
  method?: string;
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array;
  /** Goes into `Authorization`; the first account's unless given, nothing when null. */
  key?: string | null;
}>;

/** The API over memory: accounts, counters, and the bytes that uploads bring. No tool runs. */
export type Api = Readonly<{
  port: number;
  account: Account;
  key: string;
  options: AppOptions;
  /** The callback of the app, for other servers. */
  callback: RequestListener;
  /** Has room for two jobs. */
  queue: JobQueue;
  /** What reached the use case: bodies, and addresses as text. */
  received: readonly Buffer[];
  /** What reached the use case of operations. */
  operations: readonly Operation[];
  /** Where operations were to store what they made. */
  stores: readonly StoreRequest[];
  /** What every operation makes, and its bytes. */
  operated: ImageDescription;
  operatedBytes: Buffer;
  logLines: readonly Readonly<Record<string, unknown>>[];
  /** The output that may be downloaded, and its bytes. */
  output: Output;
  bytes: Buffer;
  ask: (path: string, asked?: Asked) => Promise<Answer>;
  close: () => Promise<void>;
}>;

/** The Authorization header of HTTP Basic for `user:password`. */
export const basic = (credentials: string): string =>
  `Basic ${Buffer.from(credentials).toString('base64')}`;

/** Under what the operated image's receipt is found. */
export const resultId = 'e'.repeat(64);

/** Places in the queue. */
const queuePlaces = 4;

/** Takes every place in the queue, each for another account, since one account gets its share of them. */
export const fillQueue = ({ queue }: Pick<Api, 'queue'>): readonly Admission[] =>
  Array.from({ length: queuePlaces }, (_, index) => queue.admit(`other ${index}`));

const imageTypes = ['image/webp', 'image/jpeg', 'image/png'];

const operated: ImageDescription = {
  mediaType: 'image/png',
  width: 20,
  height: 15,
  bytes: 10,
  sha256: 'c'.repeat(64),
};

/** Where everything is stored. */
export const storedAt = 'https://storage.example/pictures/a.png';

const unlimited = { take: async () => undefined };
const times: ConnectionTimeouts = {
  firstByteMs: 60_000,
  headersMs: 60_000,
  requestMs: 60_000,
  idleMs: 60_000,
};

/** Opens the API on a free port of 127.0.0.1. `overrides` are told the parts that they replace. */
export const startApi = async ({
  account: fields = {},
  maxUploadBytes = 10_000_000,
  receive = bytesOf,
  overrides = () => ({}),
  now = () => Date.parse('2026-11-21T12:00:00Z'),
}: {
  account?: Partial<NewAccount>;
  maxUploadBytes?: number;
  /** What the upload does with its input while the job is admitted. */
  receive?: (input: UploadInput, signal: AbortSignal) => Promise<Buffer>;
  overrides?: (options: AppOptions) => Partial<AppOptions>;
  /** Milliseconds since 1970. */
  now?: () => number;
} = {}): Promise<Api> => {
  const accounts = createMemoryAccounts({ now });
  const counters = createMemoryCounters({ now });
  const { account, key } = await accounts.add({ name: 'Ann', email: 'ann@example.org', ...fields });
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-api-'));
  const bytes = Buffer.from('0123456789abcdefghij');
  const output = { ...outputOf({ owner: account.id, resultBytes: bytes.length }), receipt };
  const made = { sourceSha256: output.source.sha256, receipt };
  const openResult = async (id: string) =>
    id === resultId ? { made, release: () => undefined } : undefined;
  await writeFile(join(folder, 'result'), bytes);
  const received: Buffer[] = [];
  const logLines: Record<string, unknown>[] = [];

  const queue = calmQueue({ maxJobs: queuePlaces });
  const admit = createAdmit({ queue, counters, diskQuota: boundlessDisk, maxUploadBytes });
  const upload: Upload = async ({
    account: asking,
    announcedBytes,
    readInput,
    requestId,
    signal,
  }) => {
    const { release } = await admit({ account: asking, compressions: 1, announcedBytes });
    try {
      const body = await receive(await readInput(), signal);
      if (body.length === 0) throw new ServiceError('input_missing', 'Input file is empty.');
      received.push(body);
      const compressionCount = await counters.add(asking.id, 1, {
        requestId,
        limit: asking.monthlyLimit,
      });
      return { output, compressionCount };
    } finally {
      release();
    }
  };
  const lease = { output, source: async () => '', resultPath: join(folder, 'result') };
  const open = async (id: string) =>
    id === output.id
      ? { ...lease, release: () => undefined, [Symbol.dispose]: () => undefined }
      : undefined;
  const download = createDownload({ accounts, outputs: { open } as never });
  const operations: Operation[] = [];
  const stores: StoreRequest[] = [];
  const operatedBytes = Buffer.from('ABCDEFGHIJ');
  await writeFile(join(folder, 'operated'), operatedBytes);
  const operate: Operate = async ({ account: asking, id, operation, store, accept, requestId }) => {
    const { release } = await download(id, asking);
    accept?.(operated, output.result);
    operations.push(operation);
    if (store !== undefined) stores.push(store);
    const location = store && storedAt;
    const compressions = compressionsOf(operation);
    const admitted = await admit({ account: asking, compressions, announcedBytes: undefined });
    admitted.release();
    const limit = asking.monthlyLimit;
    const compressionCount = await counters.add(asking.id, compressions, { requestId, limit });
    return {
      image: operated,
      path: join(folder, 'operated'),
      release,
      location,
      compressionCount,
      resultId,
    };
  };
  const preset: AppOptions = {
    log: pino({ base: null }, { write: (line) => logLines.push(JSON.parse(line)) }),
    metrics: { request: () => undefined } as unknown as Metrics,
    accounts,
    counters,
    ...createRequestLimits(memoryWindows(Date.now), { keyChecksPerMinute: 1, attemptsPerHour: 1 }),
    register: createRegister({
      accounts,
      registration: 'open',
      monthlyLimit: 500,
      requestsPerMinute: 60,
      maxAccounts: 100,
    }),
    keyChecks: unlimited,
    registrations: unlimited,
    upload,
    operate,
    download,
    receipts: createReceipts({ download, outputs: { openResult } as never }),
    known: { types: imageTypes, wildcardTypes: imageTypes },
    sweeps: createSweeps({
      ledger: await openFileLedger({ folder: join(folder, 'sweeps'), now }),
      stores: { namesFor: () => ['shop'], open: async () => ({ close: () => undefined }) as never },
      known: { types: imageTypes, wildcardTypes: imageTypes },
      ...{ wake: () => undefined, now },
    }),
    now,
    maxUploadBytes,
    minRate: { bytesPerSecond: 0, windowMs: 1000, wholeMs: 60_000 },
    publicUrl: '',
    publicDownload: false,
    isClosing: () => false,
    trustedProxies: undefined,
  };
  const options = { ...preset, ...overrides(preset) };
  const callback = createApp(options).callback() as RequestListener;
  const server = plainServer(callback, times);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    account,
    key,
    options,
    callback,
    queue,
    received,
    operations,
    stores,
    operated,
    operatedBytes,
    logLines,
    output,
    bytes,
    ask: (path, asked = {}) => answerTo(port, path, { key, ...asked }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const bytesOf = async (input: UploadInput): Promise<Buffer> =>
  input.kind === 'body' ? buffer(input.body) : Buffer.from(input.url);

const answerTo = async (
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, key }: Asked,
): Promise<Answer> => {
  const credentials = key == null ? {} : { authorization: basic(`api:${key}`) };
  // Node tells the length of a POST alone.
  const isTold = body === undefined || 'transfer-encoding' in headers;
  const length = isTold ? {} : { 'content-length': Buffer.byteLength(body) };
  const request = http.request({
    host: '127.0.0.1',
    port,
    path,
    method,
    agent: false,
    headers: { ...credentials, ...length, ...headers },
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const read = await buffer(response);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: read,
    json: () => JSON.parse(read.toString()) as unknown,
  };
};
