import type { Text } from '../../text/en.ts';

/** What the script of the compress page is given, as JSON in `data-settings`. */
export type CompressSettings = Readonly<{
  text: Text['client'];
  language: string;
  /** Most pictures in the list. */
  mostPictures: number;
  /** Media types that are taken, as `image/webp`. */
  types: readonly string[];
  maxUploadBytes: number;
  /** The same in words. */
  maxUpload: string;
  /** The service answers so long after it has a whole request, at the latest. */
  answerSeconds: number;
}>;
