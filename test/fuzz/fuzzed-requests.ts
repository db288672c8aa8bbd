import http2 from 'node:http2';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';
import { readCountersFile } from '../../src/counters/counters-file.ts';
import { createClient } from '../support/e2e/client.ts';
import { deliveryConfig, fixtures, pair } from '../support/e2e/delivering.ts';
import { newPng } from '../support/e2e/pictures.ts';
import { randomNumbers } from '../support/random.ts';
import { runShrinkd, type RunningService } from '../support/service/service.ts';
import { sideBySide } from '../support/side-by-side.ts';
import { hostileRequest, type HostileRequest } from './hostile-requests.ts';

/** Flags of a service that takes forms of pictures of anybody, without a limit by address. */
export const requestFlags = (port: number): readonly string[] => [
  ...[
    '--port',
    String(port),
    '--public-url',
    `https://localhost:${port}`,
    '--web-passkeys',
    'true',
  ],
  ...['--web-demo-enabled', 'true', '--web-demo-pictures-per-hour', '100000000'],
  ...[
    '--web-new-accounts-monthly-limit',
    '100000000',
    '--web-new-accounts-requests-per-minute',
    '1000000',
  ],
  ...['--log-level', 'warn', '--limits-connections-per-address', '10000'],
];

/** Who owns the first account when it is set up. */
const ownerName = 'Ann';

/** The configuration of that service: pictures by signed addresses, by others, and by those of other servers. */
export const requestConfig = deliveryConfig({
  keys: { main: { ...pair, account: ownerName } },
  unsigned: {
    ...{ account: ownerName, sources: ['disk'], formats: ['webp'] },
    ...{ next: true, ipx: true, base: 'local:///' },
  },
  ...{ hintWidths: [32, 64], missesPerMinute: 1_000_000, watermark: `${fixtures}/photo.jpg` },
});

type FuzzedRequests = Readonly<{
  /** Sends the cases from `first`; gives what is wrong, one sentence each. */
  send: (
    seed: number,
    first: number,
    count: number,
    inFlight: number,
  ) => Promise<readonly string[]>;
  summary: () => string;
  close: () => void;
}>;

/** A case that has no answer by then hangs. */
const deadlineMs = 60_000;

