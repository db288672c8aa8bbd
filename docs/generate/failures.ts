import type { ErrorCode } from '../../src/errors.ts';

/** When a client gets each error, for the table of the documents. */
export const causes: Readonly<Record<ErrorCode, string>> = {
  input_missing: 'The body has no bytes.',
  bad_request:
    'The JSON is invalid, or a field has an unexpected value, which the message names. Or `Host` is missing, given twice, or not a host with or without a port.',
  source_not_found: 'The source address cannot be used, or its server answered with an error.',
  unauthorized: 'There is no valid API key.',
  https_required: 'The request came over plain HTTP.',
  registration_closed:
    '`POST /keys` creates no account: `web.registration` is `closed` or `invite`, or there are `web.newAccounts.maxAccounts` accounts.',
  not_found:
    'The path is unknown. Or the output does not exist, has expired, or belongs to another account. Or no account has this key.',
  method_not_allowed: 'The path does not take the method. `Allow` lists those that it takes.',
  request_timeout: 'The request took too long to arrive.',
  precondition_failed:
    'The image is not the one that `If-Match` names. Nothing is stored or counted.',
  too_large:
    'Bytes, pixels or frames exceed a limit, or a tool exceeds one of its own for the result.',
  unsupported_media_type:
    'The image is not AVIF, WebP, JPEG or PNG. Or it is an animated AVIF, or one that is to be cropped (`clap`); the message says so.',
  decode_failed: 'The image is damaged or truncated.',
  range_not_satisfiable: 'The image has no such bytes.',
  expectation_failed: '`Expect` has a value other than `100-continue`.',
  headers_too_large: 'The request headers are too large.',
  monthly_limit_exceeded:
    'The account has reached its monthly limit. `Retry-After` has the seconds until the next month.',
  rate_limit_exceeded:
    'The account, or for `/keys` the address, sends too many requests. `Retry-After` says when to try again.',
  internal: "The service has a fault. The message has the request's id, which the log has too.",
  unavailable:
    'The queue is full, the service is overloaded or shutting down, or too many images are being stored. Or the time, memory, processes or open files are not enough, or a tool crashed. `Retry-After` says when to try again.',
  storage_full: 'The disk has no space left. `Retry-After` says when to try again.',
  storage_refused:
    'The region is wrong (the message names the right one if the storage does), the bucket takes no ACLs, or the storage refused the object.',
  storage_denied:
    'The key is unknown or lacks the right, the secret is wrong, the token is not valid or has expired, or the bucket blocks public ACLs.',
  storage_missing: 'The bucket does not exist.',
  storage_failed:
    'The storage could not be reached, was too slow, or failed. All failures of named stores. The result stays in the cache for another attempt.',
};
