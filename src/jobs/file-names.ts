/**
 * Names of a job's files. Tools run inside the job's folder and get names without a path, so that no path
 * appears in their messages.
 */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/png;depth=16': 'deep.png',
  'image/jpeg;saved': 'saved.jpg',
  'image/png;saved': 'saved.png',
  'image/webp;saved': 'saved.webp',
  'image/x-portable-pixmap': 'ppm',
};

/** File name extension for a media type, without a dot. Some tools choose their format by it. */
export const extensionOf = (mediaType: string): string =>
  extensions[mediaType] ?? mediaType.replace(/^image\//, '').replaceAll(/[^a-z0-9]/g, '');

/** The picture as the client sent it. No tool reads it. */
export const originalFileName = (mediaType: string): string => `original.${extensionOf(mediaType)}`;

/** The same picture as tools read it. */
export const sourceFileName = (mediaType: string): string => `source.${extensionOf(mediaType)}`;

/** The picture that is laid over it, as its file is. */
export const watermarkFileName = (mediaType: string): string =>
  `watermark.${extensionOf(mediaType)}`;

export const pixelsFileName = (mediaType: string): string => `pixels.${extensionOf(mediaType)}`;

/** Names of the files for {qtables} and {scans}. One a run, since encoders run side by side with different ones. */
export const parameterFileNames = (output: string) => ({
  qtables: `${output}.qtables`,
  scans: `${output}.scans`,
});
