import { expect } from 'chai';
import { readFacts } from '../../../src/image/read-facts.ts';
import {
  bytes,
  jpegOf,
  segment,
  strictSource,
  tableSegment,
  uint16,
} from '../../support/image/builders.ts';
import { factsOf, factsOrCode, plainFacts } from '../../support/image/facts.ts';
import {
  colorantTags,
  displayP3Profile,
  exifOf,
  exifSegment,
  exifWithOrientation,
  gammaCurve,
  iccSegments,
  matrixProfile,
  profileOf,
  srgbProfile,
} from '../../support/image/metadata.ts';

/** The end of a JPEG from its tables on, to put other headers before it. */
const body = jpegOf().subarray(2);

describe('facts of a JPEG', () => {
  it('are all read from the header', async () => {
    const facts = await factsOf(jpegOf({ width: 300, height: 200 }));
    expect(facts.quantisation.length).to.equal(1);
    expect(facts).to.deep.equal(
      plainFacts({
        width: 300,
        height: 200,
        quantisation: facts.quantisation,
        blocks: { steps: [0, 0, 0].map((id) => facts.quantisation[id]!), colour: 'full' },
      }),
    );
  });

  const stepsOf = (step: number) => Array.from({ length: 64 }, () => step);
  const tableOf = (id: number, step: number) => segment(0xdb, id, bytes(...stepsOf(step)));
  const frame = (...components: readonly (readonly [sampling: number, table: number])[]) =>
    segment(
      0xc0,
      bytes(8, uint16(8), uint16(16), components.length),
      bytes(...components.flatMap(([sampling, id], index) => [index + 1, sampling, id])),
    );
  const withHeader = (...segments: readonly Buffer[]) => {
    const jpeg = jpegOf();
    const rest = jpeg.subarray(jpeg.indexOf(bytes('\xff\xc4')));
    return bytes('\xff\xd8', ...segments, rest);
  };
  for (const [title, header, steps, colour] of [
    ['4:4:4', [frame([0x11, 0], [0x11, 1], [0x11, 1])], [5, 7, 7], 'full'],
    ['4:2:0', [frame([0x22, 0], [0x11, 1], [0x11, 2])], [5, 7, 9], 'halved'],
    ['4:2:2', [frame([0x21, 0], [0x11, 1], [0x11, 1])], [5, 7, 7], 'other'],
    ['tables in another order', [frame([0x22, 2], [0x11, 1], [0x11, 0])], [9, 7, 5], 'halved'],
  ] as const) {
    it(`have the steps of its components with ${title}`, async () => {
      const { blocks } = await factsOf(
        withHeader(tableOf(0, 5), tableOf(1, 7), tableOf(2, 9), ...header),
      );
      expect(blocks).to.deep.equal({ steps: steps.map(stepsOf), colour });
    });
  }

  it('have no steps of components where a table is missing or colour is', async () => {
    const lacking = withHeader(tableOf(0, 5), frame([0x22, 0], [0x11, 1], [0x11, 1]));
    const facts = [await factsOf(lacking), await factsOf(jpegOf({ components: [1] }))];
    expect(facts.map(({ blocks }) => blocks)).to.deep.equal([undefined, undefined]);
  });

  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    it(`give the upright size for orientation ${orientation}`, async () => {
      const exif = exifSegment(exifWithOrientation(orientation, orientation % 2 === 0));
      const facts = await factsOf(jpegOf({ width: 30, height: 20, segments: [exif] }));
      expect(facts.orientation).to.equal(orientation);
      expect([facts.width, facts.height]).to.deep.equal(orientation < 5 ? [30, 20] : [20, 30]);
    });
  }

  // As Chromium 156 shows them.
  for (const [name, segments, expected] of [
    ['a prefix with another pad', [segment(0xe1, 'Exif\0\xff', exifWithOrientation(6))], 6],
    [
      'an empty EXIF segment before it',
      [exifSegment(bytes()), exifSegment(exifWithOrientation(6))],
      6,
    ],
    [
      'EXIF of no orientation before it',
      [exifSegment(exifOf([])), exifSegment(exifWithOrientation(6))],
      1,
    ],
    ['EXIF in another segment', [segment(0xe2, 'Exif\0\0', exifWithOrientation(6))], 1],
  ] as const) {
    it(`take the orientation with ${name}`, async () => {
      const facts = await factsOf(jpegOf({ segments }));
      expect(facts.orientation).to.equal(expected);
    });
  }

  it('take the orientation of the first EXIF segment, not of XMP in the same kind', async () => {
    const xmp = segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', exifWithOrientation(3));
    const [first, second] = [6, 8].map((value) => exifSegment(exifWithOrientation(value)));
    const facts = await factsOf(jpegOf({ segments: [xmp, first ?? bytes(), second ?? bytes()] }));
    expect(facts.orientation).to.equal(6);
  });

  const kinds = [
    { name: 'baseline', options: { frameMarker: 0xc0 }, expected: { colour: 'rgb' } },
    { name: 'extended', options: { frameMarker: 0xc1 }, expected: { colour: 'rgb' } },
    { name: 'progressive', options: { frameMarker: 0xc2 }, expected: { colour: 'rgb' } },
    { name: 'arithmetic', options: { frameMarker: 0xc9 }, expected: { colour: 'rgb' } },
    {
      name: 'progressive arithmetic',
      options: { frameMarker: 0xca },
      expected: { colour: 'rgb' },
    },
    { name: 'one component', options: { components: [1] }, expected: { colour: 'grey' } },
    {
      name: 'four components',
      options: { components: [1, 2, 3, 4] },
      expected: { colour: 'cmyk' },
    },
    { name: 'largest size', options: { width: 65_535 }, expected: { width: 65_535 } },
  ];
  for (const { name, options, expected } of kinds) {
    it(`hold for ${name}`, async () => {
      expect(await factsOf(jpegOf(options))).to.include(expected);
    });
  }

  it('hold the quantisation tables by id, in natural order, of 8 and 16 bits', async () => {
    const stored = Array.from({ length: 64 }, (_, index) => 300 + index);
    const tables = segment(0xdb, 0x12, ...stored.map(uint16), 1, new Uint8Array(64).fill(7));
    const { quantisation } = await factsOf(jpegOf({ segments: [tables] }));
    expect(quantisation.map((table) => table.length)).to.deep.equal([64, 64, 64]);
    // Zigzag: the third stored entry is the first of row two, the last is the last.
    expect(quantisation.map((table) => [table[0], table[1], table[8], table[63]])).to.deep.equal([
      [1, 2, 3, 64],
      [7, 7, 7, 7],
      [300, 301, 302, 363],
    ]);
  });

  it('hold the last definition of a quantisation table', async () => {
    const early = segment(0xdb, 0, new Uint8Array(64).fill(9));
    const { quantisation } = await factsOf(jpegOf({ segments: [early] }));
    expect(quantisation[0]?.[0]).to.equal(1);
  });

  const [adobe] = iccSegments(matrixProfile(colorantTags.adobeRgb, gammaCurve(2.2)));
  const profiles = [
    { name: 'sRGB', kind: 'srgb', segments: iccSegments(srgbProfile) },
    { name: 'Display P3', kind: 'other', segments: iccSegments(displayP3Profile) },
    { name: 'Adobe RGB', kind: 'other', segments: [adobe ?? bytes()] },
    { name: 'sRGB in parts', kind: 'srgb', segments: iccSegments(srgbProfile, 100) },
    {
      name: 'sRGB in parts out of order',
      kind: 'srgb',
      segments: iccSegments(srgbProfile, 100).toReversed(),
    },
    {
      name: 'a profile with a part missing',
      kind: 'none',
      segments: iccSegments(displayP3Profile, 100).slice(1),
    },
    {
      // Chromium 156 takes it, libjpeg does not.
      name: 'a profile that is there twice',
      kind: 'other',
      segments: [...iccSegments(displayP3Profile), ...iccSegments(displayP3Profile)],
    },
    {
      name: 'a profile with a part twice',
      kind: 'none',
      segments: iccSegments(displayP3Profile, 100).flatMap((part, index) =>
        index === 1 ? [part, part] : [part],
      ),
    },
    {
      name: 'a profile with its last part twice',
      kind: 'other',
      segments: [
        ...iccSegments(displayP3Profile, 100),
        ...iccSegments(displayP3Profile, 100).slice(-1),
      ],
    },
    {
      name: 'a profile longer than is read',
      kind: 'other',
      segments: iccSegments(bytes(displayP3Profile, new Uint8Array(4 * 1024 * 1024))),
    },
    {
      name: 'zeros longer than is read',
      kind: 'none',
      segments: iccSegments(new Uint8Array(4 * 1024 * 1024 + 1)),
    },
    {
      name: 'a profile beside an empty segment of its kind',
      kind: 'other',
      segments: [segment(0xe2, 'ICC_PROFILE\0'), ...iccSegments(displayP3Profile)],
    },
    { name: 'another use of APP2', kind: 'none', segments: [segment(0xe2, 'MPF\0', 'index')] },
  ];
  for (const { name, kind, segments } of profiles) {
    it(`call ${name} ${kind}`, async () => {
      expect((await factsOf(jpegOf({ segments }))).iccProfile).to.equal(kind);
    });
  }

  // A grey picture shows grey levels by the curve of a profile of RGB, as in Chromium 156.
  const greyProfiles = [
    { name: 'RGB with the curve of sRGB', kind: 'srgb', profile: displayP3Profile },
    {
      name: 'RGB with another curve',
      kind: 'other',
      profile: matrixProfile(colorantTags.displayP3, gammaCurve(1.8)),
    },
    {
      name: 'RGB with tables',
      kind: 'none',
      profile: matrixProfile(colorantTags.displayP3, gammaCurve(1.8), {
        A2B0: bytes('mft2', new Uint8Array(60)),
      }),
    },
    {
      name: 'grey',
      kind: 'other',
      profile: profileOf({ colourSpace: 'GRAY', tags: { kTRC: gammaCurve(1.8) } }),
    },
  ];
  for (const { name, kind, profile } of greyProfiles) {
    it(`call a profile of ${name} ${kind} in a grey picture`, async () => {
      const source = jpegOf({ components: [1], segments: iccSegments(profile) });
      expect((await factsOf(source)).iccProfile).to.equal(kind);
    });
  }

  it('find the end of a scan wherever it lies', async () => {
    const around = (middle: number): readonly number[] =>
      Array.from({ length: 20 }, (_, index) => middle - 10 + index);
    // The borders of the first, second and third stretch that is searched.
    for (const length of [1023, 3070, 7165].flatMap(around)) {
      const content = jpegOf({ late: [new Uint8Array(length)], trailer: bytes('trailing') });
      expect(await factsOf(content), `${length}`).to.include({ width: 16 });
      const cut = content.subarray(0, content.length - 10);
      expect(await factsOrCode(cut), `${length}`).to.include({ width: 16, lacksEnd: true });
    }
  });

  it('take few bytes, as many scans as there may be', async () => {
    const scan = bytes(segment(0xda, 1, 1, 0, 0, 63, 0), new Uint8Array(40));
    const late = Array.from({ length: 99 }, () => scan);
    const source = strictSource(jpegOf({ frameMarker: 0xc2, late, trailer: bytes('trailing') }));
    await readFacts(source);
    expect(source.bytesRead()).to.be.below(3 * source.size);
  });

  const tolerated = [
    { name: 'fill bytes before a marker', content: bytes('\xff\xd8\xff\xff\xff', body) },
    { name: 'garbage between segments', content: bytes('\xff\xd8', tableSegment, 'junk\0', body) },
    {
      name: 'restart markers between segments',
      content: bytes('\xff\xd8', tableSegment, '\xff\xd0\xff\x01', body),
    },
    { name: 'data behind the end', content: jpegOf({ trailer: bytes('trailing') }) },
    {
      name: 'escaped bytes, fill bytes and restarts in scan data',
      content: jpegOf({ late: [bytes('\xff\0\xff\xd3\xff\xff\x01')], trailer: bytes('x') }),
    },
    {
      name: 'a reserved marker between restarts',
      content: jpegOf({ segments: [segment(0xdd, 0, 1)], late: [bytes('\xff\x05')] }),
    },
    {
      name: 'tables, comments and a number of lines behind the only scan',
      content: jpegOf({ late: [tableSegment, segment(0xfe, 'late'), segment(0xdc, 0, 8)] }),
    },
  ];
  for (const { name, content } of tolerated) {
    it(`are read in spite of ${name}`, async () => {
      expect(await factsOf(content)).to.include({ width: 16, height: 8 });
    });
  }
});
