/** A chromaticity: x and y of CIE 1931. */
export type Chromaticity = readonly [x: number, y: number];

export type Primaries = Readonly<{
  white: Chromaticity;
  red: Chromaticity;
  green: Chromaticity;
  blue: Chromaticity;
}>;

/** The transfer from encoded to linear values: sRGB's curve, or a power. */
export type TransferFunction = 'srgb' | number;

/** The colour space of an RGB or grey picture. */
export type ColourSpace = Readonly<{ primaries: Primaries; transfer: TransferFunction }>;

/** Of sRGB and most other spaces. */
export const d65: Chromaticity = [0.3127, 0.329];

export const srgbPrimaries: Primaries = {
  white: d65,
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
};

type Vector = readonly [number, number, number];
/** Three rows. */
type Matrix = readonly [Vector, Vector, Vector];

/** The Bradford matrix, by which ICC adapts to another white point. ICC.1:2022, annex E. */
const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

/** The illuminant of the profile connection space, which is part of every header. ICC.1:2022, 7.2.16. */
export const d50: Vector = [0.9642, 1, 0.8249];

/**
 * XYZ of full red, green and blue, adapted to D50; undefined where the primaries lie on one line.
 * Source: SMPTE RP 177; ICC.1:2022, annex E.
 */
export const colorantsOf = (primaries: Primaries): readonly Vector[] | undefined => {
  const { white, red, green, blue } = primaries;
  const colours = [red, green, blue].map(xyzOf) as unknown as Matrix;
  const amounts = applied(inverse(transposed(colours)), xyzOf(white));
  const [from, to] = [applied(bradford, xyzOf(white)), applied(bradford, d50)];
  const back = inverse(bradford);
  const colorants = colours.map((colour, index) => {
    const [l, m, s] = applied(bradford, scaled(colour, amounts[index] ?? 0));
    return applied(back, [(l * to[0]) / from[0], (m * to[1]) / from[1], (s * to[2]) / from[2]]);
  });
  return colorants.flat().every((value) => Math.abs(value) < 4) ? colorants : undefined;
};

const xyzOf = ([x, y]: Chromaticity): Vector => [x / y, 1, (1 - x - y) / y];

const applied = (matrix: Matrix, [a, b, c]: Vector): Vector =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Vector;

/** The inverse; its numbers are not finite where the determinant is 0. */
const inverse = (matrix: Matrix): Matrix => {
  const [a, b, c] = matrix;
  const determinant = applied([a, a, a], cross(b, c))[0];
  const columns = [cross(b, c), cross(c, a), cross(a, b)] as const;
  return transposed(columns.map((column) => scaled(column, 1 / determinant)) as unknown as Matrix);
};

const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const transposed = ([a, b, c]: Matrix): Matrix => [
  [a[0], b[0], c[0]],
  [a[1], b[1], c[1]],
  [a[2], b[2], c[2]],
];

const scaled = (vector: Vector, factor: number): Vector =>
  vector.map((value) => value * factor) as unknown as Vector;
