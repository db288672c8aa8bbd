import { isIPv4 } from 'node:net';

/** A rule, and what it expects. */
type Rule = Readonly<{ holds: (text: string) => boolean; expected: string }>;

/** `<bucket>/<path>/<filename>` in two parts; an absent part is empty. */
export const splitPath = (path: string): Readonly<{ bucket: string; objectKey: string }> => {
  const slash = path.indexOf('/');
  return slash < 0
    ? { bucket: path, objectKey: '' }
    : { bucket: path.slice(0, slash), objectKey: path.slice(slash + 1) };
};

const lengthOfBucket: Rule = {
  holds: (name) => name.length >= 3 && name.length <= 63,
  expected: 'a bucket name of 3 to 63 characters before the first slash',
};

const notAnAddress: Rule = {
  holds: (name) => !isIPv4(name),
  expected: 'a bucket name that is no IP address',
};

/**
 * Names of buckets become host names, so other characters are refused. Source: Amazon S3 user guide, bucket
 * naming rules. The endings are those of special kinds of buckets.
 */
const objstoreBucket: readonly Rule[] = [
  lengthOfBucket,
  {
    holds: (name) => /^[a-z0-9][a-z0-9.-]*[a-z0-9]$/.test(name) && !/\.\.|\.-|-\./.test(name),
    expected:
      'a bucket name of lower-case letters, digits, dots and hyphens, a letter or digit on either side of each dot',
  },
  notAnAddress,
  {
    holds: (name) => !/^xn--|(?:--[a-z0-9]+-s3|-s3alias|--ol-s3|\.mrap)$/.test(name),
    expected: 'the name of an ordinary bucket',
  },
];

/** Source: Google Cloud Storage, bucket naming. Names with dots may be longer, with parts of up to 63. */
const cstoreBucket: readonly Rule[] = [
  {
    holds: (name) => name.length >= 3 && name.length <= 222,
    expected: 'a bucket name of 3 to 222 characters before the first slash',
  },
  {
    holds: (name) =>
      /^[a-z0-9][a-z0-9._-]*[a-z0-9]$/.test(name) &&
      name.split('.').every((part) => part !== '' && part.length <= 63),
    expected:
      'a bucket name of lower-case letters, digits, dots, hyphens and underscores, with 1 to 63 characters between dots',
  },
  notAnAddress,
];

/** What a bucket's name must be; undefined when it is valid. */
export const bucketProblem = (service: 'objstore' | 'cstore', bucket: string): string | undefined =>
  brokenRule(service === 'objstore' ? objstoreBucket : cstoreBucket, bucket);

const longestKeyBytes = 1024;

/** Where addresses are normalised, `.` and `..` would lead out of the prefix, and even out of the bucket. */
const objectKeyRules: readonly Rule[] = [
  {
    holds: (key) => key.split('/').every((part) => part !== ''),
    expected: 'a file name at the end, and no empty part between slashes',
  },
  {
    holds: (key) => !key.split('/').some((part) => part === '.' || part === '..'),
    expected: 'no part that is . or ..',
  },
  {
    holds: (key) => key.isWellFormed() && !/\p{Cc}/u.test(key),
    expected: 'Unicode text without control characters',
  },
  {
    holds: (key) => Buffer.byteLength(key) <= longestKeyBytes,
    expected: `at most ${longestKeyBytes} bytes after the bucket`,
  },
];

/** What an object's key must be; undefined when it is valid. */
export const objectKeyProblem = (objectKey: string): string | undefined =>
  brokenRule(objectKeyRules, objectKey);

const brokenRule = (rules: readonly Rule[], text: string): string | undefined =>
  rules.find(({ holds }) => !holds(text))?.expected;

/** `photos` means what is in that folder, and not `photos-of-others/a.jpg`. */
export const folderPrefixOf = (prefix: string): string =>
  prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`;
