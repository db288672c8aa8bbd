import type { BucketPlace } from '../../storage/object-client.ts';
import { type ErrorDetails, ServiceError } from '../../errors.ts';
import { sentencesOf, validatorOf } from '../../schema.ts';
import type { KnownTypes } from '../../service/convert-types.ts';
import { type Operation, parseOperation } from '../../service/operation.ts';
import { type Valid, validate as check } from '../../validators/sweep.ts';

/** What a sweep is to do, as an administrator has asked for it. */
export type SweepWishes = Valid;

/** Objects of a store of the configuration, below a prefix. */
export type StorePlace = SweepWishes['source'];

const validate = validatorOf<SweepWishes>(check);

/** The wishes in a parsed JSON body. @throws ServiceError `bad_request` naming every problem with its path. */
export const readWishes = (body: unknown, known: KnownTypes): SweepWishes => {
  const checked = validate(body);
  if (!checked.ok) throw refused(sentencesOf(checked.problems));
  const { source, to, backup } = checked.value;
  for (const [field, place] of Object.entries({ source, to, backup })) {
    // No request could name it.
    if (place?.prefix?.isWellFormed() === false)
      throw refused(`${field}.prefix: expected Unicode text`);
  }
  operationIn(checked.value, known);
  return checked.value;
};

/** The operation for each object. @throws ServiceError `bad_request`. */
export const operationIn = (
  { convert, resize, preserve }: SweepWishes,
  known: KnownTypes,
): Operation => parseOperation({ convert, resize, preserve }, known).operation;

/** Whether one of two places is in the other one. */
export const areWithin = (one: FullPlace, other: FullPlace): boolean =>
  one.place.service === other.place.service &&
  one.place.endpoint === other.place.endpoint &&
  one.place.bucket === other.place.bucket &&
  (one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix));

/** A bucket, and the beginning of the keys in it. */
export type FullPlace = Readonly<{ place: BucketPlace; prefix: string }>;

export const refused = (sentence: string, details: ErrorDetails = {}): ServiceError =>
  new ServiceError('bad_request', sentence, details);
