import { ServiceError } from '../errors.ts';
import { bodyAtMinRate, type MinRate } from '../http/body/min-rate.ts';
import type { WebContext } from './context.ts';

/** The fields of a form. A field that is sent twice has its first value. */
export type Form = Readonly<{
  /** The value of a field; empty where there is none. */
  text: (name: string) => string;
  /** All fields. */
  entries: readonly (readonly [name: string, value: string])[];
}>;

export type ReadForm = (ctx: WebContext) => Promise<Form>;

/** Longer than any form that people fill in. */
const usualBytes = 65_536;

/**
 * A reader of `application/x-www-form-urlencoded` bodies. It throws ServiceError `bad_request`, `too_large`,
 * `request_timeout`.
 */
export const createFormReader =
  (minRate: MinRate, maxBytes = usualBytes): ReadForm =>
  async (ctx) => {
    if (ctx.is('application/x-www-form-urlencoded') === false) {
      throw new ServiceError('bad_request', 'Content-Type: expected a form of this service');
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of bodyAtMinRate(ctx.req, minRate) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw new ServiceError('too_large', `A form may have at most ${maxBytes} bytes.`);
      }
      chunks.push(chunk);
    }
    const fields = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    return { text: (name) => fields.get(name) ?? '', entries: [...fields] };
  };
