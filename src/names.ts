/**
 * What no name has that people read: control characters, ends of lines, halves of characters, and characters that
 * change the direction of what is around them (Unicode Standard Annex 9, section 2), by which `gpj.exe` reads as
 * `exe.jpg`. For a class of a regular expression with the flag u.
 */
export const unreadable =
  '\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069';

/** A name of 1 to `most` characters. */
export const nameOfAtMost = (most: number): RegExp =>
  new RegExp(`^[^${unreadable}]{1,${most}}$`, 'u');

/** 254 characters: RFC 5321, section 4.5.3.1.3. */
export const emailAddress = new RegExp(
  `^(?=.{3,254}$)[^\\s@${unreadable}]+@[^\\s@${unreadable}]+$`,
  'u',
);
