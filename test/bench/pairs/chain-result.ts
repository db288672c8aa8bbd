import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bytesOf } from '../../../src/image/bytes.ts';
import { argvOf, type Encoder } from '../../../src/image/encoder.ts';
import type { ImageFacts, SourceMediaType } from '../../../src/image/facts.ts';
import type { Size } from '../../../src/image/geometry.ts';
import { fullColourSampling, qtablesText } from '../../../src/image/jpeg/quantisation-tables.ts';
import { pngType } from '../../../src/image/plan.ts';
import { deflatedPng } from '../../../src/image/png/deflate/deflated-png.ts';
import { isLossyPngSource, lossyPng } from '../../../src/image/png/lossy.ts';
import { storedPng } from '../../../src/image/png/stored-png.ts';
import { alphaOf, withAlphaPieces } from '../../../src/image/webp/alpha.ts';
import { applied } from '../../support/image/builders.ts';
import { adaptiveConfig } from '../../support/image/encoder-table.ts';
import { testKernels } from '../../support/image/kernels.ts';
import { run } from '../compression/tools.ts';

/** What results are made of. */
export type Picture = Readonly<{
  sourcePath: string;
  from: SourceMediaType;
  blocks: ImageFacts['blocks'];
  png: string;
  /** A file of its planes (`planesOf`), and its size. */
  planes: Readonly<{ path: string } & Size>;
  to: SourceMediaType;
  work: string;
}>;

type ResultOptions = Readonly<{
  /** Of the file, where it is made with what follows. */
  name?: string;
  /** Of the first encoder: one that stores alpha for a result of planes. */
  alphaCommand?: readonly string[] | undefined;
  /** Of its output. */
  change?: (palette: Uint8Array) => Uint8Array | undefined;
}>;

/** The file that a chain makes; undefined where an encoder declines. */
export const resultOf = async (
  chain: readonly string[],
  setting: Readonly<{ value: number | undefined; variant: string | undefined }>,
  { sourcePath, from, blocks, png, planes, to, work }: Picture,
  { alphaCommand, ...step }: ResultOptions = {},
): Promise<string | undefined> => {
  const id = `${chain.join('-')}${setting.variant ?? ''}${setting.value ?? ''}-${step.name ?? ''}`;
  let input: string | undefined;
  for (const [index, name] of chain.entries()) {
    const encoder = adaptiveConfig.encoders[name];
    if (encoder === undefined) return undefined;
    const first = encoder.reads.includes(from) ? sourcePath : png;
    const output = join(work, `${id}-${index}.${extensionOf(encoder)}`);
    // pngquant refuses to replace a file.
    await rm(output, { force: true });
    const qtables = `${output}.qtables`;
    const use = {
      hasFullColour: setting.variant === fullColourSampling,
      source: first === sourcePath ? blocks : undefined,
    };
    await writeFile(qtables, qtablesText(setting.value ?? encoder.scale ?? 1, use));
    const { planesCommand } = index === 0 ? encoder : {};
    const { width, height } = planes;
    const read = planesCommand === undefined ? (input ?? first) : planes.path;
    const files = { input: read, output, qtables, width, height };
    const used = index === 0 ? setting : { value: encoder.quality, variant: undefined };
    const isMade =
      encoder.builtin === undefined
        ? await ran(argvOf(encoder, files, used, planesCommand))
        : await madeLossy(read, output, used.value ?? 0);
    if (!isMade) return undefined;
    if (planesCommand !== undefined && alphaCommand !== undefined) {
      const stored = `${output}.alpha.webp`;
      if (
        !(await ran(
          argvOf(encoder, { ...files, input: first, output: stored }, used, alphaCommand),
        ))
      )
        return undefined;
      const alpha = alphaOf(bytesOf(await readFile(stored)));
      if (alpha !== undefined) await addAlpha(output, alpha);
    }
    if (index === 0 && step.change !== undefined) {
      const changed = step.change(await readFile(output));
      if (changed === undefined) return undefined;
      await writeFile(output, changed);
    }
    input = output;
  }
  if (to === pngType && input !== undefined) {
    const bytes = await readFile(input);
    const made = deflatedPng(kernels, bytes);
    if (made !== undefined && made.length < bytes.length) await writeFile(input, made);
  }
  return input;
};

const addAlpha = async (path: string, alpha: Uint8Array): Promise<void> => {
  const content = await readFile(path);
  await writeFile(path, applied(withAlphaPieces(bytesOf(content), alpha), content));
};

const kernels = testKernels();

export const maxPixelBytes = 100_000_000;

/** Whether the command did its work. */
const ran = ([name = '', ...args]: readonly string[]): Promise<boolean> =>
  run(name, ...args).then(
    () => true,
    () => false,
  );

/** Whether a lossy PNG is made of this one. */
const madeLossy = async (input: string, output: string, quality: number): Promise<boolean> => {
  const content = await readFile(input);
  if (!isLossyPngSource(content, maxPixelBytes)) return false;
  const pixels = storedPng(kernels, content, maxPixelBytes);
  await writeFile(output, lossyPng(kernels, pixels, quality));
  return true;
};

const extensionOf = ({ produces }: Encoder): string =>
  produces === pngType ? 'png' : produces.slice('image/'.length);
