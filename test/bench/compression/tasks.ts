import { copyFile, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { bytesOf } from '../../../src/image/bytes.ts';
import type { SourceMediaType } from '../../../src/image/facts.ts';
import type { Raster } from '../../../src/image/raster.ts';
import { readFacts } from '../../../src/image/read-facts.ts';
import { corpusFiles } from '../../support/corpus.ts';
import { pixelsOf } from '../../support/image/pictures.ts';

/** One picture to be made as small as its look allows, in one type. */
export type Task = Readonly<{
  /** `photo/kodim03.png` */
  name: string;
  /** What its row of the table is called: `photo`, type and target. */
  group: string;
  path: string;
  bytes: Buffer;
  from: SourceMediaType;
  to: SourceMediaType;
  hasProfile: boolean;
}>;

const folders = ['photo', 'product', 'graphic', 'screenshot', 'transparent'];

/** What pictures of a folder are converted to besides, by their own type. */
const conversions: Readonly<
  Record<string, Partial<Record<SourceMediaType, readonly SourceMediaType[]>>>
> = {
  photo: { 'image/png': ['image/jpeg', 'image/webp', 'image/avif'], 'image/jpeg': ['image/avif'] },
  transparent: { 'image/png': ['image/webp'] },
};

const short = (type: SourceMediaType): string => type.slice('image/'.length).toUpperCase();

/** All pictures of these folders of the corpus in their own type, and some in others too. */
export const compressionTasks = async (only?: string): Promise<readonly Task[]> => {
  const wanted = corpusFiles().filter(({ name }) =>
    only === undefined ? folders.includes(dirname(name)) : dirname(name) === only,
  );
  if (wanted.length === 0) throw new Error('The benchmark needs the corpus; set SHRINKD_CORPUS.');
  const tasks = await Promise.all(wanted.map(({ name, path }) => tasksOf(name, path)));
  return tasks.flat().toSorted((one, other) => one.group.localeCompare(other.group));
};

const tasksOf = async (name: string, path: string): Promise<readonly Task[]> => {
  const bytes = await readFile(path);
  const { mediaType: from, iccProfile } = await readFacts(bytesOf(bytes));
  const folder = dirname(name);
  const others = conversions[folder]?.[from] ?? [];
  return [from, ...others].map((to) => ({
    name,
    path,
    bytes,
    from,
    to,
    hasProfile: iccProfile === 'other',
    group: to === from ? `${folder} ${short(to)}` : `${folder} ${short(from)} to ${short(to)}`,
  }));
};

/** What the result should look like: the source in sRGB. The corpus' pictures of these folders are all upright. */
export const sourcePicture = async (task: Task, folder: string): Promise<Raster> => {
  const copy = join(folder, basename(task.name));
  await copyFile(task.path, copy);
  const { bands, ...pixels } = await pixelsOf(copy, task.hasProfile ? 'embedded' : 'srgb');
  if (bands === 3 || bands === 4) return { bands, ...pixels };
  throw new Error(`${task.name} has ${bands} bands`);
};
