import type { Config } from './config.ts';

/** Contradictions in the settings of the state that nodes share. */
export const stateProblems = ({ kind, redis }: Config['state']): readonly string[] => {
  if (kind !== 'redis') return [];
  const url = URL.canParse(redis.url) ? new URL(redis.url) : undefined;
  if (url === undefined || !['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    return [
      'state.redis.url: expected redis://HOST:PORT or rediss://HOST:PORT for state.kind redis',
    ];
  }
  return [
    ...(url.password === ''
      ? []
      : [
          'state.redis.url: expected no password; put it into a file, and name that in state.redis.passwordFile',
        ]),
    ...(/^(\/\d*)?$/.test(url.pathname)
      ? []
      : [`state.redis.url: expected the number of a database, got ${url.pathname}`]),
    ...(url.username !== '' && redis.passwordFile === ''
      ? [
          'state.redis.passwordFile: expected a file with the password of the user in state.redis.url',
        ]
      : []),
    ...(url.protocol === 'redis:' ? tlsProblems(redis) : []),
    ...sentinelProblems(redis, url),
  ];
};

type Redis = Config['state']['redis'];

const tlsProblems = (redis: Redis): readonly string[] =>
  (['caFile', 'serverName'] as const)
    .filter((name) => redis[name] !== '')
    .map((name) => `state.redis.${name}: needs TLS; begin state.redis.url with rediss://`);

const sentinelProblems = (
  { sentinels, sentinelPasswordFile }: Redis,
  { port }: URL,
): readonly string[] => {
  if (sentinels.length === 0) {
    return sentinelPasswordFile === ''
      ? []
      : ['state.redis.sentinelPasswordFile: needs state.redis.sentinels'];
  }
  return [
    ...sentinels
      .filter((sentinel) => !/^([^\s:@/[\]]+|\[[0-9a-fA-F:.]+\]):\d+$/.test(sentinel))
      .map((sentinel) => `state.redis.sentinels: expected HOST:PORT, got ${sentinel}`),
    ...(port === ''
      ? []
      : [
          'state.redis.url: expected no port; with state.redis.sentinels its host is the name of the primary that they watch',
        ]),
  ];
};
