import { expect } from 'chai';
import { avifOf, infoOf } from '../support/image/avifs.ts';
import { factsOf } from '../support/image/facts.ts';
import { gradients } from '../support/image/gradients.ts';
import { differenceOf, gridOf } from '../support/image/pictures.ts';
import { operating, pngOf, sticker } from '../support/e2e/operating.ts';

const [avif, jpeg, png, webp] = ['image/avif', 'image/jpeg', 'image/png', 'image/webp'] as const;

describe('operations on AVIF', () => {
  const { uploaded, operate, ask, client } = operating();
  const photo = gradients(200, 140);
  const near = ['--min', '2', '--max', '2', '--yuv', '444'];

  it('gives an upload back as a smaller AVIF, upright', async () => {
    const source = await avifOf(pngOf(photo), ['--min', '0', '--max', '0', '--irot', '3']);
    const location = await uploaded(source);
    const { headers, body } = await client().send({ path: location });
    expect(headers).to.include({ 'content-type': avif, 'image-width': '140' });
    expect(body.length).to.be.lessThan(source.length);
    expect(await factsOf(body)).to.include({ width: 140, height: 200, orientation: 1 });
    expect((await infoOf(body))('Resolution')).to.equal('140x200');
  });

  for (const type of [jpeg, png, webp, avif]) {
    it(`makes ${type} of it, which looks alike`, async () => {
      const location = await uploaded(await avifOf(pngOf(photo), near));
      const { mediaType, pixels } = await operate(location, { convert: { type } });
      expect(mediaType).to.equal(type);
      expect(differenceOf(gridOf(pixels), gridOf(photo)).colour).to.be.lessThan(8);
    });
  }

  it('makes it of other types', async () => {
    const location = await uploaded(pngOf(sticker(160, 120)));
    const { mediaType, pixels } = await operate(location, { convert: { type: avif } });
    expect(mediaType).to.equal(avif);
    const { colour, alpha } = differenceOf(gridOf(pixels), gridOf(sticker(160, 120)));
    expect(colour).to.be.lessThan(8);
    expect(alpha).to.be.lessThan(8);
  });

  it('gives the smaller of AVIF and WebP', async () => {
    const location = await uploaded(pngOf(photo));
    const sizes = await Promise.all(
      [[avif], [webp], [avif, webp]].map(async (type) => {
        const { answer } = await operate(location, { convert: { type } });
        return answer.body.length;
      }),
    );
    expect(sizes[2]).to.equal(Math.min(sizes[0]!, sizes[1]!));
  });

  it('is no type of the wildcard unless that is configured', async () => {
    const location = await uploaded(pngOf(photo));
    const { mediaType } = await operate(location, { convert: { type: '*/*' } });
    expect(mediaType).to.be.oneOf([jpeg, png, webp]);
  });

  it('refuses an animation, and says so', async () => {
    const still = await avifOf(pngOf(photo));
    const animated = Buffer.from(still);
    animated.write('avis', 8, 'latin1');
    const { status, body } = await client().upload(animated);
    expect(status).to.equal(415);
    expect(body.toString()).to.include('Animated AVIF');
  });

  it('refuses a picture of a high dynamic range for another type', async () => {
    const location = await uploaded(await avifOf(pngOf(photo), ['--cicp', '9/16/9', '-d', '10']));
    const { status, body } = await ask(location, { convert: { type: jpeg } });
    expect(status).to.equal(415);
    expect(body.toString()).to.include('high dynamic range');
  });
});
