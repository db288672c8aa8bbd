import { lookUpTags, usableProfileOf } from './profile.ts';
import { d50White, profileBytes } from './made-profile.ts';
import { concatenated } from '../bytes.ts';

/**
 * The profile of grey pixels that have one for RGB: equal amounts of red, green and blue are grey, and as light as
 * its curve says. Of three curves that differ, that of green has most of the light. Undefined for a profile that
 * decoders ignore, and for one of tables, which have no curve.
 */
export const greyProfileOf = (rgbProfile: Uint8Array): Uint8Array | undefined => {
  const tags = usableProfileOf(rgbProfile, 'rgb')?.tags;
  const curve = tags?.get('gTRC');
  if (tags === undefined || curve === undefined || lookUpTags.some((name) => tags.has(name))) {
    return undefined;
  }
  return profileBytes('GRAY', [
    ['wtpt', d50White],
    ['kTRC', padded(curve)],
  ]);
};

const padded = (tag: Uint8Array): Uint8Array =>
  concatenated([tag, new Uint8Array(-tag.length & 3)]);
