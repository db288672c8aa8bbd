import type { Receipts } from '../../service/receipts.ts';
import { type Middleware, readerOf } from '../context.ts';
import { respondWithJson } from '../respond.ts';
import { outputIdOf } from './output-id.ts';

export type ReceiptRouteOptions = Readonly<{ receipts: Receipts }>;

/** `GET` and `HEAD /output/<id>/receipt` and `/output/<id>/receipt/<result>`, the address in `Link`. */
export const receiptRoute =
  ({ receipts }: ReceiptRouteOptions): Middleware =>
  async (ctx) => {
    const { result: resultId } = ctx['params'] as { result?: string };
    respondWithJson(
      ctx,
      200,
      await receipts({ id: outputIdOf(ctx), resultId, reader: readerOf(ctx) }),
    );
  };
