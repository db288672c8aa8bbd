/** Names of a job's files. Tools run inside the job's folder and are given names without a path, so that none can appear in what they print. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/x-portable-pixmap': 'ppm',
};

/** File name extension for a media type, without a dot; some tools choose their format by it. */
export const extensionOf = (mediaType: string): string =>
  extensions[mediaType] ?? mediaType.replace(/^image\//, '').replaceAll(/[^a-z0-9]/g, '');

export const sourceFileName = (mediaType: string): string => `source.${extensionOf(mediaType)}`;

export const pixelsFileName = (mediaType: string): string => `pixels.${extensionOf(mediaType)}`;

/** File of the quantisation tables of one scale. */
export const qtablesFileName = (scale: number): string => `qtables-${scale}.txt`;
