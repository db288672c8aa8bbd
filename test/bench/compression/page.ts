import { loadSharp } from '../sharp.ts';
import type { Measured, Result } from './measure.ts';
import { type Group, lossesOf, lossLines, tableOf } from './summary.ts';

/** Differences are shown this many times as strong. */
const amplification = 8;
/** The box of the pictures on the page, in pixels. */
const side = 220;

/**
 * A page that needs no other file: the table, then each picture as it was and what was made of it, with
 * sizes, scores, and the amplified differences from the source on black.
 */
export const htmlPage = async (
  measured: readonly Measured[],
  groups: readonly Group[],
): Promise<string> => {
  const sections: string[] = [];
  for (const item of measured) sections.push(await sectionOf(item));
  return `<!doctype html>
<meta charset="utf-8">
<title>shrinkd: compression</title>
<style>
body { font: 14px/1.4 sans-serif; margin: 2em; background: #eee }
section { display: flex; flex-wrap: wrap; gap: 1em; margin: 1em 0; padding: 1em; background: #fff }
h2 { width: 100%; font-size: 1em; margin: 0 }
figure { margin: 0; width: ${side}px }
</style>
<h1>Compression</h1>
<p>Under each result: its differences from the source, ${amplification} times as strong.</p>
<pre>${escaped([tableOf(groups), '', ...lossLines(lossesOf(measured))].join('\n'))}</pre>
${sections.join('\n')}
`;
};

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const sectionOf = async ({ task, results }: Measured): Promise<string> => {
  const source = await pixelsOf(task.bytes);
  const figures = [figureOf(`source: ${task.bytes.length} bytes`, await thumbnail(task.bytes))];
  for (const [maker, result] of results) figures.push(await resultFigure(maker, source, result));
  const title = escaped(`${task.name} (${task.group})`);
  return `<section><h2>${title}</h2>${figures.join('')}</section>`;
};

const resultFigure = async (maker: string, source: Pixels, result: Result): Promise<string> => {
  const caption = `${maker}: ${result.bytes.length} bytes, s2 ${result.score.toFixed(1)}`;
  const pictures = [await thumbnail(result.bytes), await difference(source, result.bytes)];
  return figureOf(caption, ...pictures);
};

const figureOf = (caption: string, ...pictures: readonly Buffer[]): string => {
  const images = pictures
    .map((picture) => `<img src="data:image/webp;base64,${picture.toString('base64')}">`)
    .join('');
  return `<figure>${images}<figcaption>${escaped(caption)}</figcaption></figure>`;
};

const thumbnail = (image: Buffer): Promise<Buffer> =>
  loadSharp()(image, { failOn: 'none' })
    .resize(side, side, { fit: 'inside' })
    .webp({ quality: 75 })
    .toBuffer();

type Pixels = Readonly<{ width: number; height: number; data: Buffer }>;

/** Red, green and blue, laid over grey where transparent. */
const pixelsOf = async (image: Buffer): Promise<Pixels> => {
  const sharp = loadSharp();
  const { width, height } = await sharp(image, { failOn: 'none' }).metadata();
  const data = await sharp(image, { failOn: 'none' })
    .flatten({ background: '#888' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { width, height, data };
};

/** How far each pixel is off, shrunk: a small error everywhere stays visible. */
const difference = async (
  { width, height, data: before }: Pixels,
  result: Buffer,
): Promise<Buffer> => {
  const { data: after } = await pixelsOf(result);
  const errors = new Uint8ClampedArray(before.length);
  for (let at = 0; at < before.length; at++) {
    errors[at] = Math.abs((before[at] ?? 0) - (after[at] ?? 0)) * amplification;
  }
  return loadSharp()(errors, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: 'inside' })
    .webp({ quality: 60 })
    .toBuffer();
};
