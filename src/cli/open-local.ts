import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Compressor } from '../bulk/compressor.ts';
import { openCompressor } from '../compose/open-compressor.ts';
import type { LoadedConfig } from '../config/load.ts';
import { StartError, systemCodeOf } from '../errors.ts';

/**
 * The engine in this process, until `opening` is disposed of. `own` is a folder that this process alone uses: what a
 * killed run has left of its work is removed by the next one with the same folder.
 */
export const openLocal = async (
  { config, path }: Pick<LoadedConfig, 'config' | 'path'>,
  opening: AsyncDisposableStack,
  own?: string,
): Promise<Compressor> => {
  const folder = own ?? (await temporaryFolder(opening));
  const onFailure = (failure: Error): void => console.error(`shrinkd: ${failure.message}`);
  const compressor = await openCompressor(config, { path, folder, onFailure });
  opening.defer(compressor.close);
  return compressor;
};

/** A folder that is removed when `opening` is disposed of. @throws StartError where none can be made. */
export const temporaryFolder = async (opening: AsyncDisposableStack): Promise<string> => {
  try {
    return opening.use(await mkdtempDisposable(join(tmpdir(), 'shrinkd-'))).path;
  } catch (error) {
    throw new StartError(
      `No folder can be made in ${tmpdir()} (${systemCodeOf(error)}). Set TMPDIR to another one.`,
      1,
      error,
    );
  }
};
