import { expect } from 'chai';
import { ServiceError } from '../../../src/errors.ts';
import type { ImageFacts } from '../../../src/image/facts.ts';
import { readFacts } from '../../../src/image/read-facts.ts';
import { strictSource } from './builders.ts';

/** The facts of a file in memory. */
export const factsOf = (content: Uint8Array): Promise<ImageFacts> =>
  readFacts(strictSource(content));

/** Facts, or the code of the ServiceError; anything else thrown fails the test. */
export const factsOrCode = async (content: Uint8Array): Promise<ImageFacts | string> => {
  try {
    return await factsOf(content);
  } catch (error) {
    if (error instanceof ServiceError) return error.code;
    throw error;
  }
};

/** Expects `decode_failed` with a message that contains `words`. */
export const expectDecodeFailed = async (content: Uint8Array, words: string): Promise<void> => {
  const error: unknown = await factsOf(content).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(ServiceError);
  const { code, message } = error as ServiceError;
  expect({ code, message }).to.deep.equal({ code: 'decode_failed', message });
  expect(message).to.include(words);
};
