import type { ByteSource } from '../../../src/image/bytes.ts';
import { markers, segmentsOf } from '../../../src/image/jpeg/segments.ts';

/** Where the data of each scan of a JPEG ends. */
export const scanEndsOf = (jpeg: ByteSource): readonly number[] => {
  const segments = [...segmentsOf(jpeg)];
  return segments.flatMap(({ end }, at) => (segments[at - 1]?.marker === markers.SOS ? [end] : []));
};
