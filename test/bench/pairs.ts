import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { bytesOf } from '../../src/image/bytes.ts';
import { argvOf, type Encoder, rangeOf, type SettingRange } from '../../src/image/encoder.ts';
import type { ImageFacts, SourceMediaType } from '../../src/image/facts.ts';
import { fullColourSampling, qtablesText } from '../../src/image/jpeg/quantisation-tables.ts';
import { pngType } from '../../src/image/plan.ts';
import { withRepeatedColours } from '../../src/image/png/repeats/colours.ts';
import type { Raster } from '../../src/image/raster.ts';
import { readFacts } from '../../src/image/read-facts.ts';
import { findOwnProgram } from '../../src/tools/own-programs.ts';
import { adaptiveConfig } from '../support/image/encoder-table.ts';
import { type ReferenceScore, ssimulacra2 } from './compression/ssimulacra2.ts';
import { decoded, inFolder, run, writePng } from './compression/tools.ts';
import { type MeasuredService, startMeasured } from './service.ts';

/**
 * The service against published results of another one, in a folder of the operator's: beside each source
 * `NAME.EXT` lies the other's result `NAME-theirs.EXT`, which may be of another type. Prints the bytes and
 * SSIMULACRA2 of both, and the smallest result of our encoders that scores no less than theirs.
 */
export const pairs = async ([folder]: readonly string[]): Promise<void> => {
  if (folder === undefined) throw new Error('usage: npm run bench -- pairs FOLDER');
  const names = (await readdir(folder)).toSorted();
  const service = await startMeasured();
  const score = await ssimulacra2();
  try {
    console.log('| source | its bytes, s2 | ours as it stands | our encoder at its s2 |');
    console.log('| --- | --- | --- | --- |');
    for (const name of names) {
      const [, stem] = /^(.+)-theirs\.\w+$/.exec(name) ?? [];
      const source = names.find((one) => one.slice(0, -extname(one).length) === stem);
      if (source === undefined) continue;
      const row = await inFolder((work) =>
        rowOf(join(folder, source), join(folder, name), { service, score, work }),
      );
      console.log(`| ${source} | ${row.join(' | ')} |`);
    }
  } finally {
    await service.stop();
  }
};

type Tools = Readonly<{ service: MeasuredService; score: ReferenceScore; work: string }>;

/** A picture of another service, with its score. */
type Result = Readonly<{ bytes: number; score: number }>;

const rowOf = async (
  sourcePath: string,
  theirsPath: string,
  { service, score, work }: Tools,
): Promise<readonly string[]> => {
  const bytes = await readFile(sourcePath);
  const [facts, theirsBytes] = [await factsOf(sourcePath), await readFile(theirsPath)];
  const { mediaType: from, quantisation } = facts;
  const { mediaType: to } = await factsOf(theirsPath);
  const source = await decoded(sourcePath);
  const scored = async (path: string): Promise<Result> => ({
    bytes: (await readFile(path)).length,
    score: await score(source, await decoded(path)),
  });
  const theirs = { ...(await scored(theirsPath)), bytes: theirsBytes.length };
  const { location } = await service.upload(bytes);
  const answer =
    from === to
      ? await service.download(location)
      : await service.operate(location, { convert: { type: to } });
  const ownPath = join(work, `own${extname(theirsPath)}`);
  await writeFile(ownPath, answer.body);
  const own = await scored(ownPath);
  const png = join(work, 'source.png');
  await writePng(source, png);
  const best = await smallestAt(
    theirs.score,
    { sourcePath, from, quantisation, png, to, work, source },
    scored,
  );
  return [
    textOf(theirs),
    textOf(own),
    best === undefined
      ? 'none'
      : `${textOf(best)} by ${best.by} (${(best.bytes / theirs.bytes).toFixed(3)})`,
  ];
};

const factsOf = async (path: string) => readFacts(bytesOf(await readFile(path)));

const textOf = ({ bytes, score }: Result): string => `${bytes}, ${score.toFixed(1)}`;

type Picture = Readonly<{
  sourcePath: string;
  from: SourceMediaType;
  quantisation: ImageFacts['quantisation'];
  png: string;
  to: SourceMediaType;
  work: string;
  source: Raster;
}>;

type Scored = (path: string) => Promise<Result>;

