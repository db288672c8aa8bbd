import type { Bucket } from '../../bucket.ts';
import type { State } from '../../state/state.ts';

/** What both directions of a copy need. */
export type CopyingOptions = Readonly<{
  /** The outputs in files. No service may use it. */
  folder: string;
  bucket: Bucket;
  state: State;
  retentionSeconds: number;
  now: () => number;
  /** Says what would be copied, and copies nothing. */
  isDryRun: boolean;
  onProgress: (copied: CopiedOutputs) => void;
  onProblem: (message: string) => void;
}>;

/** Outputs, and results of operations, until now. */
export type CopiedOutputs = Readonly<{
  total: number;
  /** Copied, and read back. */
  copied: number;
  /** There from an earlier copy. */
  present: number;
  /** Expired, or damaged where they were. */
  skipped: number;
  bytes: number;
}>;

export type CopyCount = Readonly<{
  add: (what: 'copied' | 'present' | 'skipped', bytes?: number) => void;
  counted: () => CopiedOutputs;
}>;

export const createCopyCount = (
  total: number,
  onProgress: CopyingOptions['onProgress'],
): CopyCount => {
  let counted: CopiedOutputs = { total, copied: 0, present: 0, skipped: 0, bytes: 0 };
  return {
    add: (what, bytes = 0) => {
      counted = { ...counted, [what]: counted[what] + 1, bytes: counted.bytes + bytes };
      onProgress(counted);
    },
    counted: () => counted,
  };
};
