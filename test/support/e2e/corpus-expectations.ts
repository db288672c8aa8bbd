/** The answer that a file must get: 201, or an error's status and name. */
export type Expected = Readonly<{ status: number; error?: string; why: string }>;

const compressed = (why: string): Expected => ({ status: 201, why });
const undecodable = (why: string): Expected => ({ status: 415, error: 'DecodeError', why });
const unknownType = (why: string): Expected => ({
  status: 415,
  error: 'Unsupported media type',
  why,
});
const tooLarge = (why: string): Expected => ({
  status: 413,
  error: 'Request entity too large',
  why,
});

/** The answers to the corpus' odd and damaged files, one by one. All others must be compressed. */
export const expectations: Readonly<Record<string, Expected>> = {
  'odd/12bit.jpg': undecodable('no common decoder reads 12 bits'),
  'odd/anim-squares.webp': compressed('animated'),
  'odd/anim.webp': compressed('animated, transparent'),
  'odd/apng.png': compressed('animated'),
  'odd/arith.jpg': compressed('arithmetic coding'),
  'odd/bigheight.webp': compressed('tall'),
  'odd/bomb.jpg': tooLarge('280 million pixels'),
  'odd/bomb65536.png': tooLarge('4,295 million pixels'),
  'odd/cmyk-adobe.jpg': compressed('CMYK without a profile'),
  'odd/cmyk-noprofile.jpg': compressed('CMYK without a profile'),
  'odd/concert-graygamma.jpg': compressed('grey with a profile of its own'),
  'odd/flag16.png': compressed('16 bits without a profile'),
  'odd/four-components.jpg': compressed('YCCK'),
  'odd/grey.jpg': compressed('grey'),
  'odd/grey16alpha.png': compressed('16 bits, grey and alpha, with a profile'),
  'odd/interlaced.png': compressed('Adam7, gamma of its own'),
  'odd/lossless.webp': compressed('lossless'),
  'odd/multicolor-lossless.webp': compressed('lossless'),
  'odd/near_lossless_75.webp': compressed('nearly lossless'),
  'odd/one_color.webp': compressed('28 bytes: returned as it came'),
  'odd/pngsuite-PngSuite.png': compressed('the logo of a test suite'),
  'odd/pngsuite-basn0g01.png': compressed('1 bit'),
  'odd/pngsuite-basn0g16.png': compressed('16 bits, grey'),
  'odd/pngsuite-basn2c16.png': compressed('16 bits'),
  'odd/pngsuite-basn3p01.png': compressed('palette of two'),
  'odd/pngsuite-basn4a08.png': compressed('grey and alpha'),
  'odd/pngsuite-basn4a16.png': compressed('16 bits, grey and alpha'),
  'odd/pngsuite-basn6a16.png': compressed('16 bits and alpha'),
  'odd/pngsuite-cs3n2c16.png': compressed('13 significant bits'),
  'odd/pngsuite-oi9n2c16.png': compressed('image data of one byte a chunk'),
  'odd/pngsuite-s01n3p01.png': compressed('a single pixel'),
  'odd/pngsuite-z00n2c08.png': compressed('not compressed before'),
  'odd/progressive.jpg': compressed('progressive'),
  'odd/random.jpg': compressed('noise'),
  'odd/tbgn2c16.png': compressed('16 bits, one colour transparent'),
  'odd/transparent-all.png': compressed('nothing to be seen'),
  'odd/weird-sampling.jpg': compressed('unusual sampling factors'),
  'odd/xyb.jpg': compressed('a profile of tables for one intent'),
  'corrupt/bad_palette_index.webp': compressed('decoders read over it'),
  'corrupt/corrupt-header.jpg': undecodable('a segment of impossible length'),
  'corrupt/exif-invalid-1.jpg': compressed('only its EXIF is damaged, which goes anyway'),
  'corrupt/pngsuite-xc1n0g08.png': undecodable('colour type 1'),
  'corrupt/pngsuite-xcrn0g04.png': unknownType('its signature has been through a text filter'),
  'corrupt/pngsuite-xcsn0g01.png': undecodable('wrong checksum of the image data'),
  'corrupt/pngsuite-xd0n2c08.png': undecodable('bit depth 0'),
  'corrupt/pngsuite-xdtn0g01.png': undecodable('no image data'),
  'corrupt/pngsuite-xhdn0g08.png': undecodable('wrong checksum of the header'),
  'corrupt/pngsuite-xlfn0g04.png': unknownType('its signature has been through a text filter'),
  'corrupt/pngsuite-xs1n0g01.png': unknownType('a bit of its signature is wrong'),
  'corrupt/truncated.jpg': undecodable('cut'),
  'corrupt/truncated.png': undecodable('cut'),
};

/** Levels of 256 by which a result may differ in the mean, seen from afar (`differenceOf`). */
export const bounds = { colour: 4, alpha: 2 } as const;

/** Pictures that fixed settings change more: colour is kept for every second pixel only (4:2:0). */
export const widerBounds: Readonly<Record<string, number>> = {
  // Noise, seen in cells of three pixels.
  'odd/random.jpg': 15,
};
