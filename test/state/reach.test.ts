import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { generate } from 'selfsigned';
import { openRedisData } from '../../src/data/open-redis-data.ts';
import { dataPaths, makeDataFolder } from '../../src/data/data-folder.ts';
import { StartError } from '../../src/errors.ts';
import { secretOf } from '../../src/redacted.ts';
import { connectRedis, type Redis, type RedisOptions } from '../../src/state/redis.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { added } from '../support/counters/added.ts';
import { configIn, silent } from '../support/data/made-data.ts';
import { freePort } from '../support/ports.ts';
import { rejectionOf } from '../support/rejection.ts';
import { describeWithRedis, type RedisServer, startRedis } from '../support/state/redis-server.ts';
import { primaryName, startSentinel } from '../support/state/sentinel.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { until } from '../support/until.ts';

/** Connections of a test, closed after it, and why the last one could not be made. */
const connectionsOfTest = () => {
  let opened: Redis[] = [];
  afterEach(async () => {
    await Promise.all(opened.map(({ close }) => close()));
    opened = [];
  });
  return (url: string, options: Partial<RedisOptions> = {}) => {
    let problem: unknown;
    const redis = connectRedis({
      ...{ url, password: undefined, deadlineMs: 2000, onCall: () => undefined },
      onChange: (changed) => (problem = changed),
      ...options,
    });
    opened.push(redis);
    return { redis, problem: () => String(problem ?? '') };
  };
};

describeWithRedis('Redis over TLS', (server) => {
  const inFolder = temporaryFolders();
  const connect = connectionsOfTest();
  let port: number;
  let ca: string;
  beforeEach(async () => {
    port = await freePort();
    const made = await generate([{ name: 'commonName', value: 'redis.example' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      extensions: [
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: 'redis.example' },
            { type: 7, ip: '127.0.0.1' },
          ],
        },
      ],
    });
    ca = made.cert;
    writeFileSync(inFolder('cert.pem'), made.cert);
    writeFileSync(inFolder('key.pem'), made.private);
    await server().send(
      ...['CONFIG', 'SET', 'tls-cert-file', inFolder('cert.pem')],
      ...['tls-key-file', inFolder('key.pem'), 'tls-ca-cert-file', inFolder('cert.pem')],
      ...['tls-auth-clients', 'no', 'tls-port', String(port)],
    );
  });
  afterEach(() => server().send('CONFIG', 'SET', 'tls-port', '0'));
  const url = (host: string): string => `rediss://${host}:${port}`;

  it('is reached by the name in its certificate, or by its address', async () => {
    for (const [host, serverName] of [
      ['127.0.0.1', 'redis.example'],
      ['127.0.0.1', ''],
      ['localhost', 'redis.example'],
    ] as const) {
      const { redis, problem } = connect(url(host), { ca, serverName });
      await redis.connected();
      expect(await redis.call('PING'), problem()).to.equal('PONG');
    }
  });

  const refused: readonly (readonly [
    title: string,
    options: () => Partial<RedisOptions>,
    said: RegExp,
  ])[] = [
    ['of another authority', () => ({}), /self.signed certificate/],
    ['with another name', () => ({ ca, serverName: 'other.example' }), /other\.example/],
  ];
  for (const [title, options, said] of refused) {
    it(`is refused with a certificate ${title}`, async () => {
      const { redis, problem } = connect(url('127.0.0.1'), options());
      await until('it is refused', () => problem() !== '');
      expect(problem()).to.match(said);
      expect(redis.isConnected()).to.equal(false);
    });
  }
});

