import { expect } from 'chai';
import type { Receipt } from '../../src/image/search/receipt.ts';
import { createClient, jsonOf } from '../support/e2e/client.ts';
import { photo } from '../support/e2e/pictures.ts';
import { sharedService } from '../support/service/service.ts';

const [avif, webp] = ['image/avif', 'image/webp'];

/** The list that the WordPress plugin asks for, unless it is set to something else. */
const ofPlugin = [avif, webp];

describe('a list of types with AVIF', () => {
  const converted = async (
    service: ReturnType<ReturnType<typeof sharedService>>,
    type: unknown,
  ) => {
    const client = createClient(service);
    try {
      const path = (await client.upload(photo)).headers.location!;
      const { status, headers, body } = await client.send({
        method: 'POST',
        path,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ convert: { type } }),
      });
      const link = /<([^>]+)>/.exec(String(headers['link']))?.[1] ?? '';
      const receipt = jsonOf(await client.send({ path: link })) as unknown as Receipt;
      return { status, type: headers['content-type'], bytes: body.length, receipt };
    } finally {
      client.close();
    }
  };

  describe('by default', () => {
    const service = sharedService();

    it('gives the smaller of the two at one target', async () => {
      const { status, type, bytes, receipt } = await converted(service(), ofPlugin);
      const accepted = receipt.candidates.filter((candidate) => candidate.accepted);
      expect(accepted.map(({ mediaType }) => mediaType)).to.have.members(ofPlugin);
      expect(Math.min(...accepted.map((one) => one.bytes ?? Number.NaN))).to.equal(bytes);
      for (const { score } of accepted) expect(score).to.be.at.least(receipt.sourceTarget! - 0.7);
      expect({ status, type }).to.deep.equal({ status: 200, type: avif });
    });

    it('leaves AVIF out of the wildcard', async () => {
      const { receipt } = await converted(service(), '*/*');
      const types = new Set(receipt.candidates.map(({ mediaType }) => mediaType));
      expect([...types]).to.have.members([webp, 'image/jpeg', 'image/png']);
    });
  });

  describe('where the wildcard has it', () => {
    const wildcardTypes = [avif, webp, 'image/jpeg', 'image/png'];
    const service = sharedService({ config: { wildcardTypes } });

    it('has AVIF compete with the others, and gives the smallest', async () => {
      const { status, bytes, receipt } = await converted(service(), '*/*');
      const made = receipt.candidates.filter(({ bytes: own }) => own !== null);
      expect(made.map(({ mediaType }) => mediaType)).to.include.members([avif, webp, 'image/jpeg']);
      expect(Math.min(...made.map((one) => one.bytes ?? Number.NaN))).to.equal(bytes);
      expect(status).to.equal(200);
    });
  });

  describe('where AVIF is not configured', () => {
    const config = {
      encoders: { avifenc: null },
      decoders: { [avif]: null },
      types: { [avif]: null },
    };
    const service = sharedService({ config });

    it('passes it over while another type remains', async () => {
      expect(await converted(service(), ofPlugin)).to.include({ status: 200, type: webp });
    });
  });
});
