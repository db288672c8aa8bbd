import { expect } from 'chai';
import { ServiceError } from '../../../src/errors.ts';
import type { ImageFacts } from '../../../src/image/facts.ts';
import { readFacts } from '../../../src/image/read-facts.ts';
import { strictSource } from './builders.ts';

/** Facts of the plainest picture there is, but for `changes`. */
export const plainFacts = (changes: Partial<ImageFacts> = {}): ImageFacts => ({
  mediaType: 'image/jpeg',
  width: 40,
  height: 30,
  orientation: 1,
  bitDepth: 8,
  colour: 'rgb',
  hasAlpha: false,
  frames: 1,
  isSingleFrame: false,
  lossless: false,
  iccProfile: 'none',
  gamma: 'standard',
  isProgressive: false,
  quantisation: [],
  ...changes,
});

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
