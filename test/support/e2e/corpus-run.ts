import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Orientation } from '../../../src/image/facts.ts';
import type { Answer, ComposedService } from '../service/composed-service.ts';
import type { CorpusFile } from '../corpus.ts';
import { tagsOf, type Tags } from '../image/exiftool.ts';
import {
  differenceOf,
  gridOf,
  pixelsOf,
  vips,
  type Colours,
  type Difference,
  type Grid,
  type Pixels,
} from '../image/pictures.ts';
import { sideBySide } from '../side-by-side.ts';

/** What became of a file that was compressed. */
export type CompressedFile = Readonly<{
  answer: Answer;
  download: Answer;
  source: Buffer;
  /** Upright size of the source as libvips and exiftool know it; all frames of an animation. */
  size: readonly [number, number];
  resultSize: readonly [number, number];
  difference: Difference;
  sourceTags: Tags;
  path: string;
  /** The answer's picture when the result itself was uploaded. */
  secondPass: Buffer;
}>;

/** What became of a file; `compressed` only after a 201. */
export type Outcome = Readonly<{
  name: string;
  answer: Answer;
  bytesIn: number;
  tools: string | undefined;
  compressed: CompressedFile | undefined;
}>;

/** What compresses the pictures; its tools' log lines, where they are at hand, go into the table. */
export type Compressor = Pick<ComposedService, 'upload' | 'download' | 'close'> &
  Readonly<{ toolLines: ComposedService['toolLines'] | undefined }>;

/**
 * PNGs of millions of pixels take ten times the CPU of other pictures. The checks are the same for smaller ones, which
 * have the parts of their sides that are named here. None is so small that it would be measured as a whole
 * (`image/score/sample-tiles`) and was not before. Others of each folder stay whole.
 */
const smaller: readonly (readonly [name: RegExp, scale: string])[] = [
  [/^cutout\/(?!blue-plimsolls)|^transparent\/(beanie|juice|mug|sunnies)/, '0.35'],
  [/^(photo\/clic-pepper|transparent\/(ink|layer))/, '0.4'],
  [/^(screenshot\/(checkout|clic-webpage)|graphic\/linedrawing)/, '0.5'],
];

/** The files as they are sent through the service; smaller ones are made in `folder`. */
export const sentFiles = (
  files: readonly CorpusFile[],
  folder: string,
): Promise<readonly CorpusFile[]> =>
  sideBySide(files, 2, async (file) => {
    const [, scale] = smaller.find(([name]) => name.test(file.name)) ?? [];
    if (scale === undefined) return file;
    const path = join(folder, `smaller-${basename(file.name)}`);
    await vips('resize', file.path, path, scale);
    return { ...file, path };
  });

const concurrentRequests = 4;

/** Sends every file through the service; results are kept in `folder`. */
export const runCorpus = async (
  files: readonly CorpusFile[],
  service: Compressor,
  folder: string,
): Promise<ReadonlyMap<string, Outcome>> => {
  const tags = await tagsOf(files.map(({ path }) => path));
  const outcomes = await sideBySide(files, concurrentRequests, (file, index) =>
    outcomeOf(file, tags[index]!, service, folder),
  );
  return new Map(outcomes.map((outcome) => [outcome.name, outcome]));
};

const outcomeOf = async (
  { name, path }: CorpusFile,
  tags: Tags,
  service: Compressor,
  folder: string,
): Promise<Outcome> => {
  const source = await readFile(path);
  const answer = await service.upload(source);
  const requestId = answer.headers['x-request-id'];
  const tools = service.toolLines
    ?.filter((line) => line.requestId === requestId)
    .map(({ tool, bytesOut }) => `${tool} ${bytesOut}`)
    .join(', ');
  const known = { name, answer, bytesIn: source.length, tools };
  if (answer.status !== 201) return { ...known, compressed: undefined };
  const download = await service.download(answer.headers.location!);
  const flatName = name.replaceAll('/', '-');
  const copy = join(folder, `source-${flatName}`);
  const result = join(folder, flatName);
  await copyFile(path, copy);
  await writeFile(result, download.body);
  const before = await seen(copy, coloursBy(tags), orientationBy(tags));
  const after = await seen(result, 'srgb', 1);
  const again = await service.upload(download.body);
  const { body: secondPass } = await service.download(again.headers.location!);
  const compressed = {
    answer,
    download,
    source,
    size: before.size,
    resultSize: after.size,
    difference: differenceOf(before.grid, after.grid),
    sourceTags: tags,
    path: result,
    secondPass,
  };
  return { ...known, compressed };
};

const seen = async (
  path: string,
  colours: Colours,
  orientation: Orientation,
): Promise<Readonly<{ grid: Grid; size: readonly [number, number] }>> => {
  const pixels = await pixelsOf(path, colours);
  return { grid: gridOf(pixels, orientation), size: uprightSize(pixels, orientation) };
};

const uprightSize = ({ width, height }: Pixels, orientation: Orientation) =>
  orientation >= 5 ? ([height, width] as const) : ([width, height] as const);

const coloursBy = (tags: Tags): Colours => {
  if (!Object.keys(tags).some((tag) => tag.startsWith('ICC'))) {
    return tags['File:ColorComponents'] === 4 ? 'inks' : 'srgb';
  }
  return tags['PNG:BitDepth'] === 16 ? 'embedded-16' : 'embedded';
};

const orientationBy = (tags: Tags): Orientation => (tags['IFD0:Orientation'] ?? 1) as Orientation;

/** One line for each file: type, bytes in and out, ratio, difference, tools; or status and error. */
export const tableOf = (outcomes: Iterable<Outcome>): string =>
  [...outcomes].map((outcome) => rowOf(outcome).join('  ')).join('\n');

const rowOf = ({ name, answer, bytesIn, tools, compressed }: Outcome): readonly string[] => {
  const start = [name.padEnd(34), String(bytesIn).padStart(8)];
  if (compressed === undefined) return [...start, String(answer.status), answer.body.toString()];
  const { download, difference } = compressed;
  const bytesOut = download.body.length;
  return [
    ...start,
    String(bytesOut).padStart(8),
    (bytesOut / bytesIn).toFixed(3),
    basename(String(download.headers['content-type'])).padEnd(4),
    difference.colour.toFixed(2).padStart(5),
    difference.alpha.toFixed(2),
    tools === '' ? 'no tool' : (tools ?? 'tools unknown'),
  ];
};
