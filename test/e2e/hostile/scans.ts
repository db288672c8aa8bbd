import { bytes, segment, tableSegment, uint16 } from '../../support/image/builders.ts';

/** One scan of a grey picture: coefficients `[first, last]`, from bit `high` (0: none yet) to bit `low`. */
type Scan = Readonly<{ first: number; last: number; high: number; low: number }>;

/** A code of one bit for `symbol`. */
const oneCode = (id: number, symbol: number): Buffer => bytes(id, 1, new Uint8Array(15), symbol);

/** Every refinement of every coefficient: as many as a progressive JPEG can have by the rules. */
const refinements: readonly Scan[] = Array.from({ length: 63 }, (_, index) => index + 1).flatMap(
  (at) =>
    Array.from({ length: 14 }, (_, step) => ({
      ...{ first: at, last: at },
      ...{ high: step === 0 ? 0 : 14 - step, low: 13 - step },
    })),
);

/** The longest run of blocks that one code ends; 14 more bits hold its length. ITU T.81, G.1.2.2. */
const longestRun = 0x7fff;

/** As many runs as `blocks` need; each is 15 bits. */
const emptyBlocks = (blocks: number): Buffer => {
  const runs = Math.ceil(blocks / longestRun);
  const bits = `0${'1'.repeat(14)}`.repeat(runs).padEnd(Math.ceil((runs * 15) / 8) * 8, '1');
  const data = Array.from({ length: bits.length / 8 }, (_, at) =>
    Number.parseInt(bits.slice(at * 8, at * 8 + 8), 2),
  );
  return bytes(...data.flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte])));
};

const scanSegment = ({ first, last, high, low }: Scan): Buffer =>
  segment(0xda, 1, 1, 0, first, last, (high << 4) | low);

/** A grey progressive JPEG of one colour, `side` pixels square, of `count` scans (at most 882) after its first. */
export const scanBomb = (side: number, count: number): Buffer => {
  const blocks = Math.ceil(side / 8) ** 2;
  const nothing = emptyBlocks(blocks);
  return bytes(
    '\xff\xd8',
    tableSegment,
    segment(0xc2, 8, uint16(side), uint16(side), 1, 1, 0x11, 0),
    segment(0xc4, oneCode(0x00, 0), oneCode(0x10, 0xe0)),
    scanSegment({ first: 0, last: 0, high: 0, low: 0 }),
    new Uint8Array(Math.ceil(blocks / 8)),
    ...refinements.slice(0, count).flatMap((scan) => [scanSegment(scan), nothing]),
    '\xff\xd9',
  );
};
