import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { ImageFacts } from '../../../src/image/facts.ts';
import type { Output, OutputDescription, Outputs } from '../../../src/outputs/output.ts';

/** Lower-case hexadecimal SHA-256. */
export const sha256Of = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

const facts: ImageFacts = {
  mediaType: 'image/jpeg',
  width: 4,
  height: 3,
  orientation: 6,
  bitDepth: 8,
  colour: 'rgb',
  hasAlpha: false,
  frames: 1,
  isSingleFrame: false,
  lossless: false,
  iccProfile: 'none',
  gamma: 'standard',
  isProgressive: false,
  quantisation: [[1, 2, 3]],
};

/** A source and a result with random bytes, described; outputs do not care that these are no images. */
export type ImageFiles = Readonly<{
  sourcePath: string;
  resultPath: string;
  sourceBytes: Buffer;
  resultBytes: Buffer;
  description: OutputDescription;
}>;

/** Writes a source and a result of the given sizes next to each other; `path` gets `.source` and `.result`. */
export const writeImageFiles = async (
  path: string,
  about: Partial<
    Readonly<{ owner: string; identity: string; sourceSize: number; resultSize: number }>
  >,
): Promise<ImageFiles> => {
  const { owner = 'alice', identity = path, sourceSize = 3000, resultSize = 1000 } = about;
  const sourceBytes = randomBytes(sourceSize);
  const resultBytes = randomBytes(resultSize);
  const sourcePath = `${path}.source`;
  const resultPath = `${path}.result`;
  await Promise.all([writeFile(sourcePath, sourceBytes), writeFile(resultPath, resultBytes)]);
  const describe = (bytes: Buffer) => ({
    mediaType: 'image/jpeg',
    bytes: bytes.length,
    width: 4,
    height: 3,
    sha256: sha256Of(bytes),
  });
  const source = { ...describe(sourceBytes), facts };
  const description = { owner, identity, source, result: describe(resultBytes) };
  return { sourcePath, resultPath, sourceBytes, resultBytes, description };
};

/** Publishes written files as an output. */
export const publishImages = async (outputs: Outputs, images: ImageFiles): Promise<Output> => {
  const draft = outputs.draft();
  await Promise.all([draft.addSource(images.sourcePath), draft.addResult(images.resultPath)]);
  return draft.publish(images.description);
};
