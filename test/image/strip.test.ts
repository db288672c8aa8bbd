import { expect } from 'chai';
import { bytesOf, lengthOf } from '../../src/image/bytes.ts';
import { strippedPieces } from '../../src/image/strip.ts';
import { isComplete } from '../../src/image/is-complete.ts';
import { applied, strictSource } from '../support/image/builders.ts';
import { factsOf } from '../support/image/facts.ts';
import { secret, samples } from '../support/image/samples.ts';

const stripped = async (content: Buffer): Promise<Buffer> => {
  const pieces = strippedPieces(strictSource(content), await factsOf(content));
  const result = applied(pieces, content);
  expect(lengthOf(pieces)).to.equal(result.length);
  return result;
};

describe('stripping metadata', () => {
  for (const { name, content } of samples) {
    it(`leaves nothing of it in a ${name}`, async () => {
      expect(content.includes(secret)).to.equal(true);
      expect((await stripped(content)).includes(secret)).to.equal(false);
    });

    it(`changes no fact of a ${name}, but that an sRGB profile and the gamma below it are gone`, async () => {
      const before = await factsOf(content);
      const after = await factsOf(await stripped(content));
      const iccProfile = before.iccProfile === 'srgb' ? 'none' : before.iccProfile;
      const gamma = before.gamma === 'overruled' ? 'standard' : before.gamma;
      expect(after).to.deep.equal({ ...before, iccProfile, gamma });
    });

    it(`gives a whole, smaller file of a ${name}`, async () => {
      const result = await stripped(content);
      expect(isComplete(bytesOf(result), (await factsOf(content)).mediaType)).to.equal(true);
      expect(result.length).to.be.below(content.length);
    });

    it(`has nothing left to do for a stripped ${name}`, async () => {
      const result = await stripped(content);
      expect((await stripped(result)).equals(result)).to.equal(true);
    });
  }
});
