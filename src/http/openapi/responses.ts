import type { ErrorCode } from '../../errors.ts';
import { errorAnswers } from '../status.ts';

/** A piece of an OpenAPI document. */
export type Part = Readonly<Record<string, unknown>>;

export const refTo = (kind: string, name: string): Part => ({
  $ref: `#/components/${kind}/${name}`,
});

/** A parameter in the path. */
export const inPath = (name: string, description: string): Part => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { type: 'string' },
});

/** The output's id in the path. */
export const idInPath = inPath(
  'id',
  'The last part of Location, with or without a file extension.',
);

const integer = { type: 'integer', minimum: 0 };
const text = { type: 'string' };

const header = (description: string, schema: Part = text, required = false): Part => ({
  description,
  ...(required && { required }),
  schema,
});

/** Headers that answers may carry, by name; those marked as required are in each answer that names them. */
export const headers: Readonly<Record<string, Part>> = {
  'X-Request-Id': header('Names the request in the log of the service.'),
  'Compression-Count': header(
    'Compressions made with the account in this calendar month (UTC); absent where no account was named.',
    integer,
  ),
  'Compression-Count-Remaining': header(
    'Compressions left in this month, where the account has a monthly limit.',
    integer,
  ),
  'Paying-State': header('paid; absent where no account was named.'),
  'Email-Address': header('E-mail address of the account, where it is printable ASCII.'),
  'Content-Length': header('Bytes of the body.', integer, true),
  'Image-Width': header('Width of the whole image in pixels.', integer, true),
  'Image-Height': header('Height of the whole image in pixels.', integer, true),
  ETag: header('Names these bytes, for If-None-Match and If-Range; of images.'),
  'Cache-Control': header('Who may keep the answer; of images.'),
  'Accept-Ranges': header('bytes; of images.'),
  'Content-Range': header('Which bytes these are, and of how many.', text, true),
  Location: header('Address of the output.', { type: 'string', format: 'uri' }, true),
  'Retry-After': header('Seconds after which another try is worth it.', integer),
  'WWW-Authenticate': header('Basic.', text, true),
  Link: header('Address of the receipt of this result.'),
  Allow: header('The methods that the path takes, where it does not take this one.'),
};

/** Headers of all answers with a body, and of all answers to an account. */
export const always = ['X-Request-Id', 'Content-Length'];
export const counted = [
  'Compression-Count',
  'Compression-Count-Remaining',
  'Paying-State',
  'Email-Address',
];
const image = ['Image-Width', 'Image-Height', 'ETag', 'Cache-Control', 'Accept-Ranges'];

/** References to these of `headers`. */
export const headersNamed = (names: readonly string[]): Part =>
  Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));

const json = (schema: string): Part => ({
  'application/json': { schema: refTo('schemas', schema) },
});

/** The answer to an upload. */
export const uploaded: Part = {
  description: 'The image has been compressed, and is kept at Location.',
  headers: headersNamed([...always, ...counted, 'Location']),
  content: json('ShrinkResult'),
};

/** The answer of a document in JSON, described by the schema of that name. */
export const documentAnswer = (description: string, schema: Part): Part => ({
  description,
  headers: headersNamed([...always, ...counted]),
  content: { 'application/json': { schema } },
});

const storedAt = header('Address of the stored object, where store was asked for.', {
  type: 'string',
  format: 'uri',
});

/** The answers that hold an image: whole, and to readers in part or none of it. */
export const imageAnswers = (
  imageTypes: readonly string[],
  method: 'get' | 'head' | 'post',
): Part => {
  const content = Object.fromEntries(imageTypes.map((type) => [type, {}]));
  const all = [...always, ...counted, ...image, 'Link'];
  return {
    '200': {
      description: 'The image; an empty object where it has been stored.',
      headers: { ...headersNamed(all), Location: storedAt },
      content: { ...content, ...json('Empty') },
    },
    ...(method === 'get' && {
      '206': {
        description: 'The bytes of the image that Range asks for.',
        headers: headersNamed([...all, 'Content-Range']),
        content,
      },
    }),
    ...(method !== 'post' && {
      '304': {
        description: 'The client has the image already, as If-None-Match says.',
        headers: headersNamed(['X-Request-Id', ...counted, ...image, 'Link']),
      },
    }),
  };
};

/** Headers of a failure besides those of every failure, by status. */
const headersOfStatus: Readonly<Record<number, readonly string[]>> = {
  401: ['WWW-Authenticate'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** The name of the response for a status, in `components`. */
const failureName = (status: number): string => `Failure${status}`;

const statusesOf = (codes: readonly ErrorCode[]): readonly number[] =>
  [...new Set(codes.map((code) => errorAnswers[code].status))].toSorted((a, b) => a - b);

const failure = (description: string, extra: readonly string[]): Part => ({
  description,
  headers: headersNamed([...always, ...counted, ...extra]),
  content: json('Error'),
});

/**
 * A response for each status that a failure of a described operation can have (design, section 3), and
 * one for any other, such as a method that the path does not take.
 */
export const failures = (): Part => {
  const answers = Object.values(errorAnswers);
  const namesOf = (wanted: number): string =>
    [...new Set(answers.filter(({ status }) => status === wanted).map(({ error }) => error))].join(
      ', or ',
    );
  const { status: otherStatus, error: otherName } = errorAnswers.method_not_allowed;
  const statuses = statusesOf(Object.keys(errorAnswers) as ErrorCode[]);
  return Object.fromEntries([
    ...statuses
      .filter((status) => status !== otherStatus)
      .map((status) => [
        failureName(status),
        failure(`${namesOf(status)}.`, headersOfStatus[status] ?? []),
      ]),
    ['AnyFailure', failure(`Any other failure, such as ${otherName}.`, ['Allow'])],
  ]) as Part;
};

/** What any request may meet, with an account or without. */
export const anyCodes: readonly ErrorCode[] = [
  'bad_request',
  'https_required',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
  'internal',
];

/** The failures that a path can answer with; what a path answers to other methods is under `default`. */
export const failuresOf = (codes: readonly ErrorCode[]): Part => ({
  ...Object.fromEntries(
    statusesOf(codes).map((status) => [String(status), refTo('responses', failureName(status))]),
  ),
  default: refTo('responses', 'AnyFailure'),
});