/** The smallest result of all chains of a type whose score is no lower. */
const smallestAt = async (
  least: number,
  picture: Picture,
  scored: Scored,
): Promise<(Result & Readonly<{ by: string }>) | undefined> => {
  const results: (Result & Readonly<{ by: string }>)[] = [];
  for (const chain of adaptiveConfig.types[picture.to] ?? []) {
    const encoder = adaptiveConfig.encoders[chain[0] ?? ''];
    if (encoder === undefined || encoder.mode === 'fixed') continue;
    for (const variant of encoder.variants ?? [undefined]) {
      const made = (value: number | undefined) => resultOf(chain, { value, variant }, picture);
      const range = rangeOf(encoder);
      const path =
        range === undefined ? await made(undefined) : await coarsest(range, made, least, scored);
      if (path === undefined) continue;
      const result = await scored(path);
      if (result.score >= least)
        results.push({ ...result, by: [...chain, variant].filter(Boolean).join(' ') });
    }
    if (encoder.repeatsColours !== true) continue;
    const variant = encoder.variants?.[0];
    for (const value of paletteQualities) {
      const made = (coarseness: number) =>
        resultOf(chain, { value, variant }, picture, Math.round(coarseness * 100) / 100);
      const path = await coarsest(coarsenesses, made, least, scored);
      if (path === undefined) continue;
      const result = await scored(path);
      if (result.score >= least) results.push({ ...result, by: `${chain.join(' ')} repeated` });
    }
  }
  return results.toSorted((one, other) => one.bytes - other.bytes)[0];
};

/** Of palettes whose colours are repeated. */
const paletteQualities: readonly number[] = [70, 80, 88, 94, 98, 100];

/** As the service has them, and finer. */
const coarsenesses: SettingRange = { finest: 0.05, coarsest: 8, start: 1, steps: 'ratio' };

type Made = (value: number) => Promise<string | undefined>;

/**
 * The smallest file of a range that reaches a score: by halving the range, then by settings a little
 * coarser, since a score does not fall evenly.
 */
const coarsest = async (
  { finest, coarsest: end, steps }: SettingRange,
  made: Made,
  least: number,
  scored: Scored,
): Promise<string | undefined> => {
  const settingAt = (share: number): number =>
    steps === 'ratio'
      ? finest * (end / finest) ** share
      : Math.round(finest + share * (end - finest));
  const reaches = async (share: number): Promise<boolean> => {
    const path = await made(settingAt(share));
    return path !== undefined && (await scored(path)).score >= least;
  };
  let [fine, coarse] = [0, 1];
  for (let step = 0; step < halvings; step++) {
    const middle = (fine + coarse) / 2;
    if (await reaches(middle)) fine = middle;
    else coarse = middle;
  }
  for (let further = furtherSteps; further > 0; further--) {
    const share = Math.min(1, fine + (further / furtherSteps) * furtherShare);
    if (await reaches(share)) return made(settingAt(share));
  }
  return made(settingAt(fine));
};

const halvings = 8;
const furtherSteps = 8;
const furtherShare = 0.04;

/** The file that a chain makes; undefined where an encoder declines. */
const resultOf = async (
  chain: readonly string[],
  setting: Readonly<{ value: number | undefined; variant: string | undefined }>,
  { sourcePath, from, quantisation, png, work }: Picture,
  coarseness?: number,
): Promise<string | undefined> => {
  const id = `${chain.join('-')}${setting.variant ?? ''}${setting.value ?? ''}-${coarseness ?? ''}`;
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
      sourceLuma: first === sourcePath ? quantisation[0] : undefined,
    };
    await writeFile(qtables, qtablesText(setting.value ?? encoder.scale ?? 1, use));
    const files = { input: input ?? first, output, qtables };
    const used = index === 0 ? setting : { value: encoder.quality, variant: undefined };
    if (!(await ran(argvOf(encoder, files, used)))) return undefined;
    if (index === 0 && coarseness !== undefined) {
      const repeated = withRepeatedColours(await readFile(output), coarseness, maxPixelBytes);
      if (repeated === undefined) return undefined;
      await writeFile(output, repeated);
    }
    input = output;
  }
  return input;
};

const maxPixelBytes = 100_000_000;

/** Whether the command did its work. */
const ran = ([name = '', ...args]: readonly string[]): Promise<boolean> => {
  const own = findOwnProgram(name);
  const running = own === undefined ? run(name, ...args) : run(process.execPath, own, ...args);
  return running.then(
    () => true,
    () => false,
  );
};

const extensionOf = ({ produces }: Encoder): string =>
  produces === pngType ? 'png' : produces.slice('image/'.length);
