import { isIP } from 'node:net';
import { hostOf } from '../net/host.ts';
import type { CstorePlace, ObjstorePlace } from './object-client.ts';
import type { StorageTarget } from './storage.ts';

/** Base address of S3 in a region: the configured one with `{region}` filled in, or Amazon's where it is empty. */
export const objstoreEndpoint = (configured: string, region: string): string =>
  configured === ''
    ? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
    : withoutSlash(configured.replaceAll('{region}', region));

/** A bucket in S3, or in S3-compatible storage where an endpoint is configured. */
export const objstorePlace = (
  given: Omit<ObjstorePlace, 'service' | 'isPathStyle'> & Readonly<{ forcePathStyle: boolean }>,
): ObjstorePlace => {
  const { bucket, region, accessKeyId, secretAccessKey } = given;
  const endpoint = objstoreEndpoint(given.endpoint, region);
  return {
    service: 'objstore',
    bucket,
    endpoint,
    region,
    isPathStyle: isPathStyle(endpoint, bucket, given.forcePathStyle),
    accessKeyId,
    secretAccessKey,
  };
};

/** A bucket in Google Cloud Storage, at Google where no endpoint is configured. */
export const cstorePlace = ({
  bucket,
  endpoint,
  rights,
}: Omit<CstorePlace, 'service'>): CstorePlace => ({
  service: 'cstore',
  bucket,
  rights,
  endpoint: endpoint === '' ? 'https://storage.googleapis.com' : withoutSlash(endpoint),
});

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/**
 * Whether the bucket is in the path of the address: where it is configured, where the endpoint's host is an
 * IP address or a single label, and where dots in the bucket would not match a wildcard certificate.
 */
export const isPathStyle = (endpoint: string, bucket: string, isForced: boolean): boolean => {
  const host = hostOf(new URL(endpoint));
  return isForced || isIP(host) !== 0 || !host.includes('.') || bucket.includes('.');
};

/** The public address of a stored object. */
export const locationOf = (target: StorageTarget): string => {
  const path = encodedKey(target.objectKey);
  if (target.service === 'cstore' || target.isPathStyle) {
    return `${target.endpoint}/${target.bucket}/${path}`;
  }
  const { protocol, host, pathname } = new URL(target.endpoint);
  return `${protocol}//${target.bucket}.${host}${withoutSlash(pathname)}/${path}`;
};

/** A key in an address: percent-encoded but for the slashes (RFC 3986, section 2.3). */
export const encodedKey = (objectKey: string): string =>
  objectKey.split('/').map(encoded).join('/');

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
