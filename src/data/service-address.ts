import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../durable-file.ts';
import { StartError, systemCodeOf } from '../errors.ts';
import type { DataPaths } from './data-folder.ts';

/** Notes at which address the service on this data folder is, for commands that print addresses of it. */
export const writeServiceAddress = (
  { address }: Pick<DataPaths, 'address'>,
  url: string,
): Promise<void> => writeFileAtomically(address, `${url}\n`);

/**
 * The address of the service: `publicUrl`, or else that of the last start on this data folder, without a slash at its
 * end. It is not guessed: a link would give its token to any program that listens there.
 * @throws StartError where it is not known.
 */
export const serviceAddressOf = async (
  publicUrl: string,
  { address: path }: Pick<DataPaths, 'address'>,
): Promise<string> => {
  if (publicUrl !== '') return publicUrl;
  const advice = 'Name it with --public-url or publicUrl.';
  try {
    const address = (await readFile(path, 'utf8')).trim();
    if (/^https:\/\/[^/\s]+$/.test(address)) return address;
    throw new StartError(
      `Browsers reach the service by another address than ${address}. ${advice}`,
    );
  } catch (cause) {
    if (cause instanceof StartError) throw cause;
    const why =
      systemCodeOf(cause) === 'ENOENT'
        ? 'no service has been started on this data folder'
        : `${path} cannot be read (${systemCodeOf(cause)})`;
    throw new StartError(`The address of the service is not known: ${why}. ${advice}`, 1, cause);
  }
};
