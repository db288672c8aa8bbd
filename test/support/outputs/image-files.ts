import { hash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Output, NewOutput, Outputs, ResultOrigin } from '../../../src/outputs/output.ts';
import { plainFacts } from '../image/facts.ts';
import { receipt } from '../service/samples.ts';

const facts = plainFacts({ width: 4, height: 3, orientation: 6, quantisation: [[1, 2, 3]] });

/** A source and a result with random bytes, described; outputs do not care that these are no images. */
export type ImageFiles = Readonly<{
  sourcePath: string;
  resultPath: string;
  sourceBytes: Buffer;
  resultBytes: Buffer;
  description: NewOutput;
  /** Where the result is that of an operation. */
  made: ResultOrigin;
}>;

/** Writes a source and a result of the given sizes next to each other; `path` gets `.source` and `.result`. */
export const writeImageFiles = async (
  path: string,
  about: Partial<
    Readonly<{ owner: string; cacheKey: string; sourceSize: number; resultSize: number }>
  >,
): Promise<ImageFiles> => {
  const { owner = 'alice', cacheKey = path, sourceSize = 3000, resultSize = 1000 } = about;
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
    sha256: hash('sha256', bytes),
  });
  const source = { ...describe(sourceBytes), facts };
  const description = { owner, cacheKey, source, result: describe(resultBytes), receipt };
  const made = { sourceSha256: source.sha256, receipt };
  return { sourcePath, resultPath, sourceBytes, resultBytes, description, made };
};

/** Publishes written files as an output. */
export const publishImages = async (outputs: Outputs, images: ImageFiles): Promise<Output> => {
  const draft = outputs.draft();
  await Promise.all([draft.addSource(images.sourcePath), draft.addResult(images.resultPath)]);
  return draft.publish(images.description);
};
