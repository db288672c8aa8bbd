import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { equalLookLines } from './equal-look.ts';
import { peers, rungs } from './makers.ts';
import { measureAll } from './measure.ts';
import { htmlPage } from './page.ts';
import { pictureLines } from './picture-lines.ts';
import { stoppedLines } from './stopped-searches.ts';
import { groupsOf, lossesOf, lossLines, tableOf } from './summary.ts';
import { compressionTasks } from './tasks.ts';

/**
 * Bytes and SSIMULACRA2 of what the service makes of the corpus, against its peers, by folder and type:
 * one table, cells in which a peer is ahead marked, and the pictures that are lost.
 * `--only FOLDER` takes one folder of the corpus, `--html FILE` writes a page with all pictures.
 * `--preset NAME` measures the service alone, with that `quality.preset`. `--pictures` adds a line for each
 * picture.
 */
export const compression = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      html: { type: 'string' },
      only: { type: 'string' },
      pictures: { type: 'boolean' },
      preset: { type: 'string' },
    },
  });
  const { preset } = values;
  const tasks = await compressionTasks(values.only);
  const measured = await (preset === undefined
    ? measureAll(tasks, { peers: peers(), rungs: rungs() })
    : measureAll(tasks, { peers: [], rungs: [] }, ['--quality-preset', preset]));
  const groups = groupsOf(measured);
  const losses = lossesOf(measured);
  console.log(tableOf(groups));
  console.log('\ncompression: our bytes at equal scores');
  for (const line of equalLookLines(measured)) console.log(line);
  console.log(`\ncompression: lost ${losses.length} of ${measured.length} pictures`);
  for (const line of lossLines(losses)) console.log(line);
  for (const line of stoppedLines(measured)) console.log(line);
  const changed = measured.filter(({ isStable }) => !isStable);
  console.log(`\ncompression: a second pass changed ${changed.length} results`);
  for (const { task } of changed) console.log(`- ${task.name} (${task.group})`);
  if (values.pictures) for (const line of pictureLines(measured)) console.log(line);
  if (values.html !== undefined) await writeFile(values.html, await htmlPage(measured, groups));
};
