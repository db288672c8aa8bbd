import { expect } from 'chai';
import { bytes, uint16, uint32 } from '../../support/image/builders.ts';
import {
  alphaType,
  av1,
  avifFile,
  box,
  fullBox,
  gridFile,
  ispe,
  nclx,
  type BuiltFile,
} from '../../support/image/avif-builders.ts';
import { expectDecodeFailed, factsOf, factsOrCode, plainFacts } from '../../support/image/facts.ts';
import { displayP3Profile, srgbProfile } from '../../support/image/metadata.ts';

const av1C = box('av1C', 0x81, 0, 0x0c, 0);

/** The picture with further properties. */
const withProperties = (...properties: readonly Uint8Array[]): Buffer =>
  avifFile({
    properties: [ispe(16, 16), av1C, ...properties],
    items: [
      { id: 1, type: 'av01', data: av1, properties: [1, 2, ...properties.map((_, at) => at + 3)] },
    ],
  });

describe('facts of an AVIF', () => {
  it('are those of a plain picture', async () => {
    const facts = plainFacts({ mediaType: 'image/avif', width: 16, height: 16 });
    expect(await factsOf(avifFile())).to.deep.equal(facts);
  });

  it('are read of any brand of HEIF whose picture is AV1', async () => {
    expect(await factsOf(avifFile({ brand: 'mif1' }))).to.include({ mediaType: 'image/avif' });
  });

  const turned: readonly (readonly [number | undefined, number | undefined, number])[] = [
    [undefined, 1, 2],
    [2, undefined, 3],
    [undefined, 0, 4],
    [1, 0, 5],
    [3, undefined, 6],
    [3, 0, 7],
    [1, undefined, 8],
  ];
  for (const [rotation, mirror, orientation] of turned) {
    it(`have orientation ${orientation}`, async () => {
      const properties = [
        ...(rotation === undefined ? [] : [box('irot', rotation)]),
        ...(mirror === undefined ? [] : [box('imir', mirror)]),
      ];
      expect(await factsOf(withProperties(...properties))).to.include({ orientation });
    });
  }

  const [irot, imir] = [box('irot', 1), box('imir', 0)];
  const rows: readonly (readonly [string, readonly Buffer[], number])[] = [
    ['a mirror before a rotation', [imir, irot], 5],
    ['a second rotation', [irot, box('irot', 3)], 8],
    ['a second mirror', [imir, box('imir', 1)], 4],
    ['a rotation on either side of a mirror', [irot, imir, irot], 5],
  ];
  for (const [title, properties, orientation] of rows) {
    it(`have the orientation that browsers show for ${title}`, async () => {
      expect(await factsOf(withProperties(...properties))).to.include({ orientation });
    });
  }

  for (const [title, flags] of [
    ['monochrome', 0x1c],
    ['of full colour', 0],
    ['of 10 bits', 0x4c],
  ] as const) {
    it(`are refused where the configuration says ${title}, and the bitstream does not`, async () => {
      const file = withProperties();
      const at = file.indexOf('av1C', 0, 'latin1') + 4;
      const changed = Buffer.from(file);
      changed[at + 2] = flags;
      await expectDecodeFailed(changed, 'contradictory format');
    });
  }

  for (const [title, place, byte] of [
    ['has another version', 0, 0x82],
    ['has a reserved bit', 3, 0x20],
    ['has a delay that is not announced', 3, 0x05],
  ] as const) {
    it(`are refused where the configuration ${title}, as in Chromium`, async () => {
      const changed = Buffer.from(withProperties());
      changed[changed.indexOf('av1C') + 4 + place] = byte;
      await expectDecodeFailed(changed, 'unknown configuration');
    });
  }

  it('are refused where the list of items is not one of pictures, as in Chromium', async () => {
    for (const [sign, place, text] of [
      ['hdlr', 0, 'free'],
      ['pict', 0, 'auxv'],
      ['pict', -1, '!'],
    ] as const) {
      const changed = Buffer.from(withProperties());
      changed.write(text, changed.indexOf(sign) + place, 'latin1');
      expect(await factsOrCode(changed)).to.equal('unsupported_media_type');
    }
  });

  it('have alpha by its own item', async () => {
    const file = avifFile({
      items: [
        { id: 1, type: 'av01', data: av1, properties: [1, 2] },
        { id: 2, type: 'av01', data: av1, properties: [1, 2, 3] },
      ],
      properties: [ispe(16, 16), av1C, alphaType],
      references: [['auxl', 2, [1]]],
    });
    expect(await factsOf(file)).to.include({ hasAlpha: true });
  });

  it('have no alpha by a depth map', async () => {
    const depth = fullBox('auxC', 0, 'urn:mpeg:mpegB:cicp:systems:auxiliary:depth\0');
    const file = avifFile({
      items: [
        { id: 1, type: 'av01', data: av1, properties: [1, 2] },
        { id: 2, type: 'av01', data: av1, properties: [1, 2, 3] },
      ],
      properties: [ispe(16, 16), av1C, depth],
      references: [['auxl', 2, [1]]],
    });
    expect(await factsOf(file)).to.include({ hasAlpha: false });
  });

  const coloured: readonly (readonly [string, readonly Uint8Array[], object])[] = [
    ['unspecified codes', [nclx(2, 2)], { gamma: 'standard' }],
    ['codes of sRGB', [nclx(1, 13)], { gamma: 'standard' }],
    ['codes of video', [nclx(1, 1)], { gamma: 'standard' }],
    ['codes of Display P3', [nclx(12, 13)], { gamma: 'other' }],
    ['codes of wide video', [nclx(9, 14)], { gamma: 'other' }],
    ['codes of PQ', [nclx(9, 16)], { gamma: 'unconvertible' }],
    ['codes of HLG', [nclx(9, 18)], { gamma: 'unconvertible' }],
    ['a profile of sRGB', [box('colr', 'prof', srgbProfile)], { iccProfile: 'srgb' }],
    [
      'a profile over codes',
      [nclx(9, 16), box('colr', 'prof', displayP3Profile)],
      {
        iccProfile: 'other',
        gamma: 'standard',
      },
    ],
    [
      'a damaged profile',
      [nclx(12, 13), box('colr', 'prof', 'none')],
      {
        iccProfile: 'none',
        gamma: 'other',
      },
    ],
  ];
  for (const [title, properties, expected] of coloured) {
    it(`have the colours of ${title}`, async () => {
      expect(await factsOf(withProperties(...properties))).to.include(expected);
    });
  }

  it('are those of a grid, cut to its size', async () => {
    expect(await factsOf(gridFile(2, 3, [40, 30]))).to.include({ width: 40, height: 30 });
  });

  it('are read from numbers of 64 bits, and from data inside the list of items', async () => {
    const long = (value: number): Buffer => bytes(uint32(0), uint32(value));
    const idat = box('idat', av1);
    const entry = bytes(uint16(1), uint16(1), uint16(0), uint16(1), long(0), long(av1.length));
    const iloc = fullBox('iloc', 1, 0x88, 0, uint16(1), entry);
    expect(await factsOf(avifFile({ iloc, beside: [idat] }))).to.include({ width: 16 });
    const file = avifFile();
    const at = file.indexOf('mdat') - 4;
    const mdat = bytes(uint32(1), 'mdat', uint32(0), uint32(file.length - at + 8), av1);
    const iloc8 = avifFile({ shift: 8 }).subarray(0, at);
    expect(await factsOf(bytes(iloc8, mdat))).to.include({ width: 16 });
  });
});

