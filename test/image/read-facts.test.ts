import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import type { ImageFacts } from '../../src/image/facts.ts';
import { strippedPieces } from '../../src/image/strip.ts';
import { corpusFiles } from '../support/corpus.ts';
import {
  applied,
  bytes,
  chunk,
  strictSource,
  uint32,
  vp8x,
  webpOf,
} from '../support/image/builders.ts';
import { factsOf, factsOrCode } from '../support/image/facts.ts';
import { samples } from '../support/image/samples.ts';

const codes = ['input_missing', 'unsupported_media_type', 'decode_failed'];

/** Numbers from 0 up to `limit`, the same in every run (mulberry32). */
const seeded = (seed: number): ((limit: number) => number) => {
  let state = seed;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
};

type Mutation = (content: Buffer, random: (limit: number) => number) => Buffer;

const lengths = [0, 1, 2, 7, 0x7fffffff, 0x80000000, 0xffffffff];

const overwritten = (content: Buffer, offset: number, replacement: Uint8Array): Buffer =>
  bytes(content.subarray(0, offset), replacement, content.subarray(offset + replacement.length));

const mutations: readonly Mutation[] = [
  (content, random) => {
    const offset = random(content.length);
    return overwritten(content, offset, bytes((content[offset] ?? 0) ^ (1 << random(8))));
  },
  (content, random) => overwritten(content, random(content.length), bytes(random(2) * 0xff)),
  (content, random) =>
    overwritten(content, random(content.length), uint32(lengths[random(lengths.length)] ?? 0)),
  (content, random) => content.subarray(0, random(content.length)),
  (content, random) => {
    const start = random(content.length);
    const end = start + random(content.length - start);
    return bytes(content.subarray(0, end), content.subarray(start));
  },
  (content, random) => {
    const start = random(content.length);
    return bytes(content.subarray(0, start), content.subarray(start + random(40)));
  },
];

const mutated: Mutation = (content, random) => {
  const mutate = mutations[random(mutations.length)];
  return mutate === undefined ? content : mutate(content, random);
};

/** The stripped file, or undefined where the damage only shows then. */
const strippedOrUndefined = (content: Buffer, facts: ImageFacts): Buffer | undefined => {
  try {
    return applied(strippedPieces(strictSource(content), facts), content);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'decode_failed') return undefined;
    throw error;
  }
};

const sizeOf = ({ width, height, frames, hasAlpha }: ImageFacts): unknown => ({
  width,
  height,
  frames,
  hasAlpha,
});

describe('facts of damaged files', () => {
  // Those with nothing behind their end.
  const whole = samples.filter(({ name }) =>
    /CMYK|palette|APNG|WebP with a P3|animated/.test(name),
  );
  for (const { name, content } of whole) {
    it(`are never those of a whole file when a ${name} is cut at any byte`, async () => {
      const facts = await factsOrCode(content);
      expect(facts).to.be.an('object');
      const isStill = content.includes('IDAT') && !content.includes('acTL');
      const dataEnd = isStill ? content.length - chunk('IEND').length : content.length;
      for (let length = 0; length < content.length; length += 1) {
        const cut = await factsOrCode(content.subarray(0, length));
        // Whether the data of a scan are whole is known once they are decoded.
        const isOpen = typeof cut === 'object' && cut.mediaType === 'image/jpeg' && cut.lacksEnd;
        // A PNG that is no animation is whole with its image data.
        if (length >= dataEnd) expect(cut).to.deep.equal(facts);
        else if (isOpen !== true) expect(codes, `cut at ${length}`).to.include(cut);
      }
    });
  }

  for (const mediaType of ['JPEG', 'PNG', 'WebP']) {
    const originals = samples.filter(({ name }) => name.includes(mediaType));
    it(`are facts or an error for 3000 mutations of a ${mediaType}, and stripping agrees`, async () => {
      const random = seeded(20_260);
      for (let round = 0; round < 3000; round += 1) {
        const original = originals[round % originals.length]?.content ?? Buffer.alloc(0);
        const content = mutated(original, random);
        const facts = await factsOrCode(content);
        if (typeof facts === 'string') {
          expect(codes).to.include(facts);
          continue;
        }
        const result = strippedOrUndefined(content, facts);
        if (result !== undefined) {
          expect(sizeOf(await factsOf(result)), `round ${round}`).to.deep.equal(sizeOf(facts));
        }
      }
    });
  }

  it('are refused for a RIFF file that has a canvas and nothing else', async () => {
    expect(await factsOrCode(webpOf(vp8x(0, 4, 3)))).to.equal('decode_failed');
  });
});

