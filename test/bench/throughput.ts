import { readFile } from 'node:fs/promises';
import { corpusPath } from '../support/corpus.ts';
import { byClients, clients } from './clients.ts';
import { createCpuGroup } from './cpu-group.ts';
import { median } from './median.ts';
import { salted } from './salted.ts';
import { type MeasuredService, startMeasured } from './service.ts';
import { startSharp } from './sharp-service.ts';
import { type Version, versionsOf } from './versions.ts';

/** JPEG photographs of the corpus with less than half a megapixel. */
const names = [
  'photo/web-eco.jpg',
  'photo/web-yoga.jpg',
  'photo/web-beach.jpg',
  'photo/zune-fox410.jpg',
  'graphic/tv-card.jpg',
  'metadata/gps-1.jpg',
  'metadata/iptc-2019.jpg',
  'metadata/copyright-gps-url.jpg',
];
const rounds = 3;
/** Uploads of each picture in a round. */
const repeats = 2;

/** A server that compresses what it is sent. */
type Party = Readonly<{
  name: string;
  cpuMs: () => number;
  compress: (picture: Buffer) => Promise<unknown>;
  stop: () => Promise<void>;
}>;

/** Of one round. */
type Rate = Readonly<{ perSecond: number; cpuMs: number }>;

/**
 * Images a second and CPU an image of small photographs at 4 clients, all processes counted, in turns with sharp
 * (mozjpeg, quality 80) behind the same kind of server. The service has default settings or the flags that follow
 * `--`, and `--against PROJECT` measures another checkout's too. Each upload is another picture, so that none is
 * answered from the cache.
 */
export const throughput = async (options: readonly string[]): Promise<void> => {
  const versions = versionsOf(options);
  const pictures = await Promise.all(names.map((name) => readFile(corpusPath(name))));
  const parties = await startParties(versions);
  const rates = new Map(parties.map(({ name }) => [name, [] as Rate[]]));
  let salt = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const party of parties) {
      const batch = Array.from({ length: repeats }, () =>
        pictures.map((picture) => salted(picture, (salt += 1))),
      ).flat();
      const rate = await rateOf(party, batch);
      // In the first round all load what they need.
      if (round > 0) rates.get(party.name)?.push(rate);
    }
  }
  for (const { stop } of parties.toReversed()) await stop();
  report(rates);
};

const startParties = async (versions: readonly Version[]): Promise<readonly Party[]> => {
  const services = await Promise.all(
    versions.map(({ project, flags }) => startMeasured(flags, project)),
  );
  const sharp = await startSharp(services[0]!);
  const compressWith = (upload: MeasuredService['upload']) => async (picture: Buffer) => {
    const { status } = await upload(picture);
    if (status !== 201) throw new Error(`an upload was answered ${status}`);
  };
  return [
    partyOf('sharp', sharp, sharp.upload),
    ...services.map((service, index) =>
      partyOf(versions[index]!.name, service, compressWith(service.upload)),
    ),
  ];
};

const partyOf = (
  name: string,
  server: Readonly<{ pid: number; stop: () => Promise<void> }>,
  compress: Party['compress'],
): Party => {
  const { cpuMs, remove } = createCpuGroup(server.pid, server.pid.toString());
  const stop = async (): Promise<void> => {
    await server.stop();
    remove();
  };
  return { name, cpuMs, compress, stop };
};

const rateOf = async ({ cpuMs, compress }: Party, batch: readonly Buffer[]): Promise<Rate> => {
  const [startedAt, cpuAtStart] = [performance.now(), cpuMs()];
  await byClients(batch, compress);
  const seconds = (performance.now() - startedAt) / 1000;
  return { perSecond: batch.length / seconds, cpuMs: (cpuMs() - cpuAtStart) / batch.length };
};

const report = (rates: ReadonlyMap<string, readonly Rate[]>): void => {
  const medianOf = (name: string, field: keyof Rate): number =>
    median((rates.get(name) ?? []).map((rate) => rate[field]));
  const own = 'service';
  for (const name of rates.keys()) {
    const [perSecond, cpuMs] = [medianOf(name, 'perSecond'), medianOf(name, 'cpuMs')];
    const ratios =
      name === own
        ? ''
        : `; service: ${(medianOf(own, 'perSecond') / perSecond).toFixed(2)} times the images a second, ${(medianOf(own, 'cpuMs') / cpuMs).toFixed(2)} times the CPU`;
    console.log(
      `throughput: small photographs, ${clients} clients: ${name} ${perSecond.toFixed(1)}/s, CPU ${cpuMs.toFixed(0)} ms an image${ratios}`,
    );
  }
};
