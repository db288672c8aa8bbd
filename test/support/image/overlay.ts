import type { Overlay } from '../../../src/image/overlay.ts';
import type { OverlayPicture } from '../../../src/image/pixel-steps.ts';

/** What is laid over pictures: by default a PNG of 20x10 with alpha. */
export const overlayPicture = (fields: Partial<OverlayPicture> = {}): OverlayPicture => ({
  ...{ fileName: 'watermark.png', sha256: 'w'.repeat(64), width: 20, height: 10 },
  ...{ hasAlpha: true, isGrey: false, hasProfile: false },
  ...fields,
});

/** That picture in the middle, in its own size. */
export const overlayOf = (fields: Partial<Overlay> = {}): Overlay => ({
  ...{ picture: overlayPicture(), opacity: 1, at: 'ce', x: 0, y: 0, scale: 0 },
  ...fields,
});
