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
export const pictureFormRoute =
  (parts: WebParts & MultipartLimits): WebMiddleware =>
  async (ctx) => {
    const { known, maxFiles } = parts;
    const { frame } = ctx.state;
    const { compress, change, orProblem } = workFor(ctx, parts);
    const fields: Fields[number][] = [];
    const made: (Compressed | FormResult)[] = [];
    let operation: OperationRequest | undefined;
    let broken: ServiceError | undefined;
    const optionsOf = (): OperationRequest | undefined => {
      const asked = operationBodyOf(fields);
      return asked && parseOperation(asked, known);
    };
    try {
      for await (const part of partsOf(ctx, parts)) {
        if (part.kind === 'field') {
          if (made.length > 0) throw lateOption(part.name);
          fields.push([part.name, part.value]);
          continue;
        }
        // Before the first picture is read.
        if (made.length === 0) operation = optionsOf();
        made.push(
          part.kind === 'file'
            ? await orProblem(part.name, compress(part))
            : { name: part.name, problem: sentenceOf(frame, tooMany(maxFiles)) },
        );
      }
      if (made.length === 0) optionsOf();
    } catch (error) {
      // What was counted is delivered.
      if (!(error instanceof ServiceError) || !made.some((one) => 'id' in one)) throw error;
      broken = error;
      leaveBody(ctx, error, parts);
    }
    const results: FormResult[] = [];
    for (const one of made) {
      if (!('id' in one)) results.push(one);
      else if (operation === undefined) results.push(resultOf(one));
      else {
        const changed = await orProblem(one.name, change(one, operation));
        // The picture without the options was counted.
        results.push('id' in changed ? resultOf(changed) : { ...resultOf(one), ...changed });
      }
    }
    const problem = broken && sentenceOf(frame, broken);
    respondWithPage(ctx, formResultsPage(frame, results, problem));
  };

/** What is done with pictures of one request. */
const workFor = (ctx: WebContext, { upload, operate, rateLimits, demo, log }: WebParts) => {
  const account = accountOf(ctx);
  const { requestId, gone: signal, frame } = ctx.state;
  const request = { account, requestId, signal };

  const take = async (): Promise<void> => {
    await rateLimits.take(account.id, account.requestsPerMinute);
    await demo.take(ctx);
  };

  return {
    compress: async ({ name, body }: Extract<Part, { kind: 'file' }>): Promise<Compressed> => {
      await take();
      const readInput = async () => ({ kind: 'body', body }) as const;
      const { output } = await upload({ ...request, announcedBytes: undefined, readInput });
      const { id, source, result } = output;
      return { name, id, bytesBefore: source.bytes, result, path: `/web/output/${id}` };
    },
    change: async (made: Compressed, { operation }: OperationRequest): Promise<Compressed> => {
      await take();
      const { image, resultId, release } = await operate({ ...request, id: made.id, operation });
      release();
      const path = resultId === undefined ? made.path : `${made.path}/result/${resultId}`;
      return { ...made, result: image, path };
    },
    /** A picture that fails does not end the others, and not the delivery of those that were counted. */
    orProblem: async (
      name: string,
      work: Promise<Compressed>,
    ): Promise<Compressed | Readonly<{ name: string; problem: string }>> => {
      try {
        return await work;
      } catch (error) {
        if (signal.aborted) throw error;
        return { name, problem: sentenceOf(frame, asServiceError(error, ctx, log)) };
      }
    },
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
