/**
 * A contact sheet to look at: pictures of the corpus as `cover` and as `thumb`, in two shapes. Run it
 * with `node test/bench/thumb-sheet.ts`; it prints the path of the PNG that it made.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resizePlan, resultSize, type Size } from '../../src/image/geometry.ts';
import { analyseThumb } from '../../src/image/thumb/find-object.ts';
import { thumbPlacement, type Fill, type ThumbPlacement } from '../../src/image/thumb/placement.ts';
import { corpusFiles } from '../support/corpus.ts';
import { pixelsOf, vips } from '../support/image/pictures.ts';
import { smallRasterOf } from '../support/image/small-raster.ts';

const shown =
  /^product\/|^transparent\/(sunnies|juice|ink|layer)|^photo\/(toaster|espresso|clic-pepper|cam-moon|cam-night|kodim23)/;
const targets: readonly Size[] = [
  { width: 200, height: 200 },
  { width: 300, height: 150 },
];
/** Green, as no picture of the corpus has it, so that transparency and missing space are seen. */
const behind = '90 120 90';

const fillArgs = (fill: Fill | undefined): readonly string[] => {
  switch (fill?.kind) {
    case undefined:
      return [];
    case 'edge':
      return ['--extend', 'copy'];
    case 'transparent':
      return ['--extend', 'background', '--background', '0 0 0 0'];
    case 'colour': {
      const { red, green, blue } = fill.colour;
      return ['--extend', 'background', '--background', `${red} ${green} ${blue}`];
    }
  }
};

/** Draws a placement in the three steps that it describes. */
const place = async (path: string, out: string, placement: ThumbPlacement): Promise<void> => {
  const { scaled, extract, left, top, result, fill } = placement;
  const [whole, part] = [`${out}-scaled.v`, `${out}-part.v`];
  await vips(
    'thumbnail',
    path,
    whole,
    `${scaled.width}`,
    '--height',
    `${scaled.height}`,
    '--size',
    'force',
  );
  const area = [extract.left, extract.top, extract.width, extract.height].map(String);
  await vips('extract_area', whole, part, ...area);
  const embedded = [left, top, result.width, result.height].map(String);
  await vips('embed', part, out, ...embedded, ...fillArgs(fill));
};

const cover = async (path: string, out: string, source: Size, target: Size): Promise<void> => {
  const { width, height } = resultSize(resizePlan(source, { method: 'cover', ...target }));
  await vips(
    'thumbnail',
    path,
    out,
    `${width}`,
    '--height',
    `${height}`,
    '--size',
    'down',
    '--crop',
    'attention',
  );
};

/** The picture itself, then `cover` and `thumb` for each target; the files of the row. */
const rowOf = async (path: string, base: string): Promise<readonly string[]> => {
  const source = await pixelsOf(path);
  const analysis = analyseThumb(await smallRasterOf(path, `${base}-small.v`), source);
  const row = [`${base}-small.v`];
  for (const target of targets) {
    const start = `${base}-${target.width}x${target.height}`;
    await cover(path, `${start}-cover.v`, source, target);
    row.push(`${start}-cover.v`);
    if (analysis.kind === 'cover') continue;
    await place(path, `${start}-thumb.v`, thumbPlacement(source, analysis, target));
    row.push(`${start}-thumb.v`);
  }
  return row;
};

/** All cells opaque and of one size, so that they can be joined. */
const cellOf = async (file: string): Promise<string> => {
  const [flat, cell] = [`${file}-flat.v`, `${file}-cell.v`];
  const { bands } = await pixelsOf(file);
  await (bands === 4
    ? vips('flatten', file, flat, '--background', behind)
    : vips('copy', file, flat));
  const { width, height } = await pixelsOf(flat);
  const [left, top] = [Math.round((310 - width) / 2), Math.round((266 - height) / 2)];
  await vips(
    'embed',
    flat,
    cell,
    `${left}`,
    `${top}`,
    '310',
    '266',
    '--extend',
    'background',
    '--background',
    behind,
  );
  return cell;
};

const folder = await mkdtemp(join(tmpdir(), 'shrinkd-thumbs-'));
const sheet = join(tmpdir(), 'shrinkd-thumb-sheet.png');
try {
  const cells: string[] = [];
  const across = 1 + 2 * targets.length;
  for (const [index, { name, path }] of corpusFiles().entries()) {
    if (!shown.test(name)) continue;
    const row = await rowOf(path, join(folder, `${index}`));
    for (const file of row) cells.push(await cellOf(file));
    while (cells.length % across > 0) cells.push(cells.at(-1)!);
  }
  if (cells.length === 0) throw new Error('The sheet needs the corpus; set SHRINKD_CORPUS.');
  await vips('arrayjoin', cells.join(' '), sheet, '--across', `${across}`);
  console.log(sheet);
} finally {
  await rm(folder, { recursive: true, force: true });
}
