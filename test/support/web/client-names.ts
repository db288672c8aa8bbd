/** The module of the page that names files, which needs no browser. */
const module = (await import(
  String(new URL('../../../src/web/client/file-name.js', import.meta.url))
)) as Readonly<{
  savedName: (name: string, mediaType: string) => string;
  entryNames: (names: readonly string[]) => readonly string[];
}>;

export const { savedName, entryNames } = module;
