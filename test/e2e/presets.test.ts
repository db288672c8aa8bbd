import { expect } from 'chai';
import type { Receipt } from '../../src/image/search/receipt.ts';
import { sharedService } from '../support/service/service.ts';
import { createClient, jsonOf } from '../support/e2e/client.ts';
import { photo } from '../support/e2e/pictures.ts';

type Made = Readonly<{ bytes: Buffer; receipt: Receipt }>;

describe('the presets of quality', () => {
  const made = new Map<string, Made>();

  for (const [preset, target] of [
    ['archive', 90],
    ['high', 79.5],
    ['compact', 70],
  ] as const) {
    describe(preset, () => {
      const service = sharedService({ flags: ['--quality-preset', preset] });

      /** What the service makes of a picture, and how. */
      const compressed = async (picture: Buffer): Promise<Made> => {
        const client = createClient(service());
        try {
          const path = (await client.upload(picture)).headers.location!;
          const { body: bytes } = await client.send({ path });
          const receipt = jsonOf(await client.send({ path: `${path}/receipt` }));
          return { bytes, receipt: receipt as unknown as Receipt };
        } finally {
          client.close();
        }
      };

      it(`aims at ${target}, and leaves its own results as they are`, async () => {
        const result = await compressed(photo);
        made.set(preset, result);
        expect(result.receipt).to.include({ configuredTarget: target, winner: 'mozjpeg' });
        const { bytes: again } = await compressed(result.bytes);
        expect(again.equals(result.bytes)).to.equal(true);
      });
    });
  }

  describe('together', () => {
    it('give fewer bytes at coarser settings, the coarser the preset', () => {
      const results = ['archive', 'high', 'compact'].map((preset) => made.get(preset)!);
      const sizes = results.map(({ bytes }) => bytes.length);
      expect(sizes).to.deep.equal(sizes.toSorted((one, other) => other - one));
      expect(new Set(sizes)).to.have.lengthOf(3);
      const [archive, high, compact] = results.map(
        ({ receipt }) => receipt.candidates.find(({ encoders }) => encoders === 'mozjpeg')!.trials,
      );
      const firstTries = [archive, high, compact].map((trials) => trials?.[0]?.setting);
      expect(firstTries).to.deep.equal([1.4, 3, 5.5]);
    });
  });
});
