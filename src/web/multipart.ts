import { PassThrough, type Readable } from 'node:stream';
import { ServiceError } from '../errors.ts';
import { bodyAtMinRate, type MinRate } from '../http/body/min-rate.ts';
import { unreadable } from '../names.ts';
import type { WebContext } from './context.ts';

/** A part of a form. The body of a file is there until the next part is asked for. */
export type Part =
  | Readonly<{ kind: 'field'; name: string; value: string }>
  | Readonly<{ kind: 'file'; name: string; body: Readable }>
  /** A file beyond `maxFiles`. */
  | Readonly<{ kind: 'left out'; name: string }>;

export type MultipartLimits = Readonly<{ minRate: MinRate; maxFiles: number }>;

/** Longer than any field of the pages but files. */
const maxFieldBytes = 200;
const maxFields = 20;
/** Files beyond `maxFiles` whose names are given. A form with more is refused. */
const maxLeftOut = 1000;

/**
 * The parts of a `multipart/form-data` body (RFC 7578) while it arrives: a file is passed on as a stream, and what the
 * reader leaves of it is dropped. Of files beyond `maxFiles` there is the name alone. A field of files in which none was
 * chosen is no part.
 * @throws ServiceError `bad_request`, `request_timeout`.
 */
export const partsOf = async function* (
  ctx: WebContext,
  { minRate, maxFiles }: MultipartLimits,
): AsyncGenerator<Part> {
  const type = ctx.get('Content-Type');
  const parts = new PassThrough({ objectMode: true });
  const files = new Set<Readable>();
  const fail = (error: Error): void => {
    for (const stream of [...files, parts]) stream.destroy(error);
  };
  const failAsForm = (error: unknown): void => fail(badForm(error));
  // Only browsers without scripts send such forms.
  const { Busboy } = await import('@fastify/busboy');
  const most = { files: maxFiles + maxLeftOut, fields: maxFields, fieldSize: maxFieldBytes };
  // A part that is neither file nor field takes as long as one.
  const limits = { ...most, parts: most.files + most.fields, headerPairs: 20 };
  const parser = orBadRequest(() => new Busboy({ headers: { 'content-type': type }, limits }));
  parser.on('field', (name, value, _nameIsCut, isCut) => {
    if (isCut) failAsForm('a field is too long');
    else parts.write({ kind: 'field', name, value });
  });
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(limit, () => failAsForm(limit));
  }
  let begun = 0;
  parser.on('file', (_field, stream, fileName = '') => {
    // The parser reports a form that breaks off to the file that is being read too, also where it has no reader.
    stream.on('error', failAsForm);
    if (fileName === '') return void stream.resume();
    const name = fileName.replaceAll(unshown, '') || '?';
    begun += 1;
    if (begun > maxFiles) {
      stream.resume();
      return void parts.write({ kind: 'left out', name });
    }
    const body = copyOf(stream);
    files.add(body);
    body.once('close', () => files.delete(body));
    parts.write({ kind: 'file', name, body });
  });
  parser.once('finish', () => parts.end());
  parser.on('error', failAsForm);
  const body = bodyAtMinRate(ctx.req, minRate);
  body.on('error', fail);
  ctx.state.gone.addEventListener('abort', () => fail(ctx.state.gone.reason as Error));
  body.pipe(parser);
  try {
    for await (const part of parts as AsyncIterable<Part>) {
      yield part;
      if (part.kind === 'file') part.body.destroy();
    }
  } finally {
    body.destroy();
  }
};

/** What the page of results shows of a name is well-formed, and turns nothing around it. */
const unshown = new RegExp(`[${unreadable}]`, 'gu');

/** A stream that can be destroyed. The parser stops at a file of its own that is not read to the end. */
const copyOf = (stream: Readable): Readable => {
  const copy = stream.pipe(new PassThrough());
  // Without a reader an error must not count as unhandled.
  copy.on('error', () => undefined);
  copy.once('close', () => {
    stream.unpipe(copy);
    stream.resume();
  });
  return copy;
};

const orBadRequest = <T>(make: () => T): T => {
  try {
    return make();
  } catch (error) {
    throw badForm(error);
  }
};

const badForm = (error: unknown): ServiceError =>
  new ServiceError('bad_request', 'The form is not complete. Send it again.', {
    reason: { id: 'broken_form' },
    cause: error,
  });
