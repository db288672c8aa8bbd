import type { ByteSource } from './bytes.ts';
import type { IccKind } from './icc/header.ts';
import type { ColourModel } from './icc/profile.ts';

/** The media types of sources: those of the specification, and AVIF. Others may be produced where the operator configures them. */
export type SourceMediaType = 'image/avif' | 'image/jpeg' | 'image/png' | 'image/webp';

/** EXIF orientation, 1 (upright) to 8. EXIF 2.32, tag 0x0112. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** The quantisation steps of Y, Cb and Cr, 64 each in natural (row) order, and the resolution of colour. */
export type JpegBlocks = Readonly<{
  steps: readonly (readonly number[])[];
  /** `full`: 4:4:4; `halved`: 4:2:0. */
  colour: 'full' | 'halved' | 'other';
}>;

/** What an image is, read from its headers alone. Nothing has been decoded. */
export type ImageFacts = Readonly<{
  mediaType: SourceMediaType;
  /** Pixels after orientation has been applied. */
  width: number;
  height: number;
  orientation: Orientation;
  /** Bits of one channel: 1, 2, 4, 8, 10, 12 or 16. */
  bitDepth: number;
  colour: ColourModel;
  /** There is an alpha channel or a transparent palette entry or colour; the pixels may still be opaque. */
  hasAlpha: boolean;
  /** 1 for a still image. An APNG whose only frame covers a part of the picture counts as 2. */
  frames: number;
  /**
   * An animation of one frame that covers the picture, which tools cannot read: an APNG whose frame is
   * not its default image, or any WebP.
   */
  isSingleFrame: boolean;
  /** A WebP animation of one frame that covers a part of the picture. Some tools read none. */
  isPartialFrame?: boolean;
  /** The pixels were stored without loss: PNG, and WebP with VP8L frames only. */
  lossless: boolean;
  /** `other` must be converted before it is dropped; `srgb` may be dropped. */
  iccProfile: IccKind;
  /**
   * `other`: a PNG whose gAMA, cHRM or cICP chunks, or an AVIF whose codes describe colours other than
   * sRGB; no tool converts by these. `unconvertible`: codes for which there is no profile, usually of a
   * high dynamic range. `overruled`: a PNG in sRGB by cICP or a profile, whose gAMA chunk says otherwise;
   * some tools follow that gAMA all the same.
   */
  gamma: 'standard' | 'other' | 'unconvertible' | 'overruled';
  /** A JPEG whose scans refine the picture step by step. */
  isProgressive: boolean;
  /** Quantisation tables of a JPEG in the order of their ids, 64 entries each in natural (row) order; empty otherwise. */
  quantisation: readonly (readonly number[])[];
  /** Index of the quantiser of a still lossy WebP, 0 (finest) to 127. */
  quantiser?: number;
  /** A JPEG with restarts, so that a decoder goes on behind damage. */
  hasRestarts?: boolean;
  /** A JPEG without EOI. */
  lacksEnd?: boolean;
  /** How a JPEG of three components stores its blocks; undefined otherwise. */
  blocks?: JpegBlocks | undefined;
  /** An AVIF or a lossy WebP of this service, known by its form as a JPEG is by its tables. */
  isOwnResult?: boolean;
}>;

/** Of a still picture in sRGB that no tables describe. */
export const plainFacts = {
  frames: 1,
  isSingleFrame: false,
  gamma: 'standard',
  isProgressive: false,
  quantisation: [],
} as const;

export type FactsOf = (source: ByteSource) => ImageFacts;
