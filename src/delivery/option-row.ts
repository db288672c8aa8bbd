import type { OverlayPicture } from '../image/pixel-steps.ts';
import type { Options } from './options.ts';

/** What options depend on besides the address. */
export type OptionContext = Readonly<{
  /** Seconds since 1970. */
  now: number;
  /** What the option watermark lays over pictures; undefined: the configuration has none. */
  watermark?: OverlayPicture | undefined;
  /** The options with those of presets. */
  withPresets: (names: readonly string[], so: Options) => Options;
}>;

/** One option of addresses. */
export type OptionRow = Readonly<{
  /** The full name, then the short ones. */
  names: readonly [string, ...string[]];
  /** Its arguments, as the documents show them. */
  args: string;
  /** Most arguments, where there may be more than one. */
  most?: number;
  sets: string;
  /** The options so far with what this one sets. @throws AddressError. */
  read: (args: readonly string[], so: Options, context: OptionContext) => Options;
}>;

/** Whether an argument is there and not empty. */
export const has = (text: string | undefined): text is string => text !== undefined && text !== '';
