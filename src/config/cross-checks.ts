import { isIP } from 'node:net';
import type { Decoder, Encoder } from '../image/encoder.ts';
import { hostOf } from '../net/host.ts';
import { rangeProblem } from '../net/ip-ranges.ts';
import { bucketProblems } from './bucket-checks.ts';
import type { Config } from './config.ts';
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
  ...(config.quality.max !== null && config.quality.max < config.quality.target
    ? [
        `quality.max: expected at least quality.target, ${config.quality.target}, got ${config.quality.max}`,
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
  ...(config.tools.folderFiles < config.limits.frames + filesOfJob
    ? [
        `tools.folderFiles: expected at least limits.frames and ${filesOfJob} more, or long animations fail`,
      ]
    : []),
  ...stateProblems(config.state),
  ...(config.web.passkeys && !hasHostName(config.publicUrl)
    ? [
        'publicUrl: expected an address with the name of a host, such as https://images.example.org, for web.passkeys',
      ]
    : []),
  ...bucketProblems(config),
  ...(config.tls.mode === 'files' && (config.tls.cert === '' || config.tls.key === '')
    ? ['tls.mode: "files" needs tls.cert and tls.key']
    : []),
];

/** Browsers bind passkeys to a name (WebAuthn, section 5.1.2), and refuse addresses. */
const hasHostName = (url: string): boolean => URL.canParse(url) && isIP(hostOf(new URL(url))) === 0;

/** Files of a job besides the frames of an animation. */
const filesOfJob = 100;

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

const placeholders = ['input', 'output', 'quality', 'scale', 'qtables', 'variant'];

/** Problems of a command that may stand in for `command`. */
const otherCommandProblems = (
  path: string,
  other: readonly string[] | undefined,
  command: readonly string[],
  known: readonly string[] = ['scans'],
): readonly string[] =>
  other === undefined
    ? []
    : [
        ...commandProblems(path, other, [...placeholders, ...known]),
        ...(other[0] === command[0]
          ? []
          : [`${path}: expected the program of command, ${command[0]}`]),
      ];

const planesSize = ['width', 'height'];

const isWebp = ({ produces }: Encoder): boolean => produces === 'image/webp';

const encoderProblems = (name: string, encoder: Encoder): readonly string[] => {
  const { command, quickCommand, pressureCommand, lossySourceCommand } = encoder;
  const { draftCommand, otherCommand } = encoder;
  const { planesCommand, otherPlanesCommand, alphaCommand, coarseAlphaCommand } = encoder;
  const path = `encoders.${name}`;
  const usual = [quickCommand, pressureCommand, lossySourceCommand, draftCommand, otherCommand];
  const ofPlanes = [planesCommand, otherPlanesCommand, alphaCommand, coarseAlphaCommand];
  const used = [command, ...usual, ...ofPlanes].flatMap((each) => placeholdersIn(each ?? []));
  return [
    ...commandProblems(`${path}.command`, command, placeholders),
    ...otherCommandProblems(`${path}.quickCommand`, quickCommand, command),
    ...otherCommandProblems(`${path}.pressureCommand`, pressureCommand, command),
    ...otherCommandProblems(`${path}.lossySourceCommand`, lossySourceCommand, command),
    ...otherCommandProblems(`${path}.draftCommand`, draftCommand, command, []),
    ...otherCommandProblems(`${path}.otherCommand`, otherCommand, command, []),
    ...otherCommandProblems(`${path}.planesCommand`, planesCommand, command, planesSize),
    ...otherCommandProblems(`${path}.otherPlanesCommand`, otherPlanesCommand, command, planesSize),
    ...otherCommandProblems(`${path}.alphaCommand`, alphaCommand, command, []),
    ...otherCommandProblems(`${path}.coarseAlphaCommand`, coarseAlphaCommand, command, []),
    ...(alphaCommand !== undefined && (planesCommand === undefined || !isWebp(encoder))
      ? [`${path}.alphaCommand: expected an encoder of image/webp with planesCommand`]
      : []),
    ...(otherPlanesCommand !== undefined && planesCommand === undefined
      ? [`${path}.otherPlanesCommand: expected planesCommand beside it`]
      : []),
    ...(coarseAlphaCommand !== undefined && alphaCommand === undefined
      ? [`${path}.coarseAlphaCommand: expected alphaCommand beside it`]
      : []),
    ...(used.includes('quality') && encoder.quality === undefined
      ? [`${path}.quality: expected a number, since the command has {quality}`]
      : []),
    ...((used.includes('scale') || used.includes('qtables')) && encoder.scale === undefined
      ? [`${path}.scale: expected a number, since the command has {scale} or {qtables}`]
      : []),
    ...(used.includes('variant') && encoder.variants === undefined
      ? [`${path}.variants: expected a list, since the command has {variant}`]
      : []),
    ...(encoder.search === undefined ? [] : searchProblems(path, encoder, encoder.search)),
  ];
};

const commandProblems = (
  path: string,
  command: readonly string[],
  known: readonly string[],
): readonly string[] => {
  const used = placeholdersIn(command);
  return [
    ...fileProblems(path, command),
    ...used
      .filter((word) => !known.includes(word))
      .map((word) => `${path}: unknown placeholder {${word}}`),
  ];
};

const searchProblems = (
  path: string,
  { scale, quality }: Encoder,
  { finest, coarsest }: NonNullable<Encoder['search']>,
): readonly string[] => {
  const start = scale ?? quality;
  if (start === undefined) return [`${path}.search: expected a scale or a quality beside it`];
  const [least, most] = [Math.min(finest, coarsest), Math.max(finest, coarsest)];
  return [
    ...(least === most ? [`${path}.search: expected finest and coarsest to differ`] : []),
    ...(start < least || start > most
      ? [`${path}.search: expected a range with ${start} in it, got ${least} to ${most}`]
      : []),
    ...(scale !== undefined && least <= 0
      ? [`${path}.search: expected scales greater than 0, got ${least}`]
      : []),
  ];
};

const decoderProblems = (type: string, decoder: Decoder): readonly string[] => {
  const { command, deepCommand, planesCommand } = decoder;
  const path = `decoders.${type}`;
  return [
    ...fileProblems(`${path}.command`, command),
    ...otherCommandProblems(`${path}.deepCommand`, deepCommand, command, []),
    ...otherCommandProblems(`${path}.planesCommand`, planesCommand, command, []),
  ];
};

const fileProblems = (path: string, command: readonly string[]): readonly string[] =>
  ['input', 'output']
    .filter((word) => !placeholdersIn(command).includes(word))
    .map((word) => `${path}: expected {${word}} in it`);

const placeholdersIn = (command: readonly string[]): readonly string[] =>
  command.flatMap((argument) =>
    [...argument.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1] ?? ''),
  );

const cidrProblems = (path: string, ranges: readonly string[]): readonly string[] =>
  ranges.flatMap((range) => {
    const problem = rangeProblem(range);
    return problem === undefined ? [] : [`${path}: ${problem}`];
  });
