import { isIP } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createSourceFetcher } from '../../../src/source/fetch-source.ts';
import type { SourceConfig, SourceParts } from '../../../src/source/fetch-source.ts';
import { ServiceError } from '../../../src/errors.ts';

/** Settings, the most bytes of a body, and what takes the place of parts. */
type Overrides = Partial<SourceConfig['source'] & SourceParts & Readonly<{ maxBytes: number }>>;

/** A fetcher that may reach loopback, with limits wide enough never to matter unless overridden. */
export const createTestFetcher = ({
  resolve,
  maxRedirects,
  maxBytes = 1_000_000,
  ...settings
}: Overrides = {}) =>
  createSourceFetcher(
    {
      source: {
        allow: ['127.0.0.1/32', '::1/128'],
        ...{ connectSeconds: 20, firstByteSeconds: 20, totalSeconds: 20 },
        ...{ maxPerAccount: 100, headers: {}, ...settings },
      },
      limits: { uploadBytes: maxBytes },
    },
    { ...(resolve && { resolve }), ...(maxRedirects !== undefined && { maxRedirects }) },
  );

/** The whole body behind `url`, or what went wrong on the way to its last byte. */
export const fetchWhole = async (
  url: string,
  overrides: Overrides = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<Buffer> =>
  buffer(await createTestFetcher(overrides).open(url, { accountId: 'one', signal }));

/** A resolver that knows these addresses for every name. */
export const resolvingTo =
  (...addresses: string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: isIP(address) }));

/** A resolver that never hears from its name server. */
export const neverResolving = () => new Promise<never>(() => {});

/** Code and message of the `ServiceError` that `promise` fails with; anything else is thrown on. */
export const failureOf = async (
  promise: Promise<unknown>,
): Promise<{ code: string; message: string }> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing failed');
};

/** What a failed fetch rejects with. */
export const notFound = (message: string) => ({ code: 'source_not_found', message });

/** What is said of addresses that are refused before a connection. */
export const refusals = {
  address: 'Host has no address that may be fetched',
  url: 'Cannot parse URL',
  credentials: 'Credentials in the URL are not allowed',
  scheme: 'Only http and https URLs are supported',
};
