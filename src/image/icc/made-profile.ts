import { concatenated, latin1Bytes, viewOf } from '../bytes.ts';
import { colorantsOf, d50, type ColourSpace, type TransferFunction } from './colour-space.ts';
import { colorantTags, curveTags, iccHeaderBytes, tagEntryBytes } from './profile.ts';

/**
 * An ICC profile (version 4) of a colour space: matrix and curves for RGB pixels, one curve for grey
 * ones. Undefined where the primaries lie on one line.
 */
export const profileOfSpace = (space: ColourSpace, isGrey: boolean): Uint8Array | undefined => {
  const colorants = colorantsOf(space.primaries);
  if (colorants === undefined) return undefined;
  const curve = curveOf(space.transfer);
  const white = ['wtpt', d50White] as const;
  const matrix = colorantTags.map(
    (name, index) => [name, typed('XYZ ', fixed(colorants[index] ?? []))] as const,
  );
  const curves = curveTags.map((name) => [name, curve] as const);
  const tags = isGrey ? [white, ['kTRC', curve] as const] : [white, ...matrix, ...curves];
  return profileBytes(isGrey ? 'GRAY' : 'RGB ', tags);
};

/** A parametric curve: function 0 is a power, function 3 has sRGB's straight start. ICC.1:2022, 10.18. */
export const curveOf = (transfer: TransferFunction): Uint8Array =>
  transfer === 'srgb'
    ? typed(
        'para',
        Uint8Array.of(0, 3, 0, 0),
        fixed([2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]),
      )
    : typed('para', Uint8Array.of(0, 0, 0, 0), fixed([transfer]));

/** A tag of this type, with its parts one after the other. */
export const typed = (type: string, ...parts: readonly Uint8Array[]): Uint8Array =>
  concatenated([latin1Bytes(`${type}\0\0\0\0`), ...parts]);

/** Numbers as s15Fixed16. */
export const fixed = (values: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(values.length * 4);
  const view = viewOf(bytes);
  values.forEach((value, index) => view.setInt32(index * 4, Math.round(value * 65536)));
  return bytes;
};

/** The white point of a display. ICC.1:2022, 9.2.36. */
export const d50White = typed('XYZ ', fixed(d50));

/** A profile with these tags. Each has a multiple of 4 bytes. */
export const profileBytes = (
  colourSpace: string,
  tags: readonly (readonly [name: string, data: Uint8Array])[],
): Uint8Array => {
  const start = iccHeaderBytes + 4 + tags.length * tagEntryBytes;
  const body = concatenated(tags.map(([, data]) => data));
  const profile = new Uint8Array(start + body.length);
  const view = viewOf(profile);
  const put = (offset: number, text: string): void => profile.set(latin1Bytes(text), offset);
  view.setUint32(0, profile.length);
  view.setUint32(8, 0x04000000);
  put(12, `mntr${colourSpace}XYZ `);
  put(36, 'acsp');
  profile.set(fixed(d50), 68);
  view.setUint32(iccHeaderBytes, tags.length);
  let offset = start;
  for (const [index, [name, data]] of tags.entries()) {
    const entry = iccHeaderBytes + 4 + index * tagEntryBytes;
    put(entry, name);
    view.setUint32(entry + 4, offset);
    view.setUint32(entry + 8, data.length);
    offset += data.length;
  }
  profile.set(body, start);
  return profile;
};
