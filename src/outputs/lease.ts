import { join } from 'node:path';
import type { RecordWithFiles } from './entry-folder.ts';

/** An entry pinned for reading. Its files stay until `release`. */
export type Lease<R> = Readonly<{
  record: R;
  has: (name: string) => boolean;
  /** The path of the file `name`. Throws when the entry has no such file. */
  path: (name: string) => string;
  /** Bytes of the file `name`. Throws when the entry has no such file. */
  size: (name: string) => number;
  /** Another lease on the entry, which is not read again. Throws when this one is released. */
  share: () => Lease<R>;
  /** Unpins the entry. Further calls do nothing. */
  release: () => void;
  [Symbol.dispose]: () => void;
}>;

/**
 * A lease on the entry in `folder`, which is pinned. `pin` is called by `share`, `unpin` once for each lease,
 * by its first `release`.
 */
export const createLease = <R>(
  folder: string,
  stored: RecordWithFiles<R>,
  pins: Readonly<{ pin: () => void; unpin: () => void }>,
): Lease<R> => {
  const { record, files } = stored;
  let isReleased = false;
  const size = (name: string): number => {
    const bytes = files[name];
    if (bytes === undefined) throw new Error(`The entry has no file ${name}.`);
    return bytes;
  };
  const release = (): void => {
    if (isReleased) return;
    isReleased = true;
    pins.unpin();
  };
  const share = (): Lease<R> => {
    if (isReleased) throw new Error('The lease is released.');
    pins.pin();
    return createLease(folder, stored, pins);
  };
  return {
    record,
    has: (name) => files[name] !== undefined,
    path: (name) => {
      size(name);
      return join(folder, name);
    },
    size,
    share,
    release,
    [Symbol.dispose]: release,
  };
};
