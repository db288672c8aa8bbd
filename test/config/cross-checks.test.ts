import { expect } from 'chai';
import type { Config } from '../../src/config/config.ts';
import { crossChecks } from '../../src/config/cross-checks.ts';
import { loadConfig } from '../../src/config/load.ts';
import type { Encoder } from '../../src/image/encoder.ts';

const { config } = loadConfig({ flags: {}, environment: {} });

const files = ['x', '{input}', '{output}'];
const encoder = (fields: Partial<Encoder>): Encoder => ({
  produces: 'image/jpeg',
  reads: ['image/jpeg'],
  command: ['x', '{input}', '{output}'],
  ...{ effort: {}, from: {}, lossless: false, animated: false, exit: {} },
  damaged: [],
  version: [],
  ...fields,
});
const { command: _, ...withoutCommand } = encoder({});
const builtin: Encoder = {
  ...withoutCommand,
  ...{ produces: 'image/png', reads: ['image/png'], builtin: 'lossy-png' },
};
const withEncoder = (fields: Partial<Encoder>): Partial<Config> => ({
  encoders: { ...config.encoders, x: encoder(fields) },
});
const withRedis = (fields: Partial<Config['state']['redis']>): Partial<Config> => ({
  state: {
    ...config.state,
    kind: 'redis',
    redis: { ...config.state.redis, url: 'redis://redis.example', ...fields },
  },
});
const withTypes = (types: Config['types']): Partial<Config> => ({
  types: { ...config.types, ...types },
});

