import type { ResultTraits } from './outcome.ts';
import { extensionOf, joined, type RawPath } from './raw-path.ts';
import type { FoundFile } from './walk.ts';

/** Where results go. */
export type Destination =
  | Readonly<{ kind: 'in-place' }>
  /** They are measured and dropped, or kept in a folder for as long as the command runs. */
  | Readonly<{ kind: 'nowhere'; kept?: RawPath }>
  /** Beside the source, under its name with the ending of the result's type behind. */
  | Readonly<{ kind: 'beside' }>
  /** In a tree of its own. `isAppended`: named as beside the source. */
  | Readonly<{ kind: 'out'; folder: RawPath; isAppended: boolean }>;

/** Endings of names for media types, the usual one first. */
const endings: Readonly<Record<string, readonly string[]>> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/avif': ['avif'],
};

/**
 * The path of a file's result; undefined where it has none of its own. `prefix` is the folder of the file's tree below
 * that of all results. A name keeps its ending where that suits the result, or where the type has not changed.
 */
export const targetOf = (
  { path, relative }: FoundFile,
  prefix: RawPath,
  destination: Destination,
  { sourceType, mediaType }: Pick<ResultTraits, 'sourceType' | 'mediaType'>,
): RawPath | undefined => {
  const [ending = mediaType.replace(/^image\//, '')] = endings[mediaType] ?? [];
  switch (destination.kind) {
    case 'nowhere':
      return undefined;
    case 'in-place':
      return path;
    case 'beside':
      return `${path}.${ending}`;
    case 'out': {
      const mirrored = joined(joined(destination.folder, prefix), relative);
      if (destination.isAppended) return `${mirrored}.${ending}`;
      const own = extensionOf(mirrored);
      if (sourceType === mediaType || endings[mediaType]?.includes(own) === true) {
        return mirrored;
      }
      return own === '' ? `${mirrored}.${ending}` : `${mirrored.slice(0, -own.length)}${ending}`;
    }
  }
};