/** A running service that requests with mistakes are sent to, over HTTP/1.1 and HTTP/2. */
export const createFuzzedRequests = async (service: RunningService): Promise<FuzzedRequests> => {
  const ca = readFileSync(service.certificate);
  const client = createClient(service);
  const others = createClient(service);
  const pictures = [newPng(), newPng(), Buffer.from('no picture')];
  const { headers: made } = await client.upload(pictures[0]!);
  const output = new URL(made.location!).pathname;
  const statuses = new Map<string, number>();
  let delivered = 0;
  const token = new URL(service.setUpUrl!).searchParams.get('token')!;
  const owner = { name: ownerName, email: 'ann@example.org', password: 'correct horse', token };
  await client.send({
    method: 'POST',
    path: '/setup',
    headers: {
      ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      'sec-fetch-site': 'same-origin',
    },
    body: new URLSearchParams(owner).toString(),
  });
  let session: http2.ClientHttp2Session | undefined;

  const overHttp2 = async (headers: http2.OutgoingHttpHeaders, body?: Buffer) => {
    if (session === undefined || session.closed || session.destroyed) {
      session = http2.connect(service.url, { ca });
      session.on('error', () => undefined);
    }
    const request = session.request(headers);
    request.end(body);
    const [answer] = (await once(request, 'response')) as [http2.IncomingHttpHeaders];
    const status = Number(answer[':status']);
    const broken = (error: unknown): never => {
      const { rstCode, session: of } = request;
      throw new Error(`${String(error)}, reset ${rstCode}, session ${of?.closed ?? 'gone'}`);
    };
    return { status, body: await text(request).catch(broken) };
  };

  /** Its headers are hints, whose names and values have no mistake that a client could not send. */
  const addressed = async ({ path, body }: HostileRequest, isHttp2: boolean) => {
    const headers = { 'sec-ch-width': String(body.length), dpr: String(body[0] ?? '') };
    if (isHttp2) return overHttp2({ ...headers, ':path': path });
    const answer = await client.send({ path, headers });
    return { status: answer.status, body: '' };
  };

  const answered = async (request: HostileRequest, isHttp2: boolean) => {
    if (request.kind === 'address') return addressed(request, isHttp2);
    const { path, type, body } = request;
    const headers = {
      'content-type': type,
      'content-length': String(body.length),
      accept: 'text/html',
      'sec-fetch-site': 'same-origin',
    };
    if (isHttp2) {
      const authorization = `Basic ${Buffer.from(`api:${service.key}`).toString('base64')}`;
      return overHttp2({ ...headers, ':method': 'POST', ':path': path, authorization }, body);
    }
    const answer = await client.send({ method: 'POST', path, headers, body });
    return { status: answer.status, body: answer.body.toString('latin1') };
  };

  /** Bytes on a connection of their own, which is cut when nothing more comes. */
  const raw = async ({ kind, body }: HostileRequest): Promise<readonly number[]> => {
    const { hostname, port } = new URL(service.url);
    const protocol = kind === 'frames' ? 'h2' : 'http/1.1';
    const socket = tls.connect({
      host: hostname,
      port: Number(port),
      ca,
      ALPNProtocols: [protocol],
    });
    let read = '';
    socket.on('error', () => undefined);
    socket.on('data', (data: Buffer) => (read += data.toString('latin1')));
    await once(socket, 'secureConnect');
    socket.write(body);
    await Promise.race([
      once(socket, 'close'),
      once(socket, 'data').then(() => sleep(5)),
      sleep(60),
    ]).catch(() => undefined);
    socket.destroy();
    return [...read.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  };

  const tell = (kind: string, status: number): string | undefined => {
    statuses.set(`${kind} ${status}`, (statuses.get(`${kind} ${status}`) ?? 0) + 1);
    return status >= 500 && status !== 503 ? `status ${status}` : undefined;
  };

  const faultOf = async (
    request: HostileRequest,
    isHttp2: boolean,
  ): Promise<string | undefined> => {
    const { kind } = request;
    if (kind === 'raw' || kind === 'frames') {
      return (await raw(request)).map((status) => tell(kind, status)).find(Boolean);
    }
    const late = sleep(deadlineMs, undefined, { ref: false });
    const answer = await Promise.race([answered(request, isHttp2), late]).catch(String);
    if (answer === undefined) return `no answer within ${deadlineMs} ms`;
    if (typeof answer === 'string') return `the connection broke: ${answer}`;
    if (kind === 'form') delivered += answer.body.match(/href="\/web\/output\//g)?.length ?? 0;
    return tell(kind, answer.status);
  };

  /** Compressions that the service has counted for those who send forms. */
  const counted = async (): Promise<number> => {
    const folder = service.folder;
    const { stdout } = await runShrinkd(folder, [
      'account',
      'list',
      '--json',
      '--data',
      `${folder}/data`,
    ]);
    const accounts = JSON.parse(stdout) as readonly { id: string; name: string }[];
    const demo = accounts.find(({ name }) => name === 'demo')!;
    const months = [...(await readCountersFile(`${folder}/data/counters.json`)).values()];
    return months.reduce((sum, counts) => sum + (counts.get(demo.id) ?? 0), 0);
  };

  const serviceFaults = async (): Promise<readonly string[]> => {
    const { status } = await others.send({ path: '/signin', headers: { accept: 'text/html' } });
    const count = await counted();
    return [
      ...(existsSync(`/proc/${service.pid}`) ? [] : ['the process has ended']),
      ...(status === 200 ? [] : [`another client is answered ${status}`]),
      ...(count === delivered ? [] : [`${count} counted, ${delivered} delivered`]),
    ];
  };

  const send: FuzzedRequests['send'] = async (seed, first, count, inFlight) => {
    const indexes = Array.from({ length: count }, (_, offset) => first + offset);
    const found = await sideBySide(indexes, inFlight, async (index) => {
      const random = randomNumbers(Math.imul(seed, 0x9e3779b1) + index);
      const request = hostileRequest(pictures, output, random);
      const what = await faultOf(request, random(2) === 0);
      return what === undefined ? [] : [`${index} ${request.kind} ${request.path}: ${what}`];
    });
    return [...found.flat(), ...(await serviceFaults())];
  };

  const summary = (): string =>
    [...statuses]
      .toSorted()
      .map(([what, times]) => `${times} ${what}`)
      .join(', ');
  const close = (): void => {
    client.close();
    others.close();
    session?.destroy();
  };
  return { send, summary, close };
};
