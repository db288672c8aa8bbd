import { type Secret, secretOf } from '../redacted.ts';
import type { StoreRequest } from '../storage/storage.ts';

/** `store` of a body that has passed the schema, with the fields of its service. */
export type StoreBody = Readonly<{
  service: 'objstore' | 's3' | 'cstore' | 'gcs' | 'named';
  path: string;
  headers?: Readonly<Record<string, string>>;
  region?: string;
  acl?: string;
  name?: string;
  [field: `${string}_${string}`]: string;
}>;

/** Specification, section 2.4. */
const defaultAcl = 'public-read';

/** The request without aliases (design, section 3), with its secrets redacted in logs. */
export const storeRequestOf = (body: StoreBody): StoreRequest => {
  const { service, path, headers = {}, region = '', acl = defaultAcl, name = '' } = body;
  const secret = (field: `${string}_${string}`): Secret => secretOf(body[field] ?? '');
  switch (service) {
    case 'objstore':
    case 's3': {
      const prefix = service === 's3' ? 'aws' : 'objstore';
      return {
        service: 'objstore',
        path,
        headers,
        region,
        acl,
        accessKeyId: secret(`${prefix}_access_key_id`),
        secretAccessKey: secret(`${prefix}_secret_access_key`),
      };
    }
    case 'cstore':
      return { service, path, headers, accessToken: secret('cstore_access_token') };
    case 'gcs':
      return { service: 'cstore', path, headers, accessToken: secret('gcp_access_token') };
    case 'named':
      return { service, path, headers, name };
    default:
      return service satisfies never;
  }
};
