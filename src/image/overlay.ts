import { type compass, placeOver, spanOf, toEven } from './gravity.ts';
import type { OverlayPicture, PixelStep } from './pixel-steps.ts';
import type { Size } from './rectangle.ts';

/** How a picture is laid over another one. */
export type Overlay = Readonly<{
  picture: OverlayPicture;
  /** Above 0, up to 1. */
  opacity: number;
  /** `re`: again and again, over the whole picture. */
  at: (typeof compass)[number] | 're';
  /** As those of a gravity; with `re`, what is between two. */
  x: number;
  y: number;
  /** The box that it fits in, as a share of the picture; 0: it has its own size. */
  scale: number;
}>;

/** The step that lays it over a picture (imgproxy, processing/watermark.go). */
export const overlayStep = (over: Size, overlay: Overlay, dpr: number): PixelStep => {
  const { picture, opacity, at, x, y } = overlay;
  const size = scaledIn(over, overlay);
  const fade: readonly PixelStep[] = opacity === 1 ? [] : [{ kind: 'fade', opacity }];
  const scaled: readonly PixelStep[] = [{ kind: 'scale', size }, ...fade];
  if (at !== 're') {
    const gravity = { kind: 'compass', at, x, y } as const;
    return { kind: 'composite', picture, steps: scaled, ...placeOver(over, size, gravity, dpr) };
  }
  // Wider gaps than the picture look the same.
  const gap = {
    width: Math.min(over.width, spanOf(x, over.width, dpr)),
    height: Math.min(over.height, spanOf(y, over.height, dpr)),
  };
  const tile = { width: size.width + gap.width, height: size.height + gap.height };
  const inTile = { left: Math.floor(gap.width / 2), top: Math.floor(gap.height / 2) };
  const first = {
    left: firstTile(over.width, tile.width),
    top: firstTile(over.height, tile.height),
  };
  const steps: readonly PixelStep[] = [
    ...scaled,
    { kind: 'embed', size: tile, ...inTile, by: 'clear' },
    { kind: 'embed', size: over, ...first, by: 'repeat' },
  ];
  return { kind: 'composite', picture, steps, left: 0, top: 0 };
};

const scaledIn = (over: Size, { picture: { width, height }, scale }: Overlay): Size => {
  if (scale === 0) return { width, height };
  const [most, highest] = [over.width, over.height].map((side) =>
    Math.max(1, toEven(side * scale)),
  ) as [number, number];
  const factor = Math.min(most / width, highest / height);
  return {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  };
};

/** Where a whole tile begins, above 0, so that another one has its middle in that of the side. */
const firstTile = (side: number, tile: number): number => {
  const tiles = Math.ceil(side / tile);
  const odd = tiles % 2 === 0 ? tiles + 1 : tiles;
  return tile - (Math.floor((odd * tile - side) / 2) % tile);
};
