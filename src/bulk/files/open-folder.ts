import { closeSync, constants, openSync } from 'node:fs';
import { liesAt } from '../../plain-files.ts';
import { bytesOf, joined, type RawPath } from '../raw-path.ts';
import { movedMeanwhile } from './open-source.ts';

/** A folder whose entries are made, moved and removed. */
export type OpenFolder = Readonly<{
  /** The path of an entry, as long as the folder is open. */
  entry: (name: RawPath) => RawPath;
  /** Whether it lies elsewhere than when it was opened. */
  hasMoved: () => boolean;
  /** Closes it. */
  [Symbol.dispose]: () => void;
}>;

/**
 * Opens a folder of a tree, absolute and without links. Paths of its entries lead by its descriptor, since others may
 * put a link in the place of the folder, or of one above it, at any moment (as openat(2) does, which Node has not).
 * @throws the system's error; an error for a folder that lies elsewhere.
 */
export const openFolder = (path: RawPath): OpenFolder => {
  const descriptor = openSync(bytesOf(path), constants.O_RDONLY | constants.O_DIRECTORY);
  const close = (): void => closeSync(descriptor);
  if (!liesAt(descriptor, path, 'latin1')) {
    close();
    throw movedMeanwhile();
  }
  const own = `/proc/self/fd/${descriptor}`;
  return {
    entry: (name) => joined(own, name),
    hasMoved: () => !liesAt(descriptor, path, 'latin1'),
    [Symbol.dispose]: close,
  };
};

/** A folder that this process alone writes to, by its path. */
export const ownFolder = (path: RawPath): OpenFolder => ({
  entry: (name) => joined(path, name),
  hasMoved: () => false,
  [Symbol.dispose]: () => undefined,
});
