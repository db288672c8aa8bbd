import { isSimdSupported } from '../../simd.ts';
import type { MakeBuiltin } from '../race/run-encoder.ts';
import type { Scorer } from '../scorer/client.ts';

/**
 * Makes what encoders make that are built in, in the process that works on pixels. On a processor without SIMD, which
 * that needs, they decline everything.
 */
export const createMakeBuiltin =
  ({ make }: Pick<Scorer, 'make'>, isSupported = isSimdSupported()): MakeBuiltin =>
  async ({ folder, client, endBy }, derived, { input, output }) => {
    if (!isSupported) return { verdict: 'declined', milliseconds: 0 };
    const files = { source: folder.file(input), result: folder.file(output) };
    return make({ ...files, derived }, { client, endBy });
  };
