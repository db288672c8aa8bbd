import { isIP } from 'node:net';
import { hostOf } from '../net/host.ts';
import { rangeProblem } from '../net/ip-ranges.ts';
import { bucketProblems } from './bucket-checks.ts';
import type { Config } from './config.ts';
import { deliveryProblems } from './delivery-checks.ts';
import { decoderProblems, encoderProblems } from './encoder-checks.ts';
import { stateProblems } from './state-checks.ts';

/** Problems that a schema cannot find: references between settings, address ranges, limits that do not fit. */
export const crossChecks = (config: Config): readonly string[] => [
  ...chainProblems(config),
  ...Object.entries(config.encoders).flatMap(([name, encoder]) => encoderProblems(name, encoder)),
  ...Object.entries(config.decoders).flatMap(([type, decoder]) => decoderProblems(type, decoder)),
  ...(config.quality.min > config.quality.target
    ? [
        `quality.min: expected at most quality.target, ${config.quality.target}, got ${config.quality.min}`,
      ]
    : []),
  ...config.wildcardTypes
    .filter((type) => !Object.hasOwn(config.types, type))
    .map((type) => `wildcardTypes: ${type} has no chains under types`),
  ...cidrProblems('source.allow', config.source.allow),
  ...cidrProblems('tls.trustedProxies', config.tls.trustedProxies),
  ...(config.limits.workBytes < config.limits.uploadBytes
    ? ['limits.workBytes: expected at least limits.uploadBytes, or the largest image never fits']
    : []),
  ...stateProblems(config.state),
  ...(config.web.passkeys && !hasHostName(config.publicUrl)
    ? [
        'publicUrl: expected an address with the name of a host, such as https://images.example.org, for web.passkeys',
      ]
    : []),
  ...bucketProblems(config),
  ...deliveryProblems(config),
  ...(config.tls.mode === 'files' && (config.tls.cert === '' || config.tls.key === '')
    ? ['tls.mode: "files" needs tls.cert and tls.key']
    : []),
];

/** Browsers bind passkeys to a name (WebAuthn, section 5.1.2), and refuse addresses. */
const hasHostName = (url: string): boolean => URL.canParse(url) && isIP(hostOf(new URL(url))) === 0;

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

const cidrProblems = (path: string, ranges: readonly string[]): readonly string[] =>
  ranges.flatMap((range) => {
    const problem = rangeProblem(range);
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
