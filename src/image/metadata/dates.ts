import type { Creation } from './preserved.ts';

/** The longest form has 40 characters; longer texts are ignored. */
const maxDateLength = 64;

/** Date, time and zone of EXIF (4.6.5) and of W3C-DTF, each part only with the one before it. */
const datePattern =
  /^(\d{4})(?:[-:/.](\d\d)(?:[-:/.](\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[-+]\d\d:?\d\d)?)?)?)?$/;

/**
 * The moment in a date of EXIF or XMP; undefined for any other text, for impossible dates, and for dates
 * that EXIF writers leave blank or 0 because they are unknown.
 */
export const creationOf = (text: string): Creation | undefined => {
  if (text.length > maxDateLength) return undefined;
  // In EXIF an unknown part is blank, and its colons stay: "2002:09:16   :  :  ".
  const parts = datePattern.exec(text.trim().replace(/[ :]+$/, ''));
  if (parts === null) return undefined;
  const [, year, month, day, hours, minutes, seconds, subSeconds, offset] = parts;
  const isPossible =
    isWithin(year, 1, 9999) &&
    isWithin(month, 1, 12) &&
    isWithin(day, 1, 31) &&
    isWithin(hours, 0, 23) &&
    isWithin(minutes, 0, 59) &&
    isWithin(seconds, 0, 60) &&
    isOffset(offset);
  if (!isPossible) return undefined;
  return {
    date: joined([year, month, day], '-'),
    ...(hours === undefined ? {} : { time: joined([hours, minutes, seconds], ':') }),
    ...(subSeconds === undefined ? {} : { subSeconds }),
    ...(offset === undefined ? {} : { offset: withColon(offset) }),
  };
};

const isWithin = (part: string | undefined, least: number, most: number): boolean =>
  part === undefined || (Number(part) >= least && Number(part) <= most);

const isOffset = (offset: string | undefined): boolean =>
  offset === undefined ||
  offset === 'Z' ||
  (isWithin(offset.slice(1, 3), 0, 14) && isWithin(offset.slice(-2), 0, 59));

/** The parts that are known, with `separator` between them. */
const joined = (parts: readonly (string | undefined)[], separator: string): string =>
  parts.filter((part) => part !== undefined).join(separator);

const withColon = (offset: string): string =>
  /^[-+]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;

/** A creation with the sub-seconds and offset that EXIF keeps in separate tags; invalid ones are ignored. */
export const refinedCreation = (
  creation: Creation,
  subSeconds: string,
  offset: string,
): Creation => ({
  ...creation,
  ...(/^\d{1,9}$/.test(subSeconds) && creation.time?.length === 8 ? { subSeconds } : {}),
  ...(/^(Z|[-+]\d\d:\d\d)$/.test(offset) && creation.time !== undefined && isOffset(offset)
    ? { offset }
    : {}),
});

/** The 19 characters of an EXIF date, unknown parts blank (EXIF 2.32, 4.6.5): no sub-seconds, no offset. */
export const exifDateOf = ({ date, time = '' }: Creation): string =>
  `${filled(date, '-')} ${filled(time, ':')}`;

/** An offset as EXIF has it (EXIF 2.32, 4.6.5): always six characters. */
export const exifOffsetOf = (offset: string): string => (offset === 'Z' ? '+00:00' : offset);

const blank = '  ';

const filled = (text: string, separator: string): string => {
  const parts = text.split(separator);
  return [0, 1, 2].map((index) => parts[index] || blank).join(':');
};

/** The date as in XMP (W3C-DTF), with all known parts. */
export const xmpDateOf = ({ date, time, subSeconds, offset = '' }: Creation): string => {
  if (time === undefined) return date;
  const decimals = subSeconds === undefined ? '' : `.${subSeconds}`;
  return `${date}T${time}${decimals}${offset}`;
};