describe('facts of the corpus', () => {
  const expected: Readonly<Record<string, string | Partial<ImageFacts>>> = {
    'corrupt/corrupt-header.jpg': 'decode_failed',
    'corrupt/exif-invalid-1.jpg': { width: 636, height: 227, orientation: 1 },
    'corrupt/pngsuite-xc1n0g08.png': 'decode_failed',
    'corrupt/pngsuite-xcrn0g04.png': 'unsupported_media_type',
    'corrupt/pngsuite-xcsn0g01.png': 'decode_failed',
    'corrupt/pngsuite-xd0n2c08.png': 'decode_failed',
    'corrupt/pngsuite-xdtn0g01.png': 'decode_failed',
    'corrupt/pngsuite-xhdn0g08.png': 'decode_failed',
    'corrupt/pngsuite-xlfn0g04.png': 'unsupported_media_type',
    'corrupt/pngsuite-xs1n0g01.png': 'unsupported_media_type',
    // Its scan ends early, which only its decoder tells.
    'corrupt/truncated.jpg': { width: 2725, height: 2225, lacksEnd: true },
    'corrupt/truncated.png': 'decode_failed',
    'graphic/linedrawing.png': { width: 2809, height: 2074, bitDepth: 1, colour: 'grey' },
    'metadata/adobe-rgb-copyright.jpg': { width: 600, height: 900, iccProfile: 'other' },
    'metadata/aces-10bit.png': { bitDepth: 16, iccProfile: 'other' },
    'metadata/orient-landscape-6.jpg': { width: 600, height: 450, orientation: 6 },
    'metadata/orient-portrait-7.jpg': { width: 450, height: 600, orientation: 7 },
    'metadata/p3-small.png': { width: 8, height: 8, iccProfile: 'other', hasAlpha: true },
    'metadata/prophoto.png': { iccProfile: 'other' },
    'odd/12bit.jpg': 'decode_failed',
    'odd/anim-squares.webp': { width: 80, height: 80, frames: 9, lossless: false },
    'odd/anim.webp': { width: 200, height: 200, frames: 6, hasAlpha: true },
    'odd/apng.png': { width: 100, height: 100, frames: 20 },
    'odd/arith.jpg': { width: 227, height: 149, colour: 'rgb' },
    'odd/bigheight.webp': { width: 13, height: 169, frames: 97 },
    'odd/bomb.jpg': { width: 20_000, height: 14_000, colour: 'grey' },
    'odd/bomb65536.png': { width: 65_536, height: 65_536, bitDepth: 1, colour: 'palette' },
    'odd/cmyk-adobe.jpg': { width: 600, height: 397, colour: 'cmyk' },
    'odd/concert-graygamma.jpg': { colour: 'grey', iccProfile: 'other' },
    'odd/multicolor-lossless.webp': { width: 300, height: 300, lossless: true, hasAlpha: false },
    'odd/progressive.jpg': { iccProfile: 'srgb' },
    'odd/tbgn2c16.png': { bitDepth: 16, hasAlpha: true, gamma: 'other' },
    'odd/xyb.jpg': { width: 290, height: 442, iccProfile: 'other' },
    'photo/zune-fox410.jpg': { iccProfile: 'srgb' },
    'screenshot/pdf-invoice.png': { iccProfile: 'srgb', hasAlpha: true },
    'screenshot/checkout.png': { iccProfile: 'other' },
    'transparent/heart-grey.png': { colour: 'grey', hasAlpha: true },
    'transparent/lossy_alpha1.webp': { width: 1000, height: 307, hasAlpha: true },
  };
  const files = corpusFiles();

  it('are as written down for every picture', async function () {
    if (files.length === 0) this.skip();
    for (const { name, path } of files) {
      const facts = await factsOrCode(readFileSync(path));
      const wanted = expected[name];
      if (typeof wanted === 'string' || typeof facts === 'string')
        expect(facts, name).to.equal(wanted);
      else expect(facts, name).to.include({ ...wanted });
    }
  });
});
