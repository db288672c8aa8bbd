import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pixmapBytes } from '../../../src/image/pixmap.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { digestOf, remembered } from './cache.ts';
import { inFolder, run } from './tools.ts';

/** SSIMULACRA2 of a result against its source, by the program of its authors; remembered. */
export type ReferenceScore = (source: Raster, result: Raster) => Promise<number>;

/** Fetches the program when it is not there. */
export const ssimulacra2 = async (): Promise<ReferenceScore> => {
  const setup = fileURLToPath(new URL('setup-ssimulacra2', import.meta.url));
  const [command = '', ...args] = (await run(setup)).trim().split('\n');
  return (source, result) => {
    const files = [pixmapBytes(source), pixmapBytes(result)] as const;
    const measure = async (folder: string): Promise<number> => {
      const paths = [join(folder, 'source.pam'), join(folder, 'result.pam')] as const;
      await Promise.all(paths.map((path, index) => writeFile(path, files[index] ?? '')));
      return Number(await run(command, ...args, ...paths));
    };
    return remembered(digestOf('ssimulacra2', ...files), () => inFolder(measure));
  };
};
