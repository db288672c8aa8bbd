import { hash, randomBytes } from 'node:crypto';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import {
  makeServiceFolder,
  operate,
  removeFolder,
  type RunningService,
  startService,
} from '../service/service.ts';
import type { Radosgw } from '../storage/radosgw.ts';
import { startTcpProxy, type TcpProxy } from '../tcp-proxy.ts';
import { type Client, createClient } from './client.ts';
import { newAccount } from './new-account.ts';
import { newJpeg } from './pictures.ts';
import {
  metadataBelow,
  putPicture,
  type SweepRequests,
  sweepRequests,
  sweptStores,
} from './sweeping-service.ts';

type Shop = Readonly<{
  service: RunningService;
  client: Client;
  /** Before the storage. */
  proxy: TcpProxy;
  /** Of the administrator of this test, whose monthly limit is 30. */
  key: string;
  admin: SweepRequests;
  /** What a request names: the objects of this test. */
  objects: Readonly<{ source: Readonly<{ store: string; prefix: string }> }>;
  /** A whole request, to replace them. */
  request: object;
}>;

/** A service with stores for all tests of a `describe`, and for each test an administrator and a prefix of its own. */
export const sweptShop = (radosgw: () => Radosgw) => {
  const own = randomBytes(6).toString('hex');
  let folder: string;
  let shop: Shop;
  let tests = 0;
  const prefixOf = (): string => `${own}/shop/${shop.objects.source.prefix}/`;

  const opened = async (proxy: TcpProxy): Promise<Pick<Shop, 'service' | 'client' | 'proxy'>> => {
    const stores = sweptStores({ ...radosgw(), url: `http://127.0.0.1:${proxy.port}` }, own);
    const config = { ...stores, quality: { mode: 'fixed' } };
    const service = await startService(folder, { config, flags: ['--log-level', 'warn'] });
    return { service, client: createClient(service), proxy };
  };
  const operator = (args: readonly string[]): Promise<string> => operate(folder, args);
  const newAdmin = (): Promise<string> => {
    tests += 1;
    const flags = ['--email', `admin-${tests}@example.org`, '--admin', '--monthly-limit', '30'];
    return newAccount({ ...shop.service, operator }, `Admin ${tests}`, flags);
  };
  const put = (name: string, picture: Uint8Array): Promise<void> =>
    putPicture(radosgw(), `${prefixOf()}${name}`, picture);

  before(async () => {
    folder = await makeServiceFolder();
    shop = (await opened(await startTcpProxy(radosgw().port))) as Shop;
  });
  beforeEach(async () => {
    const key = await newAdmin();
    const [source, backup] = ['shop', 'originals'].map((store) => ({ store, prefix: `${tests}` }));
    const objects = { source: source! };
    shop = {
      ...shop,
      ...{ key, admin: sweepRequests(shop.client, key), objects },
      request: { ...objects, backup, acceptRaces: true },
    };
  });
  after(async () => {
    shop?.client.close();
    await shop?.service.kill();
    await shop?.proxy.close();
    await removeFolder(folder);
  });

  return {
    shop: () => shop,
    operator,
    newAdmin,
    put,
    putAll: (count: number) =>
      Promise.all(Array.from({ length: count }, (_, index) => put(`${index}.jpg`, newJpeg()))),
    /** Digests of the objects by their names. */
    digests: async (): Promise<Readonly<Record<string, string>>> => {
      const { client, bucket: Bucket } = radosgw();
      const names = [...(await metadataBelow(radosgw(), prefixOf())).keys()];
      const read = names.map(async (name) => {
        const { Body } = await client.send(
          new GetObjectCommand({ Bucket, Key: `${prefixOf()}${name}` }),
        );
        const bytes = await Body!.transformToByteArray();
        return [name, hash('sha256', bytes)] as const;
      });
      return Object.fromEntries(await Promise.all(read));
    },
    /** Objects that are results. */
    marked: async (): Promise<number> =>
      [...(await metadataBelow(radosgw(), prefixOf())).values()].filter(
        (metadata) => metadata['shrinkd'] !== undefined,
      ).length,
    /** Kills the service and starts it again. */
    restart: async (): Promise<void> => {
      await shop.service.kill();
      shop.client.close();
      const again = await opened(shop.proxy);
      shop = { ...shop, ...again, admin: sweepRequests(again.client, shop.key) };
    },
  };
};
