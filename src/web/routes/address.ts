import type { Addresses } from '../../delivery/signature.ts';
import { sessionOf, type WebMiddleware } from '../context.ts';
import type { Form } from '../form.ts';
import type { Routes, WebParts } from '../web-parts.ts';
import { respondWithAccount } from './account.ts';

/** `POST /account/address` makes an address with a key pair of the account, which it does not show. */
export const addressRoutes = (parts: WebParts): Routes =>
  parts.addresses === undefined
    ? {}
    : { 'POST /account/address': addressRoute(parts, parts.addresses) };

const addressRoute =
  (parts: WebParts, addresses: Addresses): WebMiddleware =>
  async (ctx) => {
    const form = await parts.readForm(ctx);
    const pairs = await addresses.pairsOf(sessionOf(ctx).account);
    const pair = pairs.find(({ name }) => name === form.text('pair')) ?? pairs[0];
    const asked = { source: form.text('source').trim(), options: optionsOf(form) };
    const path = pair && addresses.pathOf(pair, asked);
    if (path === undefined) {
      const problem = ctx.state.frame.text.addresses.notDelivered;
      return respondWithAccount(ctx, parts, { problem }, 400);
    }
    await respondWithAccount(ctx, parts, { address: `${parts.baseUrl(ctx)}${path}` });
  };

/** Options of the address. What is no size and no type is left out. */
const optionsOf = (form: Form): string => {
  const side = (name: string): string => /^\d{1,5}$/.exec(form.text(name))?.[0] ?? '0';
  const fit = form.text('fit') === 'fill' ? 'fill' : 'fit';
  const type = /^(?:avif|webp|jpg|png)$/.exec(form.text('type'))?.[0];
  return `rs:${fit}:${side('width')}:${side('height')}${type === undefined ? '' : `/f:${type}`}`;
};