describe('contradictions in a configuration', () => {
  const cases: readonly (readonly [
    title: string,
    change: Partial<Config>,
    said: readonly string[],
  ])[] = [
    ['none by default', {}, []],
    ['none with Redis', withRedis({ url: 'redis://redis.example:6379/1' }), []],
    [
      'none with Redis behind sentinels and TLS',
      withRedis({
        url: 'rediss://shrinkd@main',
        passwordFile: 'password',
        caFile: 'ca.pem',
        serverName: 'redis.example',
        sentinels: ['10.0.0.1:26379', '[::1]:26379'],
        sentinelPasswordFile: 'password',
      }),
      [],
    ],
    ...['', 'redis.example:6379', 'http://redis.example', 'redis:///1'].map(
      (url) =>
        [
          `"${url}" as the address of Redis`,
          withRedis({ url }),
          [
            'state.redis.url: expected redis://HOST:PORT or rediss://HOST:PORT for state.kind redis',
          ],
        ] as const,
    ),
    ['no address of Redis where it is not used', { state: { ...config.state, kind: 'files' } }, []],
    [
      'a password in the address of Redis',
      withRedis({ url: 'redis://:secret@redis.example' }),
      [
        'state.redis.url: expected no password; put it into a file, and name that in state.redis.passwordFile',
      ],
    ],
    [
      'a user of Redis without a password',
      withRedis({ url: 'redis://shrinkd@redis.example' }),
      [
        'state.redis.passwordFile: expected a file with the password of the user in state.redis.url',
      ],
    ],
    [
      'a database of Redis that is no number',
      withRedis({ url: 'redis://redis.example/main' }),
      ['state.redis.url: expected the number of a database, got /main'],
    ],
    [
      'authorities and a name without TLS',
      withRedis({ caFile: 'ca.pem', serverName: 'redis.example' }),
      [
        'state.redis.caFile: needs TLS; begin state.redis.url with rediss://',
        'state.redis.serverName: needs TLS; begin state.redis.url with rediss://',
      ],
    ],
    [
      'a password of no sentinels',
      withRedis({ sentinelPasswordFile: 'password' }),
      ['state.redis.sentinelPasswordFile: needs state.redis.sentinels'],
    ],
    [
      'sentinels without a port, and a port of what they watch',
      withRedis({ url: 'redis://main:6379', sentinels: ['10.0.0.1'] }),
      [
        'state.redis.sentinels: expected HOST:PORT, got 10.0.0.1',
        'state.redis.url: expected no port; with state.redis.sentinels its host is the name of the primary that they watch',
      ],
    ],
    [
      'a work folder that does not hold the largest image',
      { limits: { ...config.limits, workBytes: config.limits.uploadBytes - 1 } },
      ['limits.workBytes: expected at least limits.uploadBytes, or the largest image never fits'],
    ],
    [
      'outputs in a bucket without the bucket, its credentials and Redis',
      { outputs: { ...config.outputs, kind: 's3' } },
      [
        'state.kind: expected redis for outputs.kind s3, since Redis has which outputs there are',
        'outputs.bucket.name: expected the name of a bucket for outputs.kind s3',
        'outputs.bucket.credentialsFile: expected a JSON file with accessKeyId and secretAccessKey for outputs.kind s3',
      ],
    ],
    [
      'outputs at Google without a key',
      {
        outputs: {
          ...config.outputs,
          kind: 'google',
          bucket: { ...config.outputs.bucket, name: 'pictures' },
        },
        state: {
          ...config.state,
          kind: 'redis',
          redis: { ...config.state.redis, url: 'redis://localhost' },
        },
      },
      [
        'outputs.bucket.credentialsFile: expected the JSON key of a service account for outputs.kind google',
      ],
    ],
    [
      'a chain with an encoder that is not there',
      withTypes({ 'image/jpeg': [['mozjpeg'], ['guetzli', 'jpegtran']] }),
      ['types.image/jpeg[1]: no encoder named guetzli'],
    ],
    [
      'a chain that ends in another type',
      withTypes({ 'image/jpeg': [['oxipng']] }),
      ['types.image/jpeg[0]: oxipng produces image/png, expected image/jpeg'],
    ],
    [
      'a chain whose links do not fit',
      withTypes({ 'image/png': [['mozjpeg', 'oxipng']] }),
      ['types.image/png[0]: oxipng does not read image/jpeg, which mozjpeg produces'],
    ],
    [
      'a wildcard type without chains',
      { wildcardTypes: ['image/jpeg', 'image/jxl'] },
      ['wildcardTypes: image/jxl has no chains under types'],
    ],
    [
      'a variant without variants',
      withEncoder({ command: ['x', '{variant}', '{input}', '{output}'] }),
      ['encoders.x.variants: expected a list, since the command has {variant}'],
    ],
    [
      'a search with one end',
      withEncoder({ quality: { start: 4, finest: 1 } }),
      ['encoders.x.quality: expected finest and coarsest together'],
    ],
    [
      'a search in no range',
      withEncoder({ quality: { start: 4, finest: 4, coarsest: 4 } }),
      ['encoders.x.quality: expected finest and coarsest to differ'],
    ],
    [
      'a search that leaves out the usual quality',
      withEncoder({ quality: { start: 80, finest: 70, coarsest: 20 } }),
      ['encoders.x.quality: expected a range with 80 in it, got 20 to 70'],
    ],
    [
      'a search for a scale of nothing',
      withEncoder({ quality: { start: 3, finest: 0, coarsest: 9, steps: 'ratio' } }),
      ['encoders.x.quality: expected ratios of numbers greater than 0, got 0'],
    ],
    [
      'a search for what is left of more than 100',
      withEncoder({ quality: { start: 85, finest: 110, coarsest: 40, steps: 'remainder' } }),
      ['encoders.x.quality: expected remainders of numbers up to 100, got 110'],
    ],
    [
      'options of a saver that could name a file',
      withEncoder({ save: 'Q=80]x' }),
      ['encoders.x.save: expected options without brackets, got Q=80]x'],
    ],
    ...[{ produces: 'image/avif' }, { produces: 'image/png', lossless: false }].map(
      (made): (typeof cases)[number] => [
        `options of a saver for ${made.produces} that libvips does not save`,
        withEncoder({ ...made, save: 'strip' }),
        [
          'encoders.x.save: expected an encoder of image/jpeg or image/webp, or a lossless one of image/png',
        ],
      ],
    ),
    [
      'an encoder without a command',
      { encoders: { ...config.encoders, x: withoutCommand } },
      ['encoders.x.command: expected a command, or builtin in its place'],
    ],
    [
      'none with an encoder that is built in',
      { encoders: { ...config.encoders, x: { ...builtin, quality: { start: 0 } } } },
      [],
    ],
    [
      'what an encoder that is built in cannot do',
      {
        encoders: {
          ...config.encoders,
          x: {
            ...builtin,
            ...{ command: files, variants: ['a'] },
            ...{ produces: 'image/webp', reads: ['image/png', 'image/jpeg'] },
            quality: { start: 50, finest: 101, coarsest: -1 },
          },
          y: builtin,
        },
      },
      [
        ...['command', 'variants'].map(
          (field) => `encoders.x.${field}: expected none beside builtin`,
        ),
        'encoders.x.produces: expected image/png of lossy-png',
        'encoders.x.reads: expected image/png alone for lossy-png',
        'encoders.x.quality: expected 0 to 100, got 101',
        'encoders.x.quality: expected 0 to 100, got -1',
        'encoders.y.quality: expected 0 to 100, got nothing',
      ],
    ],
    [
      'a decoder without output',
      {
        decoders: {
          'image/jpeg': {
            ...{ command: ['x', '{input}', '{scans}'], writes: 'image/png', exit: {}, version: [] },
          },
        },
      },
      [
        'decoders.image/jpeg.command: expected {output} in it',
        'decoders.image/jpeg.command: unknown placeholder {scans}',
      ],
    ],
    [
      'a lowest score above the target',
      { quality: { ...config.quality, min: 85 } },
      ['quality.min: expected at most quality.target, 79.5, got 85'],
    ],
    [
      'a command without input',
      withEncoder({ command: ['x', '{output}'] }),
      ['encoders.x.command: expected {input} in it'],
    ],
    ['none with a command that prints its output', withEncoder({ command: ['x', '{input}'] }), []],
    [
      'a placeholder that is not there',
      withEncoder({ command: ['x', '{input}', '{output}', '{speed}'] }),
      ['encoders.x.command: unknown placeholder {speed}'],
    ],
    [
      'arguments that nothing stands for',
      withEncoder({ effort: { balanced: ['-m'] }, from: { 'image/png': ['-p'] } }),
      [
        'encoders.x.command: expected {effort} in it, since there is effort',
        'encoders.x.command: expected {from} in it, since there is from',
      ],
    ],
    [
      'arguments inside another one',
      withEncoder({ command: [...files, '-m={effort}'], effort: { balanced: ['6'] } }),
      ['encoders.x.command: expected {effort} as an argument of its own'],
    ],
    [
      'placeholders that only some arguments may have',
      withEncoder({
        command: [...files, '{effort}', '{from}', '{width}'],
        effort: { balanced: ['{scans}'], fast: ['{scans}', '{speed}'] },
        from: { 'image/png': ['{width}'], 'image/x-yuv420': ['{width}', '{height}'] },
      }),
      [
        'encoders.x.effort.fast: unknown placeholder {speed}',
        'encoders.x.from.image/png: unknown placeholder {width}',
        'encoders.x.command: unknown placeholder {width}',
      ],
    ],
    [
      'a placeholder in arguments without a value',
      withEncoder({ command: [...files, '{effort}'], effort: { best: ['-q{quality}'] } }),
      ['encoders.x.quality: expected a number, since the command has {quality} or {qtables}'],
    ],
    [
      'arguments for alpha that would not be run',
      {
        encoders: {
          ...config.encoders,
          x: encoder({
            ...{ command: [...files, '{effort}'], effort: { alpha: [] } },
            ...{ produces: 'image/avif', reads: ['image/png', 'image/x-yuv420'] },
          }),
          y: encoder({
            ...{ command: [...files, '{effort}'], effort: { coarseAlpha: [] } },
            ...{ produces: 'image/webp', reads: ['image/png'] },
          }),
        },
      },
      ['x', 'y'].map(
        (name) =>
          `encoders.${name}.effort.alpha: expected an encoder of image/webp that reads image/x-yuv420`,
      ),
    ],
    [
      'a placeholder inside an argument',
      withEncoder({ command: ['x', '--q={quality}', '{input}', '{output}'] }),
      ['encoders.x.quality: expected a number, since the command has {quality} or {qtables}'],
    ],
    [
      'tables without a quality',
      withEncoder({ command: ['x', '{qtables}', '{input}', '{output}'] }),
      ['encoders.x.quality: expected a number, since the command has {quality} or {qtables}'],
    ],
    [
      'a quality that is there',
      withEncoder({ command: ['x', '{quality}', '{input}', '{output}'], quality: { start: 1 } }),
      [],
    ],
    ...['', 'https://192.0.2.1:8443', 'https://[2001:db8::1]'].map(
      (publicUrl) =>
        [
          `passkeys at ${publicUrl || 'no address'}`,
          { publicUrl, web: { ...config.web, passkeys: true } },
          [
            'publicUrl: expected an address with the name of a host, such as https://images.example.org, for web.passkeys',
          ],
        ] as const,
    ),
    [
      'passkeys at the name of a host',
      { publicUrl: 'https://localhost:8443', web: { ...config.web, passkeys: true } },
      [],
    ],
    [
      'files for TLS that are not named',
      { tls: { ...config.tls, mode: 'files', cert: 'x' } },
      ['tls.mode: "files" needs tls.cert and tls.key'],
    ],
  ];
  for (const [title, change, said] of cases) {
    it(`are reported: ${title}`, () => {
      expect(crossChecks({ ...config, ...change })).to.deep.equal(said);
    });
  }
});

