import leven from 'leven';

/** The known name that is most like a wrong one, in upper or lower case; undefined where none is like it. */
export const likeName = (wrong: string, known: readonly string[]): string | undefined => {
  if (wrong.length > longestName) return undefined;
  const [nearest] = known
    .map((name) => ({ name, edits: leven(wrong.toLowerCase(), name.toLowerCase()) }))
    .toSorted((one, other) => one.edits - other.edits);
  const most = Math.min(2, Math.floor((wrong.length + 1) / 3));
  return nearest !== undefined && nearest.edits <= most ? nearest.name : undefined;
};

/** Longer ones are of strangers who want to keep the service busy. */
const longestName = 60;

/** ` Did you mean "quality"?`; empty where no known name is like the wrong one. */
export const didYouMean = (wrong: string, known: readonly string[]): string => {
  const like = likeName(wrong, known);
  return like === undefined ? '' : ` Did you mean "${like}"?`;
};
