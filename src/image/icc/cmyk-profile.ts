import { concatenated, viewOf } from '../bytes.ts';
import { colorantsOf, srgbPrimaries } from './colour-space.ts';
import { curveOf, d50White, fixed, profileBytes, typed } from './made-profile.ts';

const [inks, colours] = [4, 3];

/**
 * Nodes for each ink. Between nodes, colour engines interpolate along tetrahedra, which differs from a
 * product of inks: with 17 nodes by a quarter of a level of 255.
 */
const nodes = 17;

/** Connection space values reach 1 + 32767/32768. ICC.1:2022, 10.17. */
const connectionScale = 32_768 / 65_535;

/**
 * An ICC profile for CMYK pixels without one, which gives the colours that browsers show: each of
 * red, green and blue is what its ink and black leave of it, as sRGB. ICC.1:2022, 10.12.
 */
export const screenCmykProfile = (): Uint8Array => {
  const identity = curveOf(1);
  const repeated = (curve: Uint8Array, count: number): Uint8Array =>
    concatenated(Array.from({ length: count }, () => curve));
  const colorants = colorantsOf(srgbPrimaries) ?? [];
  // Rows give X, Y and Z, and then what is added.
  const rows = [0, 1, 2].flatMap((axis) => colorants.map((colorant) => colorant[axis] ?? 0));
  const matrix = fixed([...rows.map((value) => value * connectionScale), 0, 0, 0]);
  const parts = [
    repeated(identity, colours),
    matrix,
    repeated(curveOf('srgb'), colours),
    table(),
    repeated(identity, inks),
  ];
  const header = new Uint8Array(24);
  header.set([inks, colours]);
  const view = viewOf(header);
  let offset = tagHeaderBytes;
  for (const [index, part] of parts.entries()) {
    view.setUint32(4 + index * 4, offset);
    offset += part.length;
  }
  const toScreen = typed('mAB ', header, ...parts);
  return profileBytes('CMYK', [
    ['wtpt', d50White],
    ['A2B0', toScreen],
  ]);
};

/** Of the type, its reserved bytes, the numbers of channels and five offsets. */
const tagHeaderBytes = 32;

/** What the inks leave of red, green and blue, in 16 bits. The last ink, black, changes fastest. */
const table = (): Uint8Array => {
  const header = new Uint8Array(20);
  header.fill(nodes, 0, inks);
  header[16] = 2;
  // Curves follow, which begin at a multiple of 4.
  const values = new Uint8Array(Math.ceil((nodes ** inks * colours * 2) / 4) * 4);
  const view = viewOf(values);
  const left = Array.from({ length: nodes }, (_, node) => 1 - node / (nodes - 1));
  let at = 0;
  for (const red of left) {
    for (const green of left) {
      for (const blue of left) {
        for (const black of left) {
          for (const colour of [red, green, blue]) {
            view.setUint16(at, Math.round(colour * black * 65_535));
            at += 2;
          }
        }
      }
    }
  }
  return concatenated([header, values]);
};
