import type { Account } from '../../accounts/accounts.ts';
import { ServiceError } from '../../errors.ts';
import type { ImageDescription } from '../../outputs/output.ts';
import type { RateLimits } from '../../rate-limits/rate-limits.ts';
import type { KnownTypes } from '../../service/convert-types.ts';
import type { Operate } from '../../service/operate.ts';
import { type OperationRequest, parseOperation } from '../../service/operation.ts';
import type { Upload } from '../../service/upload.ts';
import { accountOf } from '../../http/context.ts';
import type { Demo } from '../access/demo.ts';
import { respondWithPage, type WebContext, type WebMiddleware } from '../context.ts';
import { sentenceOf } from '../text/failures.ts';
import { fileNameOf } from '../file-name.ts';
import type { Frame } from '../layout.ts';
import { type MultipartLimits, type Part, partsOf } from '../multipart.ts';
import { type Fields, operationBodyOf } from '../operation-form.ts';
import { type FormResult, formResultsPage } from '../pages/form-results.ts';

export type PictureFormOptions = MultipartLimits &
  Readonly<{
    upload: Upload;
    operate: Operate;
    rateLimits: RateLimits;
    demo: Demo;
    known: KnownTypes;
  }>;

/** A picture of the form that was compressed. `path` is where its result is. */
type Compressed = Readonly<{
  name: string;
  id: string;
  bytesBefore: number;
  result: ImageDescription;
  path: string;
}>;

/**
 * `POST /web/form`: compresses the files of a form one after the other, for browsers without scripts. Each is counted
 * and limited as an upload, and the options as an operation. The answer is a page of all results.
 */
export const pictureFormRoute = (options: PictureFormOptions): WebMiddleware => {
  const { upload, operate, rateLimits, demo, known } = options;

  const take = async (ctx: WebContext, account: Account): Promise<void> => {
    await rateLimits.take(account.id, account.requestsPerMinute);
    await demo.take(ctx);
  };

  const compress = async (
    ctx: WebContext,
    account: Account,
    { name, body }: Extract<Part, { kind: 'file' }>,
  ): Promise<Compressed> => {
    await take(ctx, account);
    const { requestId, gone: signal } = ctx.state;
    const readInput = async () => ({ kind: 'body', body }) as const;
    const request = { account, announcedBytes: undefined, readInput, requestId, signal };
    const { id, source, result } = (await upload(request)).output;
    return { name, id, bytesBefore: source.bytes, result, path: `/web/output/${id}` };
  };

  const change = async (
    ctx: WebContext,
    account: Account,
    compressed: Compressed,
    { operation }: OperationRequest,
  ): Promise<Compressed> => {
    await take(ctx, account);
    const { requestId, gone: signal } = ctx.state;
    const { id } = compressed;
    const { image, resultId, release } = await operate({
      account,
      id,
      operation,
      requestId,
      signal,
    });
    release();
    const path = resultId === undefined ? compressed.path : `${compressed.path}/result/${resultId}`;
    return { ...compressed, result: image, path };
  };

  return async (ctx) => {
    const account = accountOf(ctx);
    const { frame } = ctx.state;
    const fields: Fields[number][] = [];
    const made: (Compressed | FormResult)[] = [];
    for await (const part of partsOf(ctx, options)) {
      if (part.kind === 'field') fields.push([part.name, part.value]);
      else made.push(await orProblem(frame, part.name, compress(ctx, account, part)));
    }
    const asked = operationBodyOf(fields);
    const operation = asked && parseOperation(asked, known);
    const results: FormResult[] = [];
    for (const one of made) {
      const changed =
        'problem' in one || operation === undefined
          ? one
          : await orProblem(frame, one.name, change(ctx, account, one as Compressed, operation));
      results.push('result' in changed ? resultOf(changed) : changed);
    }
    respondWithPage(ctx, formResultsPage(frame, results));
  };
};

const resultOf = ({ name, bytesBefore, result, path }: Compressed): FormResult => {
  const savedAs = fileNameOf(name, result.mediaType);
  const address = `${path}?name=${encodeURIComponent(savedAs)}`;
  return { name, bytesBefore, bytesAfter: result.bytes, path: address };
};

/** A picture that fails does not end the others, unless the service itself has a fault. */
const orProblem = async (
  frame: Frame,
  name: string,
  work: Promise<Compressed>,
): Promise<Compressed | Readonly<{ name: string; problem: string }>> => {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 'internal') throw error;
    return { name, problem: sentenceOf(frame, error) };
  }
};
