import { Readable } from 'node:stream';
import type { Account, Accounts } from '../../accounts/accounts.ts';
import { ServiceError } from '../../errors.ts';
import { clientNetwork } from '../../net/ip-ranges.ts';
import type { AddressLimits } from '../../rate-limits/request-limits.ts';
import type { Operate } from '../../service/operate.ts';
import type { Upload } from '../../service/upload.ts';
import type { WebContext, WebMiddleware } from '../context.ts';
import { requireSession } from './with-session.ts';

export type Demo = ReturnType<typeof createDemo>;

/**
 * The compress page for people without an account. What they do is counted on one account of its own.
 * @param uses Pictures and operations by address; undefined where the demo is switched off.
 */
export const createDemo = ({
  accounts,
  uses,
}: Readonly<{
  accounts: Pick<Accounts, 'list' | 'get'>;
  uses: AddressLimits | undefined;
}>) => {
  let id: string | undefined;

  /** The account of the demo, unless an administrator has disabled it. */
  const account = async (): Promise<Account | undefined> => {
    id ??= (await accounts.list()).find(isDemo)?.id;
    const found = id === undefined ? undefined : await accounts.get(id);
    return found?.disabled === true ? undefined : found;
  };

  return {
    /** For routes of the compress page: sets the account of the session, or where there is none, that of the demo. */
    requireAccount: (async (ctx, next) => {
      const isStranger = uses !== undefined && ctx.state.session === undefined;
      const found = isStranger ? await account() : undefined;
      if (found === undefined) return requireSession(ctx, next);
      ctx.state.account = found;
      await next();
    }) satisfies WebMiddleware,
    /**
     * Counts a picture or an operation of a client that has not signed in.
     * @throws ServiceError `rate_limit_exceeded`.
     */
    take: async (ctx: WebContext): Promise<void> => {
      if (ctx.state.session === undefined) await uses?.take(clientNetwork(ctx.state.address));
    },
  };
};

export const isDemo = ({ role }: Account): boolean => role === 'demo';

/**
 * The use cases, with less for the account of the demo: no addresses of pictures, which the service would fetch, no
 * storing, and smaller pictures.
 */
export const limitDemo = <UseCases extends Readonly<{ upload: Upload; operate: Operate }>>(
  useCases: UseCases,
  maxBytes: number,
): UseCases => {
  const upload: Upload = async (request) => {
    if (!isDemo(request.account)) return useCases.upload(request);
    const { announcedBytes = 0 } = request;
    if (announcedBytes > maxBytes) throw tooLarge(maxBytes);
    return useCases.upload({
      ...request,
      readInput: async () => {
        const input = await request.readInput();
        if (input.kind === 'url')
          throw refused('The demo takes pictures, and no addresses of them.');
        return { kind: 'body', body: Readable.from(upTo(maxBytes, input.body)) };
      },
    });
  };
  const operate: Operate = async (request) => {
    if (isDemo(request.account) && request.store !== undefined) {
      throw refused('store: expected none in the demo');
    }
    return useCases.operate(request);
  };
  return { ...useCases, upload, operate };
};

/** @throws ServiceError `too_large` where `body` has more bytes. */
const upTo = async function* (maxBytes: number, body: Readable): AsyncGenerator<Buffer> {
  let bytes = 0;
  // The rest of a body that is too large is read and dropped, as elsewhere.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge(maxBytes);
    yield chunk;
  }
};

const tooLarge = (maxBytes: number): ServiceError =>
  new ServiceError('too_large', `In the demo, a picture may have at most ${maxBytes} bytes.`, {
    reason: { id: 'too_many_bytes', most: maxBytes },
  });

const refused = (message: string): ServiceError => new ServiceError('bad_request', message);
