import type { Colour } from '../image/colour.ts';
import type { Framing } from '../image/framing.ts';
import { centre, type Gravity } from '../image/gravity.ts';

/** All that the options of an address set. Zero and undefined stand for what was not given. */
export type Options = Readonly<
  Required<Omit<Framing, 'method' | 'part' | 'trimmed'>> & {
    part: Readonly<{ width: number; height: number; gravity: Gravity | undefined }> | undefined;
    quality: number;
    /** By media type. */
    formatQuality: Readonly<Record<string, number>>;
    /** Undefined: by the `Accept` of the request. */
    mediaType: string | undefined;
    background: Colour | undefined;
    maxBytes: number;
    keepsCopyright: boolean;
    cacheBuster: string | undefined;
    /** Seconds since 1970; 0: never. */
    expires: number;
    fileName: string | undefined;
    isAttachment: boolean;
  }
>;

export const noOptions: Options = {
  type: 'fit',
  width: 0,
  height: 0,
  dpr: 1,
  enlarge: false,
  gravity: centre,
  part: undefined,
  changes: {},
  quality: 0,
  formatQuality: {},
  mediaType: undefined,
  background: undefined,
  maxBytes: 0,
  keepsCopyright: false,
  cacheBuster: undefined,
  expires: 0,
  fileName: undefined,
  isAttachment: false,
};
