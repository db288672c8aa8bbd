import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { corpusPath } from '../support/corpus.ts';
import { programPath } from '../support/deploy/programs.ts';
import { addressOf, pair } from '../support/e2e/delivering.ts';
import { freePort } from '../support/ports.ts';
import { until } from '../support/until.ts';
import { type CpuGroup, createCpuGroup } from './cpu-group.ts';
import { median } from './median.ts';
import { startMeasured } from './service.ts';
import { startSharp } from './sharp-service.ts';

/** 6 megapixels. */
const photo = 'photo/sharp-blacksmith.jpg';
const rounds = 9;
const hitsOfRound = 300;

/**
 * CPU of all processes of a service with a fast first answer: of a picture that is there, in turns with nginx, which
 * sends the same file over HTTPS; and of the first answer for a JPEG of 6 megapixels, in turns with sharp (mozjpeg 80)
 * behind HTTPS. Each first answer has another width.
 */
export const delivery = async (): Promise<void> => {
  const path = corpusPath(photo);
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-bench-'));
  const config = join(folder, 'config.json');
  await writeFile(config, JSON.stringify(configOf(dirname(path))));
  const service = await startMeasured(['--config', config]);
  const certificate = join(service.folder, 'data/tls/cert.pem');
  const get = createGet(await readFile(certificate));
  const ask = async (options: string) =>
    get(`${service.url}${addressOf(`/${options}/plain/local:///sharp-blacksmith.jpg@jpg`)}`);

  const hit = `${service.url}${addressOf('/w:600/q:80/plain/local:///sharp-blacksmith.jpg@jpg')}`;
  const { body } = await get(hit);
  await writeFile(join(folder, 'hit.jpg'), body);
  const nginx = await startNginx(folder, certificate);
  const sharp = await startSharp(service);
  const groups = [service, nginx, sharp].map(({ pid }) => createCpuGroup(pid, String(pid)));
  const [own, ofNginx, ofSharp] = groups as [CpuGroup, CpuGroup, CpuGroup];

  const hits = await inTurns([
    () => cpuOf(own, hitsOfRound, () => get(hit)),
    () => cpuOf(ofNginx, hitsOfRound, () => get(nginx.url)),
  ]);
  report(`a hit of ${body.length} bytes`, 'nginx', hits, '1.5 times and 1 ms');

  let width = 600;
  const first = await inTurns([
    async () => {
      const options = `w:${(width -= 1)}`;
      const cpuMs = await cpuOf(own, 1, () => ask(options));
      // The searched result is no part of it, and must not be one of the next.
      await until('the best result is there', async () => !(await ask(options)).isDraft);
      await delay(settleMs);
      return cpuMs;
    },
    () => cpuOf(ofSharp, 1, () => sharp.resize(path, width)),
  ]);
  report('a first answer, 6 MP to 600', 'sharp', first, '1.5 times');
  for (const { stop } of [service, nginx, sharp]) await stop();
  for (const { remove } of groups) remove();
  await rm(folder, { recursive: true });
};

const settleMs = 200;

const configOf = (folder: string) => ({
  delivery: {
    keys: { main: { ...pair, account: 'default' } },
    sources: { disk: { folder } },
    firstAnswer: 'fast',
    missesPerMinute: 10_000,
  },
});

/** A client that keeps its connection. */
const createGet = (ca: Buffer) => {
  const agent = new https.Agent({ keepAlive: true, ca, maxSockets: 1 });
  return async (url: string) => {
    const request = https.get(url, { agent });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const body = await buffer(response);
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
    return { body, isDraft: response.headers['x-shrinkd-quality'] === 'draft' };
  };
};

/** nginx with the certificate of the service, which sends the files of `folder` over HTTPS. */
const startNginx = async (folder: string, certificate: string) => {
  const program = programPath('nginx');
  if (program === undefined) throw new Error('no nginx; "bin/setup --for test" brings it');
  const port = await freePort();
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} events {} http {
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n')}
      access_log off; sendfile on; types { image/jpeg jpg; } keepalive_requests 100000;
      server {
        listen 127.0.0.1:${port} ssl; root ${folder};
        ssl_certificate ${certificate}; ssl_certificate_key ${certificate.replace('cert', 'key')};
      }
    }`,
  );
  const args = ['-p', folder, '-e', 'error.log', '-c', join(folder, 'nginx.conf')];
  const child = spawn(program, [...args, '-g', `pid ${folder}/pid; daemon off;`]);
  const url = `https://localhost:${port}/hit.jpg`;
  const get = createGet(await readFile(certificate));
  await until('nginx listens', () => get(url).catch(() => undefined));
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  return { pid: child.pid!, url, stop };
};

/** CPU of one request, in milliseconds, as the mean of `count`. */
const cpuOf = async (
  group: CpuGroup,
  count: number,
  request: () => Promise<unknown>,
): Promise<number> => {
  const before = group.cpuMs();
  for (let done = 0; done < count; done += 1) await request();
  return (group.cpuMs() - before) / count;
};

/** The medians of two sides. In the first round both load what they need. */
const inTurns = async (
  sides: readonly [() => Promise<number>, () => Promise<number>],
): Promise<readonly [number, number]> => {
  const costs: readonly [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, side] of sides.entries()) {
      const cost = await side();
      if (round > 0) costs[index]!.push(cost);
    }
  }
  return [median(costs[0]), median(costs[1])];
};

const report = (
  what: string,
  peer: string,
  [own, other]: readonly [number, number],
  target: string,
): void =>
  console.log(
    `delivery: ${what}: CPU ${own.toFixed(2)} ms, ${peer} ${other.toFixed(2)} ms, ${(own / other).toFixed(2)} times (target: ${target})`,
  );
