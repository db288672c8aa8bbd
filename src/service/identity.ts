import { createHash } from 'node:crypto';
import type { EncoderTable } from '../image/encoder.ts';

/** Equal for equal sources under an equal encoder configuration and equal tool versions. */
export const identityBy =
  ({ encoders, types }: EncoderTable, versions: Readonly<Record<string, string>>) =>
  (source: string, operation = ''): string =>
    createHash('sha256')
      .update(JSON.stringify({ format: 1, source, operation, encoders, types, versions }))
      .digest('hex');
