/** An opaque sRGB colour; each channel is 0 to 255. */
export type Colour = Readonly<{ red: number; green: number; blue: number }>;

const named: ReadonlyMap<string, Colour> = new Map([
  ['white', { red: 255, green: 255, blue: 255 }],
  ['black', { red: 0, green: 0, blue: 0 }],
]);

/**
 * The colour that `#RRGGBB` (digits in either case), `white` or `black` means; undefined for anything
 * else. Source: specification, section 2.4, transform.
 */
export const colourOf = (text: string): Colour | undefined => {
  const digits = /^#([0-9a-f]{6})$/i.exec(text)?.[1];
  if (digits === undefined) return named.get(text);
  const value = Number.parseInt(digits, 16);
  return { red: value >> 16, green: (value >> 8) & 0xff, blue: value & 0xff };
};

/** The one way to write a colour: `#rrggbb`. */
export const hexOf = ({ red, green, blue }: Colour): string =>
  `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
