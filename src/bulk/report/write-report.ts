import { createReadStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Compressor, Preview } from '../compressor.ts';
import type { Outcome } from '../outcome.ts';
import { bytesOf, type RawPath } from '../raw-path.ts';
import { pageEnd, pageStart } from './markup.ts';
import type { ReportModel } from './model.ts';
import { entryOf, failuresOf, headingOf, overviewOf, type Pair } from './page.ts';

export type ReportOptions = Readonly<{
  model: ReportModel;
  title: string;
  /** How long the run took, as a sentence. */
  seconds: string;
  preview: Compressor['preview'];
  signal: AbortSignal;
}>;

/**
 * Writes the page of a run to `file`, whole or not at all.
 * @throws the system's error.
 */
export const writeReport = async (file: string, options: ReportOptions): Promise<void> => {
  const { model, title, seconds } = options;
  const temporary = `${file}.new`;
  const page = await open(temporary, 'w', 0o644);
  try {
    await page.writeFile(pageStart(title) + overviewOf(model, seconds));
    const lists = [
      ['Largest savings', model.savings],
      ['Lowest scores', model.scores],
    ] as const;
    for (const [heading, outcomes] of lists) {
      await page.writeFile(`${headingOf(heading)}<ol>\n`);
      for (const outcome of outcomes) {
        await page.writeFile(entryOf(outcome, await pairOf(outcome, options)));
        await setImmediate();
      }
      await page.writeFile('</ol>\n');
    }
    await page.writeFile(failuresOf(model.failures) + pageEnd);
    await page.close();
    await rename(temporary, file);
  } catch (error) {
    await page.close().catch(() => undefined);
    await rm(temporary, { force: true });
    throw error;
  }
};

/** Both pictures in the size of the result. None where one cannot be shown, or the result is a part of its source. */
const pairOf = async (
  { original, target }: Outcome,
  { preview, signal }: ReportOptions,
): Promise<Pair | undefined> => {
  if (original === undefined || target === undefined) return undefined;
  const show = (path: RawPath, size?: Preview['size']): Promise<Preview | undefined> =>
    preview(createReadStream(bytesOf(path)), size, signal);
  try {
    const after = await show(target);
    const before = after && (await show(original, after.size));
    if (after === undefined || before === undefined) return undefined;
    return areAlike(before.size, after.size) ? { before: before.url, after: after.url } : undefined;
  } catch {
    // The list is of use without it. The file may be gone, or damaged since.
    return undefined;
  }
};

/** Proportions differ by rounding where a picture was scaled. */
const tolerance = 0.02;

const areAlike = (one: Preview['size'], other: Preview['size']): boolean =>
  Math.abs(Math.log(one.width / one.height / (other.width / other.height))) < tolerance;
