import { readFileSync } from 'node:fs';
import { type Client, createClient } from '../support/e2e/client.ts';
import { stateConfig } from '../support/e2e/cluster.ts';
import { photo } from '../support/e2e/pictures.ts';
import {
  makeServiceFolder,
  removeFolder,
  type RunningService,
  startService,
} from '../support/service/service.ts';
import { startRedis } from '../support/state/redis-server.ts';
import { median } from './median.ts';
import { salted } from './salted.ts';

const rounds = 8;
const uploads = 25;

/** A service, its client, and what was measured of it in all rounds but the first. */
type Party = Readonly<{
  service: RunningService;
  client: Client;
  folder: string;
  ms: number[];
  cpuMs: number[];
}>;

/**
 * What Redis (appendfsync always) adds to an upload of a photograph of 320x240 pixels over files: median time, and CPU
 * of the server, which is in both without its tools. One client, in turns. Targets: 3 ms and 1.3 times.
 */
export const redis = async (): Promise<void> => {
  const server = await startRedis();
  const small = await smallPhoto();
  const parties = [await startParty(() => ({})), await startParty((folder) => onRedis(folder))];
  function onRedis(folder: string): object {
    return stateConfig(server.url, `${folder}/secret.key`);
  }
  let salt = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const { service, client, ms, cpuMs } of parties) {
      const before = serverCpuMs(service.pid);
      const times: number[] = [];
      for (let count = 0; count < uploads; count += 1) {
        const startedAt = performance.now();
        const { status } = await client.upload(salted(small, (salt += 1)));
        if (status !== 201) throw new Error(`an upload was answered ${status}`);
        times.push(performance.now() - startedAt);
      }
      if (round === 0) continue;
      ms.push(median(times));
      cpuMs.push((serverCpuMs(service.pid) - before) / uploads);
    }
  }
  const [files, shared] = parties.map(({ ms, cpuMs }) => ({
    ms: median(ms),
    cpuMs: median(cpuMs),
  }));
  const { ms, cpuMs } = shared!;
  console.log(
    `redis: median ${files!.ms.toFixed(1)} ms with files, ${ms.toFixed(1)} ms with Redis: ${(ms - files!.ms).toFixed(1)} ms more (target 3)`,
  );
  console.log(
    `redis: CPU of the server ${files!.cpuMs.toFixed(1)} and ${cpuMs.toFixed(1)} ms an upload: ${(cpuMs / files!.cpuMs).toFixed(2)} times (target 1.3)`,
  );
  for (const { service, client, folder } of parties) {
    client.close();
    await service.stop();
    await removeFolder(folder);
  }
  await server.close();
};

const startParty = async (configIn: (folder: string) => object): Promise<Party> => {
  const folder = await makeServiceFolder();
  const service = await startService(folder, {
    config: { quality: { mode: 'fixed' }, ...configIn(folder) },
    flags: ['--log-level', 'warn'],
  });
  return { service, client: createClient(service), folder, ms: [], cpuMs: [] };
};

/** The photograph of the fixtures in 320 pixels, made by a service. */
const smallPhoto = async (): Promise<Buffer> => {
  const { service, client, folder } = await startParty(() => ({}));
  const { headers } = await client.upload(photo);
  const { body } = await client.send({
    method: 'POST',
    path: headers.location!,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ resize: { method: 'scale', width: 320 } }),
  });
  client.close();
  await service.stop();
  await removeFolder(folder);
  return body;
};

const clockTickMs = 10;

/** User and system time of a process without its children (proc_pid_stat(5), fields 14 and 15). */
const serverCpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * clockTickMs;
};
