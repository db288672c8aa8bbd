/**
 * A file made to harm, and what becomes of it: a picture that looks as libvips sees the file, a refusal
 * by its headers (413, 415), or any of these, but within the bounds.
 */
export type HostileFile = Readonly<{
  name: string;
  make: () => Buffer;
  becomes: 'picture' | 'too large' | 'refused' | 'either';
  /** A file that libvips sees as browsers see this one, where it sees this one otherwise. */
  looksLike?: () => Buffer;
}>;

/** Files by name, of one fate. */
export const becoming = (
  becomes: HostileFile['becomes'],
  files: Readonly<Record<string, () => Buffer>>,
): readonly HostileFile[] => Object.entries(files).map(([name, make]) => ({ name, make, becomes }));

/** Of bombs within the limits: large enough to hurt, small enough for quick tests. */
export const bombSide = 800;
