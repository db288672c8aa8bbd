import { createRequire } from 'node:module';

/** The part of sharp's interface that is used; sharp is a peer to compare with, and draws the report. */
type Sharp = ((
  input: string | Uint8Array | Uint8ClampedArray,
  options?: Readonly<{
    failOn?: 'none';
    raw?: Readonly<{ width: number; height: number; channels: number }>;
  }>,
) => SharpImage) &
  Readonly<{ cache: (isOn: boolean) => unknown; concurrency: (threads: number) => unknown }>;

export type SharpImage = Readonly<{
  resize: (width: number, height?: number, options?: object) => SharpImage;
  flatten: (options: object) => SharpImage;
  toColourspace: (name: string) => SharpImage;
  raw: () => SharpImage;
  jpeg: (options?: object) => SharpImage;
  webp: (options?: object) => SharpImage;
  avif: (options?: object) => SharpImage;
  png: (options?: object) => SharpImage;
  toBuffer: () => Promise<Buffer>;
  metadata: () => Promise<Readonly<{ width: number; height: number }>>;
}>;

export const loadSharp = (): Sharp => {
  try {
    return createRequire(new URL('peers/', import.meta.url))('sharp') as Sharp;
  } catch (cause) {
    throw new Error('Install what is compared with: npm ci --prefix test/bench/peers', { cause });
  }
};
