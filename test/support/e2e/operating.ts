import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { pngOf as pixelsInAvif } from '../image/avifs.ts';
import { pixelsOf, type Pixels } from '../image/pictures.ts';
import { sharedService } from '../service/service.ts';
import { bytes, chunk, ihdr, pngSignature } from '../image/builders.ts';
import type { Answer, Client } from './client.ts';
import { storing, type Storing } from './storing.ts';

/** A result as a file, and what is seen in it. */
export type Result = Readonly<{ answer: Answer; mediaType: string; path: string; pixels: Pixels }>;

type Operating = Readonly<{
  client: () => Client;
  /** Path of a file in the folder of the tests. */
  inFolder: (name: string) => string;
  /** The address of an upload's output. */
  uploaded: (picture: Uint8Array) => Promise<string>;
  /** The answer to an operation, whatever it is. */
  ask: (location: string, operation: object) => Promise<Answer>;
  /** The result of an operation, which must succeed and be what its headers say. */
  operate: (location: string, operation: object) => Promise<Result>;
}>;

/** One service for the surrounding `describe`, and operations on it. */
export const operating = (): Operating => {
  // What operations do is seen best where encoders do not search.
  const service = sharedService({ flags: ['--quality-mode', 'fixed'] });
  let [folder, results] = ['', 0];
  let account: Storing | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-operations-'));
    account = storing(service());
  });
  after(async () => {
    account?.client.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask: Operating['ask'] = (location, operation) => account!.ask(location, operation);

  const operate: Operating['operate'] = async (location, operation) => {
    const answer = await ask(location, operation);
    const { status, headers, body } = answer;
    expect(status, `${JSON.stringify(operation)} ${status === 200 ? '' : String(body)}`).to.equal(
      200,
    );
    const mediaType = headers['content-type']!;
    expect(mediaTypeIn(body)).to.equal(mediaType);
    const path = join(folder, `result-${(results += 1)}.${basename(mediaType)}`);
    await writeFile(path, body);
    if (mediaType === 'image/avif') await writeFile(`${path}.png`, await pixelsInAvif(body));
    const seen = mediaType === 'image/avif' ? `${path}.png` : path;
    return { answer, mediaType, path, pixels: await pixelsOf(seen) };
  };

  return {
    client: () => account!.client,
    inFolder: (name) => join(folder, name),
    uploaded: (picture) => account!.uploaded(picture),
    ask,
    operate,
  };
};

/** The media type that a file's first bytes tell. */
const mediaTypeIn = (file: Buffer): string | undefined => {
  if (file[0] === 0xff && file[1] === 0xd8) return 'image/jpeg';
  if (file.toString('latin1', 1, 4) === 'PNG') return 'image/png';
  if (file.toString('latin1', 4, 12) === 'ftypavif') return 'image/avif';
  return file.toString('latin1', 8, 12) === 'WEBP' ? 'image/webp' : undefined;
};

/** A picture of coloured gradients in a transparent ground that is a quarter of its sides wide all around. */
export const sticker = (width: number, height: number): Pixels => {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [across, down] = [x / width, y / height];
      const isInside = Math.abs(across - 0.5) < 0.25 && Math.abs(down - 0.5) < 0.25;
      const colour = [255 * across, 255 * down, 200 * (1 - across), 255];
      data.set(isInside ? colour : [0, 0, 0, 0], (y * width + x) * 4);
    }
  }
  return { width, height, bands: 4, data };
};

/** Pixels of three or four bands as a PNG without filters. */
export const pngOf = ({ width, height, bands, data }: Pixels): Buffer => {
  const stride = width * bands;
  const rows = Array.from({ length: height }, (_, y) =>
    bytes(0, data.subarray(y * stride, (y + 1) * stride)),
  );
  return bytes(
    pngSignature,
    ihdr(width, height, 8, bands === 4 ? 6 : 2),
    chunk('IDAT', deflateSync(bytes(...rows))),
    chunk('IEND'),
  );
};

/** The colour of the pixel at `x` and `y`, with alpha where there is one. */
export const pixelAt = (
  { width, bands, data }: Pixels,
  x: number,
  y: number,
): readonly number[] => [...data.subarray((y * width + x) * bands, (y * width + x + 1) * bands)];

/** The colours of the four corners. */
export const cornersOf = (pixels: Pixels): readonly (readonly number[])[] => {
  const [right, bottom] = [pixels.width - 1, pixels.height - 1];
  return [0, right].flatMap((x) => [0, bottom].map((y) => pixelAt(pixels, x, y)));
};
