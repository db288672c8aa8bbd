import type { Identity } from '../files/identity.ts';
import type { ResultTraits } from '../outcome.ts';
import type { RawPath } from '../raw-path.ts';

/**
 * What was done with one file. It is written before the file is changed: where the file, or its target, is still
 * another one than `target` says, it was not done.
 */
export type JournalRecord = Readonly<{
  /** Names the source; see `Journal`. */
  path: RawPath;
  /** `left`: nothing was written. `undone`: what an earlier record says no longer holds. */
  kind: 'replaced' | 'created' | 'left' | 'undone';
  source: Identity;
  /** Digest of the source's bytes; empty where they were not read. */
  sha256: string;
  /** Digest of the wishes and settings. */
  settings: string;
  /** The file that was written. */
  target?: Identity & Readonly<{ path: RawPath }>;
  /** The earlier result at the target that was to be replaced. */
  former?: Identity;
  /** Permissions of a file that was replaced. */
  mode?: number;
  /** Whether its original is kept. */
  isKept?: boolean;
  made?: ResultTraits;
}>;
