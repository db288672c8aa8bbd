import type { Frame } from './frame.ts';
import type { Segment } from './segments.ts';

/** The contents of an SOS segment: ids of components, a range of coefficients, and of their bits. ITU T.81, B.2.3. */
export type Scan = Readonly<{
  components: readonly number[];
  first: number;
  last: number;
  /** Bits that are left for later scans, before this one and behind it. */
  highBits: number;
  lowBits: number;
}>;

/** What a segment cut short lacks counts as 0. */
export const scanOf = ({ payload }: Segment): Scan => {
  const header = payload.read(0, payload.size);
  const count = header[0] ?? 0;
  const components = Array.from({ length: count }, (_, at) => header[1 + at * 2] ?? 0);
  const [first = 0, last = 0, bits = 0] = header.subarray(1 + count * 2);
  return { components, first, last, highBits: bits >> 4, lowBits: bits & 15 };
};

const coefficients = Array.from({ length: 64 }, (_, at) => at);

/** Whether no further scan could add to the picture: these have each bit of each coefficient. */
export const areAllScans = (scans: readonly Scan[], { layout, progressive }: Frame): boolean =>
  layout.every(({ id }) => {
    const own = scans.filter(({ components }) => components.includes(id));
    const isTold = (at: number): boolean =>
      own.some(({ first, last, lowBits }) => first <= at && at <= last && lowBits === 0);
    return progressive ? coefficients.every(isTold) : own.length > 0;
  });
