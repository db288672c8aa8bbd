import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { RunningService } from '../service/service.ts';
import { createVisitor, type Visitor } from '../web/visitor.ts';
import type { Answer } from './client.ts';

/** One node of a cluster, reached beside the balancer as the balancer reaches it. */
export type Node = Readonly<{
  upload: (picture: Uint8Array, key?: string) => Promise<Answer>;
  download: (location: string, key?: string) => Promise<Answer>;
  /** A browser that keeps its cookie. */
  visitor: () => Visitor;
  /** The present value of a metric without labels. */
  metric: (name: string) => Promise<number>;
}>;

/** `balancerUrl`: where clients reach the cluster. */
export const nodeAt = (
  { url, internalUrl, key: ownKey }: RunningService,
  balancerUrl: string,
): Node => {
  const { host: Host } = new URL(balancerUrl);
  const send = async (
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array | string = '',
  ): Promise<Answer> => {
    const forwarded = { ...headers, Host, 'X-Forwarded-Proto': 'https' };
    const asked = request(new URL(path, url), { method, headers: forwarded, agent: false });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    const { statusCode: status = 0, headers: answered } = response;
    return { status, headers: answered, body: await buffer(response) };
  };
  const authorized = (key = ownKey) => ({
    Authorization: `Basic ${Buffer.from(`api:${key}`).toString('base64')}`,
  });
  return {
    upload: (picture, key) => send('POST', '/shrink', authorized(key), picture),
    download: (location, key) =>
      send('GET', new URL(location, balancerUrl).pathname, authorized(key)),
    visitor: () =>
      createVisitor((path, { method, headers, body }) => send(method, path, headers, body)),
    metric: async (name) => {
      const text = await (await fetch(new URL('/metrics', internalUrl))).text();
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
    },
  };
};
