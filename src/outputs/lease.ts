import { join } from 'node:path';
import type { RecordWithFiles } from './entry-folder.ts';

/** An entry pinned for reading. Its files stay until `release`. */
export type Lease<R> = Readonly<{
  record: R;
  /** The path of the file `name`. Throws when the entry has no such file. */
  path: (name: string) => string;
  /** Bytes of the file `name`. Throws when the entry has no such file. */
  size: (name: string) => number;
  /** Unpins the entry. Further calls do nothing. */
  release: () => void;
  [Symbol.dispose]: () => void;
}>;

/** A lease on the entry in `folder`. `unpin` is called once, by the first `release`. */
export const createLease = <R>(
  folder: string,
  { record, files }: RecordWithFiles<R>,
  unpin: () => void,
): Lease<R> => {
  let isReleased = false;
  const size = (name: string): number => {
    const bytes = files[name];
    if (bytes === undefined) throw new Error(`The entry has no file ${name}.`);
    return bytes;
  };
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    unpin();
  };
  return {
    record,
    path: (name) => {
      size(name);
      return join(folder, name);
    },
    size,
    release,
    [Symbol.dispose]: release,
  };
};
