import type { Colour } from './colour.ts';
import type { Rectangle, Size } from './rectangle.ts';

/** Which edges of a picture are cut away: those of one colour. */
export type Trim = Readonly<{
  /** How far the levels of a channel may differ from the colour, of 255. */
  threshold: number;
  /** Undefined: that of the left upper corner. */
  colour: Colour | undefined;
  /** Whether as much is cut away left as right, and above as below: the less of both. */
  isEqual: Readonly<{ horizontal: boolean; vertical: boolean }>;
}>;

/** What stays, by the area of other colours that was found; undefined where all does, as where all is one colour. */
export const trimmedArea = (
  source: Size,
  found: Rectangle,
  { isEqual }: Trim,
): Rectangle | undefined => {
  if (found.width === 0 || found.height === 0) return undefined;
  const across = equalOf(found.left, found.width, source.width, isEqual.horizontal);
  const down = equalOf(found.top, found.height, source.height, isEqual.vertical);
  if (across.length === source.width && down.length === source.height) return undefined;
  return { left: across.start, top: down.start, width: across.length, height: down.length };
};

const equalOf = (
  start: number,
  length: number,
  side: number,
  isEqual: boolean,
): Readonly<{ start: number; length: number }> => {
  const cut = Math.min(start, side - start - length);
  return isEqual ? { start: cut, length: side - 2 * cut } : { start, length };
};
