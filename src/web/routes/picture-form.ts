import type { Account } from '../../accounts/accounts.ts';
import { ServiceError } from '../../errors.ts';
import type { ImageDescription } from '../../outputs/output.ts';
import { type OperationRequest, parseOperation } from '../../service/operation.ts';
import { accountOf } from '../../http/context.ts';
import { respondWithPage, type WebContext, type WebMiddleware } from '../context.ts';
import { asServiceError, leaveBody } from '../../http/errors.ts';
import { sentenceOf } from '../text/failures.ts';
import { fileNameOf } from '../file-name.ts';
import { type MultipartLimits, type Part, partsOf } from '../multipart.ts';
import { type Fields, operationBodyOf } from '../operation-form.ts';
import { type FormResult, formResultsPage } from '../pages/form-results.ts';
import type { WebParts } from '../web-parts.ts';

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
 * and limited as an upload, and the options as an operation. The answer is a page of all results, also of those before
 * a mistake in the form, and names what was left out. Options come before pictures and are checked first.
 */
export const pictureFormRoute = (options: WebParts & MultipartLimits): WebMiddleware => {
  const { upload, operate, rateLimits, demo, known, maxFiles, log } = options;

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

  const optionsOf = (fields: Fields): OperationRequest | undefined => {
    const asked = operationBodyOf(fields);
    return asked && parseOperation(asked, known);
  };

  /** A picture that fails does not end the others, and not the delivery of those that were counted. */
  const orProblem = async (
    ctx: WebContext,
    name: string,
    work: Promise<Compressed>,
  ): Promise<Compressed | Readonly<{ name: string; problem: string }>> => {
    try {
      return await work;
    } catch (error) {
      if (ctx.state.gone.aborted) throw error;
      return { name, problem: sentenceOf(ctx.state.frame, asServiceError(error, ctx, log)) };
    }
  };

  return async (ctx) => {
    const account = accountOf(ctx);
    const { frame } = ctx.state;
    const fields: Fields[number][] = [];
    const made: (Compressed | FormResult)[] = [];
    let operation: OperationRequest | undefined;
    let broken: ServiceError | undefined;
    try {
      for await (const part of partsOf(ctx, options)) {
        if (part.kind === 'field') {
          if (made.length > 0) throw lateOption(part.name);
          fields.push([part.name, part.value]);
          continue;
        }
        // Before the first picture is read.
        if (made.length === 0) operation = optionsOf(fields);
        made.push(
          part.kind === 'file'
            ? await orProblem(ctx, part.name, compress(ctx, account, part))
            : { name: part.name, problem: sentenceOf(frame, tooMany(maxFiles)) },
        );
      }
      if (made.length === 0) optionsOf(fields);
    } catch (error) {
      // What was counted is delivered.
      if (!(error instanceof ServiceError) || !made.some((one) => 'id' in one)) throw error;
      broken = error;
      leaveBody(ctx, error, options);
    }
    const results: FormResult[] = [];
    for (const one of made) {
      if (!('id' in one)) results.push(one);
      else if (operation === undefined) results.push(resultOf(one));
      else {
        const changed = await orProblem(ctx, one.name, change(ctx, account, one, operation));
        // The picture without the options was counted.
        results.push('id' in changed ? resultOf(changed) : { ...resultOf(one), ...changed });
      }
    }
    const problem = broken && sentenceOf(frame, broken);
    respondWithPage(ctx, formResultsPage(frame, results, problem));
  };
};

const resultOf = ({ name, bytesBefore, result, path }: Compressed): FormResult => {
  const savedAs = fileNameOf(name, result.mediaType);
  const address = `${path}?name=${encodeURIComponent(savedAs)}`;
  return { name, made: { bytesBefore, bytesAfter: result.bytes, path: address } };
};

/** Options apply to all pictures of a form, and pictures are read as they come. */
const lateOption = (name: string): ServiceError =>
  new ServiceError('bad_request', `${name}: expected options before the pictures, got one behind`, {
    reason: { id: 'broken_form' },
  });

const tooMany = (most: number): ServiceError =>
  new ServiceError('bad_request', `At most ${most} pictures are taken of a form.`, {
    reason: { id: 'too_many_files', most },
  });
