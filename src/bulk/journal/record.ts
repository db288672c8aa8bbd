import type { Identity } from '../files/identity.ts';
import type { Made } from '../outcome.ts';
import { type PathFields, pathFieldsOf, pathIn, type RawPath } from '../raw-path.ts';

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
  made?: Made;
}>;

/** The record as a line of JSON, without the end of the line. */
export const lineOf = (record: JournalRecord): string => {
  const { path, source, target, former, ...fields } = record;
  return JSON.stringify({
    ...pathFieldsOf(path),
    ...fields,
    source: jsonOf(source),
    ...(target && { target: { ...pathFieldsOf(target.path), ...jsonOf(target) } }),
    ...(former && { former: jsonOf(former) }),
  });
};

/** The record in a line; undefined for one that is not whole, as the last one of a killed process may be. */
export const recordOf = (line: string): JournalRecord | undefined => {
  try {
    const { path, pathBase64, source, target, former, ...fields } = JSON.parse(line) as JsonRecord;
    return {
      ...fields,
      path: pathIn({ path, ...(pathBase64 !== undefined && { pathBase64 }) }),
      source: identityIn(source),
      ...(target && { target: { path: pathIn(target), ...identityIn(target) } }),
      ...(former && { former: identityIn(former) }),
    };
  } catch {
    return undefined;
  }
};

/** Numbers of 64 bits are text in JSON. */
type JsonIdentity = Readonly<{ inode: string; bytes: number; modifiedNs: string }>;

type JsonRecord = Omit<JournalRecord, 'path' | 'source' | 'target' | 'former'> &
  PathFields &
  Readonly<{ source: JsonIdentity; target?: PathFields & JsonIdentity; former?: JsonIdentity }>;

const jsonOf = ({ inode, bytes, modifiedNs }: Identity): JsonIdentity => ({
  inode: String(inode),
  bytes,
  modifiedNs: String(modifiedNs),
});

const identityIn = ({ inode, bytes, modifiedNs }: JsonIdentity): Identity => ({
  inode: BigInt(inode),
  bytes,
  modifiedNs: BigInt(modifiedNs),
});
