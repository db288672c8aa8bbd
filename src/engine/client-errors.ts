import { ServiceError } from '../errors.ts';
import type { Plan } from '../image/plan.ts';
import { ToolFailure } from '../tools/tool-failure.ts';

/**
 * What a client is answered for an error of a tool: `decode_failed` for a damaged picture, `unavailable`
 * for a job out of time or a tool that crashed. Any other error is given back as it is.
 */
export const clientErrorOf = (error: unknown): unknown => {
  if (!(error instanceof ToolFailure)) return error;
  if (error.kind === 'damaged') return decodeFailed(error);
  if (error.kind === 'crashed') return toolCrashed(error);
  return error.kind === 'late' ? tooLate(error) : error;
};

/** The job's time ended, most of it spent waiting for permits, or the picture needs more than it. */
const tooLate = (cause: ToolFailure): ServiceError =>
  new ServiceError('unavailable', 'The service is busy. Try again later.', {
    retryAfterSeconds: 5,
    cause,
  });

/** The picture may be good, and another attempt, perhaps on another node, may succeed. */
const toolCrashed = (cause: ToolFailure): ServiceError =>
  new ServiceError('unavailable', 'A program of the service crashed. Try again later.', {
    retryAfterSeconds: 5,
    isFault: true,
    cause,
  });

/** The limits of a tool hold for each picture, so another attempt would end there too. */
export const needsTooMuch = (cause: ToolFailure): ServiceError =>
  new ServiceError(
    'too_large',
    'The result needs more memory, time or space than one image may take (tools.*). Ask for a smaller one.',
    { cause },
  );

export const noFreeSpace = (cause: ToolFailure): ServiceError =>
  new ServiceError('storage_full', 'The service has no room for the pixels of this image.', {
    cause,
  });

/** With the last line that the decoder printed which is not a warning. */
export const decodeFailed = (failure: ToolFailure): ServiceError => {
  const printed = failure.printed
    .split('\n')
    .map((line) => line.replace(/^\(\w+:\d+\): /, '').trim())
    .findLast((line) => line !== '' && !line.includes('WARNING'));
  const message = printed === undefined ? 'The image cannot be decoded.' : printed.slice(0, 200);
  return new ServiceError('decode_failed', message, { cause: failure });
};

/** The configuration has encoders of this type and no decoder. */
export const noDecoder = (): ServiceError =>
  new ServiceError('unsupported_media_type', 'File type is not supported.');

/** Only types without transparency were asked for, and the picture is transparent. */
export const cannotBeTransparent = (): ServiceError =>
  new ServiceError(
    'bad_request',
    'transform.background: expected a colour, since the image is transparent and image/jpeg cannot be, got nothing',
    { reason: { id: 'needs_background' } },
  );

/** No candidate made an acceptable result, and the source is no answer. */
export const noResult = ({ candidates }: Pick<Plan, 'candidates'>): ServiceError =>
  new ServiceError(
    'bad_request',
    candidates.length === 0
      ? 'convert.type: expected a type that this image can be converted to'
      : 'convert.type: no encoder could make this image small enough at its quality',
    { reason: { id: 'no_such_result' } },
  );
