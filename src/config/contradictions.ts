import { isIP } from 'node:net';
import type { Encoder } from '../image/encoder.ts';
import type { Config } from './config.ts';

/** What a schema cannot say: references between settings, addresses, files that belong together. */
export const contradictionsOf = (config: Config): readonly string[] => [
  ...chainProblems(config),
  ...Object.entries(config.encoders).flatMap(([name, encoder]) => encoderProblems(name, encoder)),
  ...config.wildcardTypes
    .filter((type) => !Object.hasOwn(config.types, type))
    .map((type) => `wildcardTypes: ${type} has no chains under types`),
  ...cidrProblems('source.allow', config.source.allow),
  ...cidrProblems('tls.trustedProxies', config.tls.trustedProxies),
  ...(config.limits.workBytes < config.limits.uploadBytes
    ? ['limits.workBytes: expected at least limits.uploadBytes, or the largest image never fits']
    : []),
  ...(config.tls.mode === 'files' && (config.tls.cert === '' || config.tls.key === '')
    ? ['tls.mode: "files" needs tls.cert and tls.key']
    : []),
];

const chainProblems = ({ types, encoders }: Config): readonly string[] =>
  Object.entries(types).flatMap(([type, chains]) =>
    chains.flatMap((chain, index) => {
      const path = `types.${type}[${index}]`;
      const unknown = chain.filter((name) => !Object.hasOwn(encoders, name));
      if (unknown.length > 0) return unknown.map((name) => `${path}: no encoder named ${name}`);
      const last = encoders[chain.at(-1) ?? ''];
      return [
        ...(last !== undefined && last.produces !== type
          ? [`${path}: ${chain.at(-1)} produces ${last.produces}, expected ${type}`]
          : []),
        ...chain.slice(1).flatMap((name, position) => {
          const before = encoders[chain[position] ?? ''];
          return before !== undefined && encoders[name]?.reads.includes(before.produces) !== true
            ? [
                `${path}: ${name} does not read ${before.produces}, which ${chain[position]} produces`,
              ]
            : [];
        }),
      ];
    }),
  );

const placeholders = new Set(['input', 'output', 'quality', 'scale', 'qtables']);

const encoderProblems = (name: string, encoder: Encoder): readonly string[] => {
  const used = encoder.command.flatMap((argument) =>
    [...argument.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1] ?? ''),
  );
  const path = `encoders.${name}`;
  return [
    ...['input', 'output']
      .filter((word) => !used.includes(word))
      .map((word) => `${path}.command: expected {${word}} in it`),
    ...used
      .filter((word) => !placeholders.has(word))
      .map((word) => `${path}.command: unknown placeholder {${word}}`),
    ...(used.includes('quality') && encoder.quality === undefined
      ? [`${path}.quality: expected a number, since the command has {quality}`]
      : []),
    ...((used.includes('scale') || used.includes('qtables')) && encoder.scale === undefined
      ? [`${path}.scale: expected a number, since the command has {scale} or {qtables}`]
      : []),
  ];
};

const cidrProblems = (path: string, ranges: readonly string[]): readonly string[] =>
  ranges
    .filter((range) => !isCidr(range))
    .map((range) => `${path}: expected an address range such as 10.0.0.0/8, got "${range}"`);

const isCidr = (range: string): boolean => {
  const [address = '', bits = '', ...rest] = range.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    rest.length === 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) <= (family === 4 ? 32 : 128)
  );
};