describeWithRedis('Redis with users', (server) => {
  const inFolder = temporaryFolders();
  const connect = connectionsOfTest();
  const rule = /ACL SETUSER shrinkd (.*)/.exec(
    readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8'),
  )?.[1];
  const openData = async (warnings: string[] = []) => {
    const config = configIn(inFolder());
    const paths = dataPaths(config.dataDir);
    await makeDataFolder(paths);
    const url = `redis://shrinkd@127.0.0.1:${server().port}`;
    const passwordFile = inFolder('password');
    const redis = { ...config.state.redis, url, passwordFile };
    const log = Object.assign(Object.create(silent) as typeof silent, {
      warn: (text: string) => warnings.push(text),
    });
    const state = { ...config.state, redis };
    const metrics = createMetrics().state;
    return openRedisData({
      config: { ...config, state },
      ...{ paths, now: Date.now, log, metrics, acceptEmpty: false },
    });
  };

  it('needs no more rights than the documented ones, and a password from a file', async () => {
    writeFileSync(inFolder('password'), 'correct horse\n');
    const rights = rule!.split(' ').map((word) => word.replace('PASSWORD', 'correct horse'));
    await server().send('ACL', 'SETUSER', 'shrinkd', ...rights);
    const warnings: string[] = [];
    const data = await openData(warnings);
    try {
      const { account, key } = await data.accounts.add({ name: 'Ann', email: 'ann@example.org' });
      expect(await data.accounts.findByKey(key)).to.deep.equal(account);
      expect(await added(data.counters, account.id, 2)).to.equal(2);
      expect(await data.counters.usage()).to.deep.equal({ [account.id]: 2 });
      const windows = data.createWindows({ name: 'accounts', seconds: 60 });
      expect(await windows.take(account.id, 1)).to.equal(undefined);
      expect(await windows.take(account.id, 1)).to.be.greaterThan(0);
    } finally {
      await data.close();
    }
    const denied = (await server().send('ACL', 'LOG')) as unknown[];
    expect(JSON.stringify(denied)).to.equal('[]');
    expect(warnings.filter((text) => text.includes('Redis'))).to.deep.equal([]);
  });

  it('refuses another password', async () => {
    await server().send('ACL', 'SETUSER', 'shrinkd', 'on', '>right', '~*', '+@all');
    const url = `redis://shrinkd@127.0.0.1:${server().port}`;
    const { redis, problem } = connect(url, { password: secretOf('wrong') });
    await until('it is refused', () => problem() !== '');
    expect(problem())
      .to.match(/WRONGPASS/)
      .and.not.contain('wrong"');
    expect(redis.isConnected()).to.equal(false);
  });

  for (const [title, make, said] of [
    ['is missing', () => undefined, /passwordFile: .*password cannot be read \(ENOENT\)/],
    ['is empty', () => writeFileSync(inFolder('password'), '\n'), /passwordFile: .* is empty/],
  ] as const) {
    it(`stops the start where the password's file ${title}`, async () => {
      make();
      const refusal = await rejectionOf(openData());
      expect(refusal).to.be.instanceOf(StartError);
      expect(String(refusal)).to.match(said);
    });
  }
});

describeWithRedis('Redis with a replica', (server) => {
  const connect = connectionsOfTest();
  let replica: RedisServer;
  before(async () => {
    const flags = ['--replicaof', '127.0.0.1', String(server().port)];
    replica = await startRedis({ program: server().program, flags });
    const follows = async () =>
      String(await replica.send('INFO', 'replication')).includes('link_status:up');
    await until('the replica follows', follows);
  });
  after(() => replica?.close());

  it('is not used through the replica', async () => {
    const { redis, problem } = connect(replica.url);
    await until('it is refused', () => problem() !== '');
    expect(problem()).to.contain('it is a replica. Name the primary, or its sentinels');
    expect(redis.isConnected()).to.equal(false);
  });

  it('is found through sentinels, also after a failover', async () => {
    const password = 'sentinels';
    const sentinel = await startSentinel({ program: server().program, password }, server());
    try {
      const sentinels = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${sentinel.port}`];
      const sentinelPassword = secretOf(password);
      const { redis, problem } = connect(`redis://${primaryName}`, { sentinels, sentinelPassword });
      await redis.connected();
      expect(await redis.call('SET', 'a', 'kept'), problem()).to.equal('OK');
      await until('the replica has it', async () => (await replica.send('GET', 'a')) === 'kept');
      await server().kill();
      const write = () =>
        redis.call('SET', 'b', 'new').then(
          (reply) => reply === 'OK',
          () => false,
        );
      await until(() => `the new primary is used (${problem()})`, write, 30_000);
      expect(await replica.send('GET', 'b')).to.equal('new');
      expect(await redis.call('GET', 'a')).to.equal('kept');
    } finally {
      await sentinel.close();
    }
  });

  it('says what each sentinel has answered', async () => {
    const password = 'sentinels';
    const sentinels = [`127.0.0.1:${await freePort()}`];
    const options = { sentinels, sentinelPassword: secretOf(password) };
    const { problem } = connect('redis://other', options);
    await until('it is refused', () => problem() !== '');
    expect(problem()).to.match(/no sentinel names the primary \(127\.0\.0\.1:\d+: .*ECONNREFUSED/);
  });
});
