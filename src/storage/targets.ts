import { ServiceError } from '../errors.ts';
import { type Problem, sentencesOf, shown } from '../schema.ts';
import { cstorePlace, objstorePlace } from './location.ts';
import { mayUse, type StorageSettings } from './named-store.ts';
import { objectHeadersOf } from './object-headers.ts';
import { bucketProblem, objectKeyProblem, splitPath } from './object-path.ts';
import { storePlace } from './store-place.ts';
import type { Storage, StoreRequest, StorageTarget } from './storage.ts';

type Own = Exclude<StoreRequest, { service: 'named' }>;
type Named = Extract<StoreRequest, { service: 'named' }>;

/** Checks requests to store against the operator's settings; see `Storage.targetOf`. */
export const createTargets = (settings: StorageSettings): Storage['targetOf'] => {
  const { objstore, cstore, stores, ownCredentials } = settings;

  const ownTarget = (request: Own): StorageTarget => {
    const { path, service } = request;
    const { bucket, objectKey } = splitPath(path);
    const expected = bucketProblem(service, bucket) ?? objectKeyProblem(objectKey);
    const { headers, problems } = objectHeadersOf(request.headers, service);
    const found = [...pathProblems(path, expected), ...problems];
    const rest = { objectKey, headers, storeName: undefined };
    if (service === 'cstore') {
      reject(found);
      const rights = { accessToken: request.accessToken };
      return {
        ...cstorePlace({ bucket, endpoint: cstore.endpoint, rights }),
        ...rest,
        acl: undefined,
      };
    }
    const { region, acl } = request;
    reject([
      ...found,
      ...regionProblems(region, objstore.regions),
      ...oneOf('store.acl', acl, [...objstore.acls, noAcl]),
    ]);
    const place = objstorePlace({ ...request, ...objstore, bucket });
    return { ...place, ...rest, acl: sentAcl(acl) };
  };

  const namedTarget = (request: Named, accountId: string): StorageTarget => {
    const { name, path } = request;
    const store = Object.hasOwn(stores, name) ? stores[name] : undefined;
    // The same error for an unknown store and one of another account, so that names of stores are not revealed.
    if (store === undefined || !mayUse(store, accountId)) {
      const expected = 'the name of a store that this account may use';
      return reject([{ path: 'store.name', expected, came: shown(name) }]);
    }
    const objectKey = `${store.prefix}${store.prefixPerAccount ? `${accountId}/` : ''}${path}`;
    const { headers, problems } = objectHeadersOf(request.headers, store.service);
    const expected = objectKeyProblem(path) ?? objectKeyProblem(objectKey);
    reject([...pathProblems(path, expected), ...problems]);
    const rest = { objectKey, headers, storeName: name };
    const place = storePlace(store, settings);
    if (place.service === 'cstore' || store.service === 'cstore') return { ...place, ...rest };
    return { ...place, ...rest, acl: sentAcl(store.acl) };
  };

  return (request, accountId) => {
    if (request.service === 'named') return namedTarget(request, accountId);
    if (ownCredentials) return ownTarget(request);
    return reject([{ path: 'store.service', expected: '"named"', came: shown(request.service) }]);
  };
};

/** The value of `acl` for which no ACL is sent (specification, section 2.4). */
const noAcl = 'no-acl';

const sentAcl = (acl: string): string | undefined => (acl === noAcl ? undefined : acl);

const pathProblems = (path: string, expected: string | undefined): readonly Problem[] =>
  expected === undefined ? [] : [{ path: 'store.path', expected, came: shown(path) }];

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
