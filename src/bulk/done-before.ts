import { hasSameContent } from './files/identity.ts';
import { identityAt } from './files/temporary.ts';
import type { Outcome } from './outcome.ts';
import { keyOf, pathOf, type State, statesOf, type Tree } from './tree.ts';
import type { RawPath } from './raw-path.ts';
import type { FoundFile } from './walk.ts';

/**
 * What an earlier run did with a file, where that still holds; undefined where the file is to be compressed. It reads
 * the length and time of files alone, since there may be many. A file that was replaced stays as it is whatever the
 * settings are now, since it would lose quality again.
 */
export const doneBefore = (
  { path }: FoundFile,
  tree: Tree,
  settings: string,
): Outcome | undefined => {
  for (const state of statesOf([tree])) {
    const outcome = outcomeIn(state, path, settings);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
};

const outcomeIn = (state: State, path: RawPath, settings: string): Outcome | undefined => {
  const record = state.journal.find(keyOf(state, path));
  const found = record === undefined ? undefined : identityAt(path);
  if (record === undefined || found === undefined) return undefined;
  const { kind, source, target, made, isKept, sha256 } = record;
  const done = { path, happened: 'done' as const, before: source.bytes, ...(made && { made }) };
  if (kind === 'replaced') {
    if (target === undefined || !hasSameContent(found, target)) return undefined;
    const original = isKept === true ? { original: state.originals.pathOf(sha256) } : {};
    return { ...done, after: target.bytes, target: path, ...original };
  }
  if (kind === 'undone' || record.settings !== settings || !hasSameContent(found, source)) {
    return undefined;
  }
  if (target === undefined) return { ...done, after: source.bytes };
  const targetPath = pathOf(state, target.path);
  const result = identityAt(targetPath);
  if (result === undefined || !hasSameContent(result, target)) return undefined;
  return { ...done, after: target.bytes, target: targetPath, original: path };
};
