import type {
  Grant,
  HeadObjectCommandOutput,
  PutObjectCommandInput,
  Tag,
} from '@aws-sdk/client-s3';

/** Fields of an object that are sent back as they came. */
const fields = [
  ...['CacheControl', 'ContentDisposition', 'ContentLanguage', 'WebsiteRedirectLocation'],
  ...['StorageClass', 'ServerSideEncryption', 'SSEKMSKeyId', 'BucketKeyEnabled'],
] as const satisfies readonly (keyof HeadObjectCommandOutput & keyof PutObjectCommandInput)[];

/** What `PutObject` takes of an object besides its type and metadata. `grants` are those of its ACL. */
export const traitsOf = (
  found: HeadObjectCommandOutput,
  tags: readonly Tag[],
  grants: readonly Grant[],
): Partial<PutObjectCommandInput> => ({
  ...Object.fromEntries(
    fields.flatMap((field) => (found[field] === undefined ? [] : [[field, found[field]]])),
  ),
  ...(found.ExpiresString !== undefined && { Expires: new Date(found.ExpiresString) }),
  ...(tags.length > 0 && {
    Tagging: tags
      .map(({ Key = '', Value = '' }) => `${encodeURIComponent(Key)}=${encodeURIComponent(Value)}`)
      .join('&'),
  }),
  ...grantHeaders(grants),
});

/** Whether an object has what an upload cannot be given again, so that a result would lose it. */
export const isBound = ({
  ExpiresString: expires,
  MissingMeta = 0,
  ObjectLockMode,
  ObjectLockLegalHoldStatus,
}: HeadObjectCommandOutput): boolean =>
  // The library takes a date alone, and writes it in one form (RFC 9110, section 5.6.7).
  (expires !== undefined && new Date(expires).toUTCString() !== expires) ||
  // Metadata that no header can have.
  MissingMeta > 0 ||
  ObjectLockMode !== undefined ||
  ObjectLockLegalHoldStatus === 'ON';

const permissions = {
  FULL_CONTROL: 'GrantFullControl',
  READ: 'GrantRead',
  READ_ACP: 'GrantReadACP',
  WRITE_ACP: 'GrantWriteACP',
} as const;

/** Grants as headers of the upload, so that no moment is without them. None where the owner alone has rights. */
const grantHeaders = (grants: readonly Grant[]): Partial<PutObjectCommandInput> => {
  if (grants.length < 2) return {};
  return Object.fromEntries(
    Object.entries(permissions).flatMap(([permission, header]) => {
      const named = grants.filter((grant) => grant.Permission === permission).map(granteeOf);
      return named.length === 0 ? [] : [[header, named.join(', ')]];
    }),
  );
};

const granteeOf = ({ Grantee }: Grant): string =>
  Grantee?.URI === undefined ? `id="${Grantee?.ID}"` : `uri="${Grantee.URI}"`;

/** Storage classes whose objects have to be restored before they can be read. */
export const archivedClasses: readonly (string | undefined)[] = ['GLACIER', 'DEEP_ARCHIVE'];
