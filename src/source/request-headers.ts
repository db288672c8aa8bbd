import type { Secret } from '../redacted.ts';

/** Headers by origin (`https://images.example.org`, or `*` for every one), then by name. */
export type OriginHeaders = Readonly<Record<string, Readonly<Record<string, Secret>>>>;

/**
 * Sent to every origin: no cookies, no credentials, no state from earlier requests. JPEG and PNG alone are named,
 * since servers that choose by `Accept` would make a WebP or AVIF of them, which would then be compressed with loss a
 * second time. An AVIF or WebP that lies there as such is still accepted.
 */
const ownHeaders: Readonly<Record<string, string>> = {
  accept: 'image/jpeg,image/png,image/*;q=0.8,*/*;q=0.5',
  'accept-encoding': 'identity',
  'user-agent': 'shrinkd',
};

/** The headers of a request to `origin`, names in lower case. Those of the origin come before those of `*`. */
export const headersFor = (
  origin: string,
  given: OriginHeaders,
): Readonly<Record<string, string>> => ({
  ...ownHeaders,
  ...revealed(given['*']),
  ...revealed(given[origin]),
});

const revealed = (headers: Readonly<Record<string, Secret>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.reveal()]),
  );