describe('address ranges in a configuration', () => {
  const usual = 'expected an address range such as 10.0.0.0/8';
  const ranges: readonly (readonly [range: string, problem: string | undefined])[] = [
    ['10.0.0.0/8', undefined],
    ['10.0.0.1/8', undefined],
    ['0.0.0.0/0', undefined],
    ['::/0', undefined],
    ['fd00::1/128', undefined],
    ['::ffff:10.0.0.0/104', undefined],
    ['::ffff:10.0.0.0/8', 'expected an IPv4 range, or a prefix of 96 to 128 bits'],
    ['10.0.0.1', usual],
    ['10.0.0.0/33', usual],
    ['10.0.0.0/8/8', usual],
    ['::/129', usual],
    ['fe80::1%eth0/64', usual],
    ['localhost', usual],
    ['/8', usual],
  ];
  for (const [range, problem] of ranges) {
    it(`${problem === undefined ? 'take' : 'refuse'} ${range}`, () => {
      const said = (path: string): readonly string[] =>
        problem === undefined ? [] : [`${path}: ${problem}, got "${range}"`];
      const change = {
        source: { ...config.source, allow: [range] },
        tls: { ...config.tls, trustedProxies: [range] },
      };
      expect(crossChecks({ ...config, ...change })).to.deep.equal([
        ...said('source.allow'),
        ...said('tls.trustedProxies'),
      ]);
    });
  }
});
