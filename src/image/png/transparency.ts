import { transparentColourBytes, type PngPicture } from './picture-chunks.ts';

/** Colours that pixels of these bits can name. */
export const mostColours = ({ header }: PngPicture): number => 2 ** header.bitDepth;

/**
 * What counts of a tRNS chunk: the alpha of each colour of a palette that pixels can name, or one colour as 16
 * bits a channel, of which the bits above those of the pixels are none, as in browsers. Undefined without the
 * chunk. PNG, 11.3.1.1.
 */
export const transparencyOf = (picture: PngPicture): Uint8Array | undefined => {
  const { header, find } = picture;
  const data = find('tRNS')?.data;
  if (data === undefined) return undefined;
  if (header.colour === 'palette') {
    const colours = (find('PLTE')?.data.size ?? 0) / 3;
    return data.read(0, Math.min(data.size, colours, mostColours(picture)));
  }
  const masks = header.bitDepth === 16 ? [255, 255] : [0, 2 ** header.bitDepth - 1];
  return data
    .read(0, transparentColourBytes(header.colour))
    .map((byte, index) => byte & (masks[index % 2] ?? 0));
};
