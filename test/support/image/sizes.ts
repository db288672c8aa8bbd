import type { Framing } from '../../../src/image/framing.ts';
import { centre } from '../../../src/image/gravity.ts';
import type { Resize } from '../../../src/image/geometry.ts';
import type { Size } from '../../../src/image/rectangle.ts';

/** `600x400` as a size. */
export const sizeIn = (text: string): Size => {
  const [width = 0, height = 0] = text.split('x').map(Number);
  return { width, height };
};

/** `scale 150x` as what is asked for. */
export const resizeIn = (text: string): Resize => {
  const [method, box = ''] = text.split(' ');
  const { width, height } = sizeIn(box);
  return { method, ...(width > 0 && { width }), ...(height > 0 && { height }) } as Resize;
};

/** A framing that changes nothing but for these fields. */
export const framing = (fields: Partial<Framing>): Framing => ({
  ...{ method: 'framing', type: 'fit', width: 0, height: 0, dpr: 1, enlarge: false },
  gravity: centre,
  ...fields,
});
