import type { ErrorCode, ErrorReason } from '../../../errors.ts';

type Counted = Extract<ErrorReason, { most: number }>['id'];
type Plain = Exclude<ErrorReason, { most: number }>['id'];

/** What must have a text: a code or a reason without one does not compile. */
type Failures = Readonly<
  Record<ErrorCode | Plain, string> & Record<Counted, (most: string) => string>
>;

/** What goes wrong. */
export const ofProblems = {
  problems: {
    signIn: 'The e-mail address or the password is wrong.',
    password: 'The password is wrong.',
    passkey: 'This passkey cannot be used here. Try again, or sign in with your password.',
    passkeyName: 'The name of a passkey has 1 to 100 characters.',
    passkeyRefused: 'The passkey was not accepted. Try again.',
    tooManyTries: (minutes: string) =>
      `Too many tries. Try again in ${minutes} ${minutes === '1' ? 'minute' : 'minutes'}.`,
    busy: 'Too many people are signing in at the moment. Try again in a few seconds.',
    passwordTooShort: 'The password needs at least 10 characters.',
    passwordTooLong: 'The password may have at most 1,000 characters.',
    email: 'This is not an e-mail address.',
    emailTaken: 'Another account signs in with this e-mail address.',
    name: 'A name has 1 to 200 characters.',
    limit: 'A limit is a whole number. Empty means no limit.',
    tooMany: 'Too many requests. Try again later.',
  },
  errors: {
    notFound: 'There is nothing here',
    notFoundHint: 'The address is wrong, or what it showed has expired.',
    forbidden: 'This page is for administrators',
    forbiddenHint: 'Ask the operator of this service for access.',
    crossSite: 'This request came from another page',
    crossSiteHint: 'Nothing was changed. Go back and try again from here.',
    misdirected: 'This address belongs to another service',
    misdirectedTo: (address: string) => `This service is at ${address}.`,
    tooMany: 'Too many requests',
    busy: 'The service is busy',
    busyHint: 'Try again in a few seconds.',
    refused: 'This did not work',
    failed: 'The service has a fault',
    failedHint: (requestId: string) =>
      `The log of the service has more about request ${requestId}.`,
    home: 'To the first page',
  },
  /** For each code and reason of an error. */
  failures: {
    input_missing: 'The file is empty.',
    bad_request: 'This cannot be done with these options.',
    source_not_found: 'There is no picture at this address.',
    unauthorized: 'Sign in first.',
    https_required: 'Use an address that begins with https://.',
    registration_closed: 'Ask the operator of this service for an account.',
    not_found: 'It is not there, or has expired.',
    method_not_allowed: 'This cannot be done here.',
    precondition_failed: 'It has changed meanwhile.',
    range_not_satisfiable: 'This part of the file is not there.',
    expectation_failed: 'The browser expects what this service does not do.',
    request_timeout: 'The upload took too long. Try again with a faster connection.',
    headers_too_large: 'The request of the browser is too long. Remove the cookies of this site.',
    too_large: 'The file is too large.',
    unsupported_media_type: 'This type of file is not supported.',
    decode_failed: 'The picture is damaged or incomplete.',
    monthly_limit_exceeded: 'Your monthly limit is reached.',
    rate_limit_exceeded: 'Too many requests. Try again later.',
    unavailable: 'The service is busy. Try again in a few seconds.',
    storage_full: 'The service has no room left. Try again later.',
    storage_refused: 'The storage has refused the picture.',
    storage_denied: 'The storage has denied access.',
    storage_missing: 'The storage has no such place.',
    storage_failed: 'The storage cannot be reached.',
    internal: 'The service has a fault.',
    too_many_bytes: (most: string) => `The file is too large: at most ${most}.`,
    too_many_pixels: (most: string) => `The picture is too large: at most ${most} pixels.`,
    too_many_frames: (most: string) => `The animation is too long: at most ${most} frames.`,
    too_many_files: (most: string) => `Left out: a form has at most ${most} pictures.`,
    animated_avif: 'Animated AVIF is not supported. Send a still AVIF or an animated WebP.',
    animated_png: 'An animated PNG can be compressed, but not resized or filled.',
    animation_keeps_type: 'An animation keeps its type. Choose “as it is”.',
    bad_operation:
      'The options cannot be used. Width and height are whole numbers from 1 to 65535.',
    broken_form:
      'The form did not arrive whole. Send the pictures again that are missing here or do not have your options.',
    demo_used_up: 'Too many pictures in this hour. Sign in, or try again later.',
    last_administrator:
      'No other administrator can sign in. Make another account an administrator first.',
    needs_background: 'The picture is transparent, which JPEG cannot be. Choose a background.',
    no_such_result: 'The picture cannot be made as this type.',
    sweep_originals:
      'The bucket keeps no versions of pictures that are replaced. Choose where originals are kept, another place for results, or give up the originals.',
    sweep_races:
      'The storage ignores conditional writes, so that a picture could be lost which somebody else stores meanwhile. Choose another place for results, or accept that.',
    sweep_under_way: 'Another one is under way. Stop it, or wait for its end.',
  } satisfies Failures,
};
