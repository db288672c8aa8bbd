/** The kinds of metadata that `preserve` can name. Specification, section 2.4. */
export type PreservedKind = 'copyright' | 'creation' | 'location';

/** The copyright of the picture; each part may come from another block of the file. */
export type Copyright = Readonly<{
  /** The notice. Of an EXIF notice in two parts, the photographer's line, then the editor's. */
  text?: string;
  /** The address of a page about the rights; copied as written, so not always a complete URL. */
  url?: string;
  /** Copyrighted (true), or in the public domain (false), which only XMP can state. */
  marked?: boolean;
}>;

/** When the picture was taken, as written: never converted to another time zone, and no part added. */
export type Creation = Readonly<{
  /** `YYYY-MM-DD`, `YYYY-MM` or `YYYY`. */
  date: string;
  /** `HH:MM:SS` or `HH:MM`; only beside a complete date. */
  time?: string;
  /** The decimals of the second, 1 to 9 digits. */
  subSeconds?: string;
  /** `Z`, `+HH:MM` or `-HH:MM`. */
  offset?: string;
}>;

/** Numerator and denominator, each a whole number below 2^32; the denominator is never 0. */
export type Rational = readonly [numerator: number, denominator: number];

/** An angle as written in the file, and its hemisphere: `N`, `S`, `E` or `W`. */
export type Coordinate = Readonly<{
  degrees: Rational;
  minutes: Rational;
  seconds: Rational;
  ref: string;
}>;

export type Location = Readonly<{ latitude: Coordinate; longitude: Coordinate }>;

/** The wanted metadata that were found. A kind that is absent or cannot be read has no field. */
export type PreservedMetadata = Readonly<{
  copyright?: Copyright;
  creation?: Creation;
  location?: Location;
}>;
