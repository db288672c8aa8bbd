import { invalid } from './address-error.ts';

/** Where pictures may come from, by a name for the operator. */
type SourceRule =
  | Readonly<{ url: string }>
  | Readonly<{ store: string; prefix?: string }>
  | Readonly<{ folder: string }>;

/** The places that addresses may name. */
export type SourceRules = Readonly<{
  sources: Readonly<Record<string, SourceRule>>;
  /** Services and buckets of named stores. */
  stores: Readonly<Record<string, Readonly<{ service: 'objstore' | 'cstore'; bucket: string }>>>;
  /** Whether `output:ID` names a picture that the account has uploaded. */
  outputs: boolean;
}>;

/** A source that addresses may name. `name` tells it from all others. */
export type SourcePlace = Readonly<{ name: string }> &
  (
    | Readonly<{ kind: 'web'; url: string }>
    | Readonly<{ kind: 'object'; store: string; key: string }>
    | Readonly<{ kind: 'file'; folders: readonly string[]; path: string }>
    | Readonly<{ kind: 'output'; id: string }>
  );

/**
 * The place of a source, where a rule allows it.
 * @throws AddressError `invalid`, which does not say whether anything is there.
 */
export const sourcePlaceOf = (source: string, rules: SourceRules): SourcePlace => {
  const place = allowedPlaceOf(source, rules);
  if (place === undefined) throw invalid('Pictures of this source are not delivered.');
  return place;
};

/** The same; undefined where no rule allows it. */
export const allowedPlaceOf = (source: string, rules: SourceRules): SourcePlace | undefined => {
  if (source.includes('\0') || climbs(source)) return undefined;
  const [, scheme = '', rest = ''] = /^([a-z0-9]+):(?:\/\/)?(.*)$/s.exec(source) ?? [];
  switch (scheme) {
    case 'http':
    case 'https':
      return webPlace(source, rules);
    case 's3':
    case 'gs':
      return objectPlace(scheme, rest, rules);
    case 'local':
      return filePlace(rest, rules);
    case 'output':
      return outputPlace(rest, rules);
  }
  return undefined;
};

/** Whether a segment is `..`, also where it is percent-encoded as often as servers behind others could undo. */
const climbs = (source: string): boolean => {
  let text = source;
  for (let decoding = 0; decoding <= 4; decoding += 1) {
    if (/(^|[/\\])\.\.([/\\?#]|$)/.test(text)) return true;
    text = text.replaceAll(/%(2e|2f|5c|25)/gi, (code) => decodeURIComponent(code));
  }
  return false;
};

/** The prefix ends with a slash, so that no longer name of a host begins with it. */
const webPlace = (source: string, { sources }: SourceRules): SourcePlace | undefined => {
  const url = URL.parse(source)?.href;
  const isAllowed = Object.values(sources).some(
    (rule) => 'url' in rule && url?.startsWith(rule.url) === true,
  );
  return url !== undefined && isAllowed ? { kind: 'web', url, name: url } : undefined;
};

const services = { s3: 'objstore', gs: 'cstore' } as const;

const objectPlace = (
  scheme: 's3' | 'gs',
  rest: string,
  { sources, stores }: SourceRules,
): SourcePlace | undefined => {
  const slash = rest.indexOf('/');
  const [bucket, key] = [rest.slice(0, Math.max(0, slash)), rest.slice(slash + 1)];
  const [store] = Object.values(sources).flatMap((rule) => {
    if (!('store' in rule)) return [];
    const { store: name, prefix = '' } = rule;
    const isIts = stores[name]?.service === services[scheme] && stores[name].bucket === bucket;
    return isIts && key.length > prefix.length && key.startsWith(prefix) ? [name] : [];
  });
  return store === undefined
    ? undefined
    : { kind: 'object', store, key, name: `${scheme}://${rest}` };
};

const filePlace = (rest: string, { sources }: SourceRules): SourcePlace | undefined => {
  const folders = Object.values(sources).flatMap((rule) => ('folder' in rule ? [rule.folder] : []));
  const path = rest.replace(/^\/+/, '');
  if (folders.length === 0 || path === '') return undefined;
  return { kind: 'file', folders, path, name: `local:///${path}` };
};

const outputPlace = (id: string, { outputs }: SourceRules): SourcePlace | undefined =>
  outputs && /^[0-9a-f]{40}$/.test(id) ? { kind: 'output', id, name: `output:${id}` } : undefined;
