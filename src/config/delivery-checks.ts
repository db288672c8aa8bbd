import type { AllSettings } from './all-settings.ts';
import { type Environment, readSecret, type SecretReference } from './secret-references.ts';

type Keys = AllSettings['delivery']['keys'];

/** `delivery.keys` with its secrets. What is no key is added to `problems`. */
export const deliveryKeys = (given: Keys, environment: Environment, problems: string[]): Keys =>
  Object.fromEntries(
    Object.entries(given).map(([name, { key, salt, account }]) => {
      const read = (field: string, reference: unknown) => {
        const path = `delivery.keys.${name}.${field}`;
        const before = problems.length;
        const secret = readSecret(path, reference as SecretReference, environment, problems);
        const isHex = /^([0-9a-f]{2})+$/i.test(secret.reveal());
        if (!isHex && problems.length === before) {
          problems.push(`${path}: expected hexadecimal digits, two for each byte`);
        }
        return secret;
      };
      return [name, { key: read('key', key), salt: read('salt', salt), account }];
    }),
  );

/** Paths of the API and the pages, below which no picture can be. */
const taken = [
  ...['shrink', 'output', 'keys', 'openapi.json', 'setup', 'signin', 'signout', 'register'],
  ...['invite', 'link', 'account', 'admin', 'web', '_'],
];

/** Problems of `delivery` that its schema cannot find. */
export const deliveryProblems = ({
  delivery: { prefix, sources, unsigned, formats },
  storage: { stores },
}: Pick<AllSettings, 'delivery' | 'storage'>): readonly string[] => [
  ...(taken.includes(prefix.split('/')[1] ?? '')
    ? [`delivery.prefix: expected a path that the service does not use itself, got ${prefix}`]
    : []),
  ...unsigned.sources.flatMap((name) =>
    Object.hasOwn(sources, name)
      ? []
      : [`delivery.unsigned.sources: no source named ${name} in delivery.sources`],
  ),
  ...tooMany(resultsOf(unsigned, formats)),
  ...Object.entries(sources).flatMap(([name, source]) =>
    'store' in source && !Object.hasOwn(stores, source.store)
      ? [`delivery.sources.${name}.store: no store named ${source.store} in storage.stores`]
      : [],
  ),
  ...Object.entries(sources).flatMap(([name, source]) =>
    'url' in source && URL.parse(source.url)?.href !== source.url
      ? [`delivery.sources.${name}.url: expected ${URL.parse(source.url)?.href ?? 'an address'}`]
      : [],
  ),
];

const mostResults = 10_000;

const tooMany = (results: number): readonly string[] =>
  results <= mostResults
    ? []
    : [`delivery.unsigned: expected at most ${mostResults} results of a picture, got ${results}`];

/** Ways in which a picture can fill its box: fit, fill, fill-down and force. */
const resizingTypes = 4;

/** Results of one picture: each side and quality may be left out too, and without a type `Accept` chooses one. */
const resultsOf = (
  { widths, heights, qualities, formats }: AllSettings['delivery']['unsigned'],
  { length: negotiated }: readonly string[],
): number =>
  [widths, heights, qualities].reduce((product, { length }) => product * (length + 1), 1) *
  (formats.length + negotiated + 1) *
  resizingTypes;
