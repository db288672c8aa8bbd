import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ServiceError } from '../../../src/errors.ts';
import type { Compressor } from '../../../src/bulk/compressor.ts';

type HalvingCompressor = Compressor &
  Readonly<{
    /** Number of pictures that were compressed. */
    compressed: () => number;
  }>;

/**
 * Takes any file for a picture, and the first half of its bytes for the result. A file that begins with `broken` is none;
 * one that begins with `small` cannot be made smaller. `meanwhile` runs before a result is given.
 */
export const halvingCompressor = ({
  meanwhile = () => undefined,
  resultType = 'image/jpeg',
  isSound = true,
}: Readonly<{
  meanwhile?: () => Promise<void> | void;
  resultType?: string;
  /** Whether results can be decoded. */
  isSound?: boolean;
}> = {}): HalvingCompressor => {
  let count = 0;
  return {
    compress: async (body) => {
      const bytes = await buffer(body);
      if (bytes.toString().startsWith('broken')) {
        throw new ServiceError('decode_failed', 'The picture is broken.');
      }
      await meanwhile();
      count += 1;
      const isSmall = bytes.toString().startsWith('small');
      const result = isSmall ? bytes : bytes.subarray(0, Math.ceil(bytes.length / 2));
      const folder = await mkdtemp(join(tmpdir(), 'shrinkd-test-result-'));
      const path = join(folder, 'result');
      await writeFile(path, result);
      return {
        ...{ path, bytes: result.length, sha256: hash('sha256', result) },
        made: {
          ...{ sourceType: 'image/jpeg', mediaType: resultType, encoders: 'half' },
          ...{ settings: { quality: 50 }, score: 80.5, worstPlace: 70.1, milliseconds: 1 },
        },
        source: { bytes: bytes.length, sha256: hash('sha256', bytes) },
        [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
      };
    },
    check: async (body) => {
      await buffer(body);
      if (!isSound) throw new ServiceError('decode_failed', 'The result is broken.');
    },
    preview: async (body) => {
      const shown = (await buffer(body)).toString('base64');
      return { url: `data:image/png;base64,${shown}`, size: { width: 4, height: 3 } };
    },
    settings: 'halved',
    atOnce: 2,
    close: async () => undefined,
    compressed: () => count,
  };
};
