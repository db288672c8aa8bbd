import { type Pixels } from '../image/pictures.ts';

/** A way to ask for a picture; `width` is that of the result, where it is another one. */
type Way = Readonly<{ title: string; operation: object; width?: number }>;

const white = '#ffffff';

/** Every kind of step on a picture's way: decoding, scaling, each type, filling. */
export const ways: readonly Way[] = [
  { title: 'scaled', operation: { resize: { method: 'scale', width: 43 } }, width: 43 },
  { title: 'as PNG', operation: { convert: { type: 'image/png' } } },
  { title: 'as WebP', operation: { convert: { type: 'image/webp' } } },
  {
    title: 'as JPEG',
    operation: { convert: { type: 'image/jpeg' }, transform: { background: white } },
  },
  { title: 'filled', operation: { transform: { background: white } } },
];

const cells = 8;

/** Mean red, green and blue over white in each cell of a grid of 8x8. */
export const gridOf = ({ width, height, bands, data }: Pixels): Float64Array => {
  const sums = new Float64Array(cells * cells * 3);
  const counts = new Float64Array(cells * cells);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const cell = Math.floor((y * cells) / height) * cells + Math.floor((x * cells) / width);
      const at = (y * width + x) * bands;
      const share = bands === 4 ? data[at + 3]! / 255 : 1;
      counts[cell]! += 1;
      for (let band = 0; band < 3; band++) {
        sums[cell * 3 + band]! += data[at + band]! * share + 255 * (1 - share);
      }
    }
  }
  return sums.map((sum, at) => sum / Math.max(1, counts[Math.floor(at / 3)]!));
};

/** The mean difference of two grids, in levels. */
export const gridDifference = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, level, at) => sum + Math.abs(level - other[at]!), 0) / one.length;
