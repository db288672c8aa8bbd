import { expect } from 'chai';
import {
  type LifecycleRule,
  GetBucketLifecycleConfigurationCommand,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3';
import { writeFileSync } from 'node:fs';
import { shrinkdProcess } from '../support/cli/shrinkd.ts';
import { type BucketProxy, startBucketProxy } from '../support/storage/bucket-proxy.ts';
import { describeWithRadosgw, type Radosgw } from '../support/storage/radosgw.ts';
import { redisAhead } from '../support/state/redis-ahead.ts';
import { describeWithRedis, type RedisServer } from '../support/state/redis-server.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

type Check = Readonly<{ name: string; works: boolean; problem?: string }>;

const tests = (radosgw: () => Radosgw, server: () => RedisServer): void => {
  const inFolder = temporaryFolders();
  let proxy: BucketProxy;
  before(async () => {
    proxy = await startBucketProxy(radosgw().port);
  });
  afterEach(() => proxy.heal());
  after(() => proxy.close());

  const configFile = (
    outputs: object = {},
    { user = radosgw().user, redisUrl = server().url } = {},
  ): string => {
    const path = inFolder('config.json');
    writeFileSync(inFolder('s3.json'), JSON.stringify(user));
    const bucket = {
      name: radosgw().bucket,
      prefix: 'shop/',
      endpoint: `http://127.0.0.1:${proxy.port}`,
      credentialsFile: inFolder('s3.json'),
      deadlineSeconds: 5,
    };
    const state = { kind: 'redis', redis: { url: redisUrl } };
    writeFileSync(path, JSON.stringify({ state, outputs: { kind: 's3', bucket, ...outputs } }));
    return path;
  };
  const setUp = async (outputs?: object): Promise<unknown> => {
    const config = configFile(outputs);
    const { code, stdout, stderr } = await shrinkdProcess([
      'bucket',
      'setup',
      '--json',
      '--config',
      config,
    ]);
    expect([code, stderr]).to.deep.equal([0, '']);
    return (JSON.parse(stdout) as { rules: unknown }).rules;
  };
  const rules = async (): Promise<readonly LifecycleRule[]> => {
    const command = new GetBucketLifecycleConfigurationCommand({ Bucket: radosgw().bucket });
    const { Rules = [] } = await radosgw().client.send(command);
    return Rules;
  };
  const check = async (
    config: string,
  ): Promise<
    Readonly<{ code: number | null; checks: readonly Check[]; state: readonly Check[] }>
  > => {
    const { code, stdout } = await shrinkdProcess(['check', '--json', '--config', config]);
    const found = JSON.parse(stdout) as Record<'bucket' | 'state', readonly Check[]>;
    return { code, checks: found.bucket, state: found.state };
  };
  const problemsOf = (checks: readonly Check[]) =>
    checks.filter(({ works }) => !works).map(({ name, problem }) => `${name}: ${problem}`);

  it('gets the rules that it needs once, beside those of others', async () => {
    const other: LifecycleRule = {
      ID: 'of others',
      Status: 'Enabled',
      Filter: { Prefix: 'o/' },
      Expiration: { Days: 365 },
    };
    await radosgw().client.send(
      new PutBucketLifecycleConfigurationCommand({
        Bucket: radosgw().bucket,
        LifecycleConfiguration: { Rules: [other] },
      }),
    );
    const both = (fields: object): readonly object[] => [
      { prefix: 'shop/o/', ...fields },
      { prefix: 'shop/r/', ...fields },
    ];
    expect(await setUp()).to.deep.equal(both({ days: 4, change: 'made' }));
    expect(await setUp()).to.deep.equal(both({ days: 4, change: 'none' }));
    const longer = both({ days: 10, change: 'changed', before: 4 });
    expect(await setUp({ retentionSeconds: 8 * 86_400 })).to.deep.equal(longer);
    const kept = (await rules()).map(({ ID, Filter, Expiration, Status }) => ({
      ID,
      prefix: Filter?.Prefix,
      days: Expiration?.Days,
      Status,
    }));
    expect(kept).to.have.deep.members([
      { ID: 'of others', prefix: 'o/', days: 365, Status: 'Enabled' },
      { ID: 'shrinkd shop/o/', prefix: 'shop/o/', days: 10, Status: 'Enabled' },
      { ID: 'shrinkd shop/r/', prefix: 'shop/r/', days: 10, Status: 'Enabled' },
    ]);
  });

  it('is checked, and so is Redis: objects, rules and clocks', async function () {
    this.timeout(120_000);
    await setUp();
    const { checks, state } = await check(configFile());
    expect(state.map(({ name, works }) => [name, works])).to.deep.equal([
      ['connection', true],
      ['clock', true],
    ]);
    expect(checks.map(({ name }) => name)).to.deep.equal([
      ...['put', 'get', 'get what is not there', 'expiry', 'clock'],
    ]);
    expect(problemsOf(checks)).to.deep.equal([]);

    const early = await check(configFile({ retentionSeconds: 8 * 86_400 }));
    expect(early.code).to.equal(1);
    expect(problemsOf(early.checks)).to.deep.equal([
      'expiry: a rule removes shop/o/* after 4 days, which is less than 10; run "shrinkd bucket setup"',
    ]);

    proxy.failBy(() => ({ skewMs: 90_000 }));
    const redis = await redisAhead(server().port, 3600_000);
    const apart = await check(configFile({}, { redisUrl: `redis://127.0.0.1:${redis.port}` }));
    await redis.close();
    expect(problemsOf(apart.state).join()).to.match(
      /^clock: The clock of this machine is 3(600|599) s behind that of Redis\. Set it \(NTP\)\.$/,
    );
    const late = problemsOf(apart.checks);
    expect(late).to.have.length(1);
    expect(late[0]).to.match(
      /^clock: the clock of the storage differs by (89|90) s; set the clock/,
    );
  });

  it('is refused with the reason where the key has no rights', async () => {
    const config = configFile({}, { user: radosgw().stranger });
    const { code, checks } = await check(config);
    expect(code).to.equal(1);
    expect(problemsOf(checks)[0]).to.match(/^put: .*AccessDenied/);
    const setup = await shrinkdProcess(['bucket', 'setup', '--config', config]);
    expect(setup.code).to.equal(1);
    expect(setup.stderr).to.match(/AccessDenied.*s3:PutLifecycleConfiguration/s);
    expect(setup.stderr).not.to.contain(radosgw().stranger.secretAccessKey);
  });

  it('is set up with no other words, and not for outputs in files', async () => {
    const words = await shrinkdProcess(['bucket', 'remove']);
    expect([words.code, words.stderr]).to.deep.equal([2, 'shrinkd: Expected "bucket setup".\n']);
    const files = await shrinkdProcess(['bucket', 'setup']);
    expect(files.code).to.equal(2);
    expect(files.stderr).to.contain('outputs.kind s3 or google');
  });
};

describeWithRadosgw('the bucket of outputs on the command line', (radosgw) => {
  describeWithRedis('with Redis', (server) => tests(radosgw, server), { only: 'redis-server' });
});
