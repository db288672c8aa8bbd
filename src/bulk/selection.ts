import { globMatcher } from './glob.ts';
import { extensionOf, type RawPath, textOf } from './raw-path.ts';

type Patterns = readonly string[] | undefined;

const pictureExtensions: readonly string[] = ['avif', 'jpeg', 'jpg', 'png', 'webp'];

/** Whether a name ends like that of a picture. */
export const isPictureName = (path: RawPath): boolean =>
  pictureExtensions.includes(extensionOf(path));

/**
 * Takes the files that a pattern of `include` matches, or those that are called as pictures are where there is none,
 * but for those that a pattern of `exclude` matches. A pattern without a slash matches the name of a file or folder
 * anywhere, one with a slash the path from the top of the tree. Capital and small letters are the same.
 */
export const createSelection = ({
  include = [],
  exclude = [],
}: Readonly<{ include?: Patterns; exclude?: Patterns }>) => {
  const isIncluded = include.length === 0 ? isPictureName : matcherOf(include);
  const isExcluded = matcherOf(exclude);
  return {
    takesFile: (path: RawPath): boolean => isIncluded(path) && !isExcluded(path),
    /** Whether anything in a folder may be taken. */
    takesFolder: (path: RawPath): boolean => !isExcluded(path),
  };
};

/** Which files of a tree are taken. Paths are relative to the tree. */
export type Selection = ReturnType<typeof createSelection>;

const matcherOf = (given: readonly string[]): ((path: RawPath) => boolean) => {
  const patterns = given.map((pattern) => globMatcher(globOf(pattern)));
  return (path) => {
    if (patterns.length === 0) return false;
    const text = textOf(path).toLowerCase();
    return patterns.some((matches) => matches(text));
  };
};

/** `**` stands for no folder too. A pattern that ends with a slash means all of a folder. */
const globOf = (pattern: string): string => {
  const lower = pattern.toLowerCase().replace(/^\.?\//, '');
  const whole = lower.endsWith('/') ? `${lower}**` : lower;
  return pattern.includes('/') ? whole : `**/${whole}`;
};
