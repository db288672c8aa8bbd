import { ServiceError } from '../errors.ts';
import { type Problem, sentencesOf, shown } from '../schema.ts';
import { isPathStyle, objstoreEndpoint, withoutSlash } from './location.ts';
import type { NamedStore, StorageSettings } from './named-store.ts';
import { objectHeadersOf } from './object-headers.ts';
import { bucketProblem, objectKeyProblem, splitPath } from './object-path.ts';
import type {
  CstoreTarget,
  ObjstoreTarget,
  Storage,
  StoreRequest,
  StorageTarget,
} from './storage.ts';

type Own = Exclude<StoreRequest, { service: 'named' }>;
type Named = Extract<StoreRequest, { service: 'named' }>;
/** The fields that all targets have, and their problems. */
type Place = Readonly<{
  place: Pick<StorageTarget, 'bucket' | 'objectKey' | 'headers'>;
  problems: readonly Problem[];
}>;

/** Checks requests to store against the operator's settings; see `Storage.targetOf`. */
export const createTargets = (settings: StorageSettings): Storage['targetOf'] => {
  const { objstore, cstore, stores, ownCredentials } = settings;

  const objstoreTarget = (
    { place }: Place,
    request: Pick<ObjstoreTarget, 'region' | 'accessKeyId' | 'secretAccessKey'> & { acl: string },
    store: { name: string | undefined; endpoint: string; forcePathStyle: boolean },
  ): ObjstoreTarget => {
    const { region, accessKeyId, secretAccessKey, acl } = request;
    const endpoint = objstoreEndpoint(store.endpoint, region);
    return {
      ...place,
      service: 'objstore',
      endpoint,
      storeName: store.name,
      region,
      isPathStyle: isPathStyle(endpoint, place.bucket, store.forcePathStyle),
      acl: acl === noAcl ? undefined : acl,
      accessKeyId,
      secretAccessKey,
    };
  };

  const ownTarget = (request: Own): StorageTarget => {
    const { bucket, objectKey } = splitPath(request.path);
    const found = placeOf(request, bucket, objectKey);
    if (request.service === 'cstore') {
      reject(found.problems);
      const rights = { accessToken: request.accessToken };
      return cstoreTarget(found, rights, { name: undefined, endpoint: cstore.endpoint });
    }
    reject([
      ...found.problems,
      ...regionProblems(request.region, objstore.regions),
      ...oneOf('store.acl', request.acl, [...objstore.acls, noAcl]),
    ]);
    return objstoreTarget(found, request, { name: undefined, ...objstore });
  };

  const namedTarget = (request: Named, accountId: string): StorageTarget => {
    const { name } = request;
    const store = Object.hasOwn(stores, name) ? stores[name] : undefined;
    // The same error for an unknown store and one of another account, so that names of stores are not revealed.
    if (store === undefined || !mayUse(store, accountId)) {
      const expected = 'the name of a store that this account may use';
      return reject([{ path: 'store.name', expected, came: shown(name) }]);
    }
    const own = store.prefixPerAccount ? `${accountId}/` : '';
    const found = placeOf(request, store.bucket, request.path, `${store.prefix}${own}`);
    reject(found.problems);
    if (store.service === 'objstore') {
      const endpoint = store.endpoint === '' ? objstore.endpoint : store.endpoint;
      const forcePathStyle =
        store.forcePathStyle || (store.endpoint === '' && objstore.forcePathStyle);
      return objstoreTarget(found, store, { name, endpoint, forcePathStyle });
    }
    const endpoint = store.endpoint === '' ? cstore.endpoint : store.endpoint;
    const { serviceAccountKey } = store;
    return cstoreTarget(found, { serviceAccountKey }, { name, endpoint });
  };

  return (request, accountId) => {
    if (request.service === 'named') return namedTarget(request, accountId);
    if (ownCredentials) return ownTarget(request);
    return reject([{ path: 'store.service', expected: '"named"', came: shown(request.service) }]);
  };
};

/** The value of `acl` for which no ACL is sent (specification, section 2.4). */
const noAcl = 'no-acl';

const mayUse = ({ accounts }: NamedStore, accountId: string): boolean =>
  accounts === undefined || accounts.includes(accountId);

const placeOf = (
  { path, headers: given, ...request }: StoreRequest,
  bucket: string,
  asked: string,
  prefix = '',
): Place => {
  const service = 'region' in request ? 'objstore' : 'cstore';
  const expected =
    (request.service === 'named' ? undefined : bucketProblem(service, bucket)) ??
    objectKeyProblem(asked) ??
    objectKeyProblem(`${prefix}${asked}`);
  const { headers, problems } = objectHeadersOf(given, service);
  return {
    place: { bucket, objectKey: `${prefix}${asked}`, headers },
    problems: [
      ...(expected === undefined ? [] : [{ path: 'store.path', expected, came: shown(path) }]),
      ...problems,
    ],
  };
};

const cstoreTarget = (
  { place }: Place,
  rights: CstoreTarget['rights'],
  { name, endpoint }: { name: string | undefined; endpoint: string },
): CstoreTarget => ({
  ...place,
  service: 'cstore',
  endpoint: withoutSlash(endpoint),
  storeName: name,
  rights,
});

/** Regions become host names, so they are a single label. An empty list of allowed regions allows all. */
const regionProblems = (region: string, allowed: readonly string[]): readonly Problem[] => {
  if (allowed.length > 0) return oneOf('store.region', region, allowed);
  const expected = 'a region such as us-east-1';
  const isLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(region);
  return isLabel ? [] : [{ path: 'store.region', expected, came: shown(region) }];
};

const oneOf = (path: string, value: string, allowed: readonly string[]): readonly Problem[] =>
  allowed.includes(value)
    ? []
    : [{ path, expected: `one of ${allowed.map(shown).join(', ')}`, came: shown(value) }];

/** @throws ServiceError `bad_request` when there are problems. */
function reject(problems: readonly [Problem]): never;
function reject(problems: readonly Problem[]): void;
function reject(problems: readonly Problem[]): void {
  if (problems.length > 0) {
    throw new ServiceError('bad_request', sentencesOf(problems));
  }
}