describe('an AVIF is refused', () => {
  const refused: Readonly<Record<string, readonly [Partial<BuiltFile> | Uint8Array, string]>> = {
    'for an animation': [{ brand: 'avis' }, 'unsupported_media_type'],
    'whose picture is not AV1': [
      { items: [{ id: 1, type: 'hvc1', data: av1, properties: [1] }] },
      'unsupported_media_type',
    ],
    'without its picture': [{ primary: 7 }, 'unsupported_media_type'],
    'that is to be cropped': [
      withProperties(box('clap', ...[8, 1, 8, 1, 0, 1, 0, 1].map(uint32))),
      'unsupported_media_type',
    ],
    'with an essential property that nobody knows': [
      {
        properties: [ispe(16, 16), av1C, box('what', 1)],
        items: [{ id: 1, type: 'av01', data: av1, properties: [1, 2, 0x83] }],
      },
      'unsupported_media_type',
    ],
    'of another size than its bitstream': [
      { properties: [ispe(60_000, 60_000), av1C] },
      'decode_failed',
    ],
    'without a sequence header': [
      { items: [{ id: 1, type: 'av01', data: bytes(0x12, 0), properties: [1, 2] }] },
      'decode_failed',
    ],
    'with two items of one number': [
      {
        items: [
          { id: 1, type: 'av01', data: av1, properties: [1, 2] },
          { id: 1, type: 'av01', data: av1, properties: [1, 2] },
        ],
      },
      'decode_failed',
    ],
    'with a property that is not there': [
      { items: [{ id: 1, type: 'av01', data: av1, properties: [1, 9] }] },
      'decode_failed',
    ],
    'with a grid of too few tiles': [
      gridFile(2, 2, [32, 32], { references: [['dimg', 1, [2, 3]]] }),
      'decode_failed',
    ],
    'with a grid that its tiles do not cover': [gridFile(2, 2, [64, 64]), 'decode_failed'],
    'with a grid whose tiles lie outside': [gridFile(2, 2, [16, 16]), 'decode_failed'],
    'with a grid of more tiles than any picture': [gridFile(50, 50, [800, 800]), 'decode_failed'],
    'with alpha of each tile, which old decoders leave out': [
      avifFile({
        items: [
          { id: 1, type: 'grid', data: bytes(0, 0, 0, 1, uint16(32), uint16(16)), properties: [3] },
          { id: 2, type: 'av01', data: av1, properties: [1, 2] },
          { id: 3, type: 'av01', data: av1, properties: [1, 2] },
          { id: 4, type: 'av01', data: av1, properties: [1, 2, 4] },
          { id: 5, type: 'av01', data: av1, properties: [1, 2, 4] },
        ],
        references: [
          ['dimg', 1, [2, 3]],
          ['auxl', 4, [2]],
          ['auxl', 5, [3]],
        ],
        properties: [ispe(16, 16), av1C, ispe(32, 16), alphaType],
      }),
      'unsupported_media_type',
    ],
    'with alpha of another size': [
      avifFile({
        items: [
          { id: 1, type: 'grid', data: bytes(0, 0, 0, 1, uint16(32), uint16(16)), properties: [3] },
          { id: 2, type: 'av01', data: av1, properties: [1, 2] },
          { id: 3, type: 'av01', data: av1, properties: [1, 2] },
          { id: 4, type: 'av01', data: av1, properties: [1, 2, 4] },
        ],
        references: [
          ['dimg', 1, [2, 3]],
          ['auxl', 4, [1]],
        ],
        properties: [ispe(16, 16), av1C, ispe(32, 16), alphaType],
      }),
      'decode_failed',
    ],
  };
  for (const [title, [file, code]] of Object.entries(refused)) {
    it(title, async () => {
      const content = file instanceof Uint8Array ? file : avifFile(file);
      expect(await factsOrCode(content)).to.equal(code);
    });
  }

  it('whose data lies behind its end', () =>
    expectDecodeFailed(avifFile({ shift: 1 }), 'the data of an item is not complete'));

  it('with parts by the thousand', () => {
    const counts = [0x44, 0, uint16(1), uint16(1), uint16(0), uint16(5000)];
    const iloc = fullBox('iloc', 0, ...counts, new Uint8Array(40_000));
    return expectDecodeFailed(avifFile({ iloc }), 'more than 4096 parts');
  });

  it('with boxes by the thousand', async () => {
    const many = bytes(...Array.from({ length: 5000 }, () => box('free')));
    expect(await factsOrCode(bytes(avifFile(), many))).to.equal('decode_failed');
  });

  it('wherever it is cut', async () => {
    const whole = avifFile();
    for (let length = 12; length < whole.length; length += 1) {
      const code = await factsOrCode(whole.subarray(0, length));
      expect(['decode_failed', 'unsupported_media_type'], `${length}`).to.include(code);
    }
  });

  it('or read, whichever byte is another one', async () => {
    const whole = gridFile(2, 2, [32, 32]);
    for (let at = 0; at < whole.length; at += 1) {
      for (const value of [0, 1, 0x7f, 0x80, 0xff]) {
        const changed = Buffer.from(whole);
        changed[at] = value;
        // Anything but a ServiceError fails the test.
        await factsOrCode(changed);
      }
    }
  });
});
