import type { ByteSource } from '../bytes.ts';
import { decodeFailed } from '../decode-failed.ts';
import type { SequenceHeader } from './sequence-header.ts';

/**
 * Decoders make room by the configuration, and show nothing where the bitstream needs another. That of alpha counts
 * for its depth alone. AV1-ISOBMFF 1.3, 2.3.3 (av1C).
 */
export const requireSameFormat = (
  av1C: ByteSource | undefined,
  header: SequenceHeader,
  isAlpha: boolean,
): void => {
  const [version, , flags, delay = 0] = av1C?.read(0, 4) ?? [];
  if (version === undefined || flags === undefined) return;
  if (version !== firstVersion || !isKnownDelay(delay)) {
    throw decodeFailed('AVIF has a picture of unknown configuration.');
  }
  const bitDepth = (flags & highBit) === 0 ? 8 : (flags & twelveBit) === 0 ? 10 : 12;
  const isSame =
    bitDepth === header.bitDepth &&
    (isAlpha ||
      (((flags & monochromeBit) !== 0) === header.isMonochrome &&
        ((flags & subsampledBit) !== 0) === header.isSubsampled));
  if (!isSame) throw decodeFailed('AVIF has a picture of contradictory format.');
};

const [highBit, twelveBit, monochromeBit, subsampledBit] = [0x40, 0x20, 0x10, 0x08];

/** Behind a bit that is always set. */
const firstVersion = 0x81;

/** Four bits, where a bit says so; the others are reserved. */
const isKnownDelay = (delay: number): boolean => delay === 0 || delay >> 4 === 1;
