import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { referenceOf, scoreOf } from '../../../src/image/score/score.ts';
import { mosaicExcess, mosaicOf, mosaicTiles } from '../../../src/image/score/sample-tiles.ts';
import { ownCpuMs } from '../cpu.ts';
import { agreementOf, type Pair } from './agreement.ts';
import { peers } from './makers.ts';
import { type Measured, measureAll } from './measure.ts';
import { sum } from './statistics.ts';
import { compressionTasks, sourcePicture } from './tasks.ts';
import { decoded, inFolder } from './tools.ts';

/** A result with both its scores, how it was looked at, and the CPU time of the metric. */
type Judged = Pair &
  Readonly<{ type: string; isMosaic: boolean; megapixels: number; cpuMs: number }>;

/**
 * How well the service's metric agrees with SSIMULACRA2 on what the service and its peers make of the
 * corpus: by type, and by whether the picture was large enough to be judged by its mosaic. Mosaics,
 * corrected as the service does, are compared with the score of the whole picture. `--only FOLDER` takes one folder of the corpus.
 */
export const metric = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  const judged: Judged[] = [];
  for (const measured of await measureAll(await compressionTasks(values.only), peers())) {
    judged.push(...(await inFolder((folder) => judge(measured, folder))));
  }
  for (const [group, members] of Map.groupBy(judged, groupOf)) {
    console.log(`metric: ${group}: ${agreementOf(members)}`);
  }
  const cpuSeconds = sum(judged.map(({ cpuMs }) => cpuMs)) / 1000;
  const perMegapixel = cpuSeconds / sum(judged.map(({ megapixels }) => megapixels));
  console.log(`metric: ${perMegapixel.toFixed(3)} CPU s a megapixel, the reference not counted`);
};

const groupOf = ({ type, isMosaic }: Judged): string =>
  `${type.slice('image/'.length)}${isMosaic ? ', by mosaic' : ''}`;

const judge = async ({ task, results }: Measured, folder: string): Promise<readonly Judged[]> => {
  const source = await sourcePicture(task, folder);
  const tiles = mosaicTiles(source);
  const seen = tiles === undefined ? source : mosaicOf(source, tiles);
  const reference = referenceOf(seen);
  const judged: Judged[] = [];
  for (const { bytes, score } of results.values()) {
    const path = join(folder, 'judged');
    await writeFile(path, bytes);
    const whole = await decoded(path);
    const result = tiles === undefined ? whole : mosaicOf(whole, tiles);
    const cpuAtStart = ownCpuMs();
    const said = scoreOf(reference, result) - (tiles === undefined ? 0 : mosaicExcess(task.to));
    judged.push({
      ...{ said, score, type: task.to, isMosaic: tiles !== undefined },
      ...{ cpuMs: ownCpuMs() - cpuAtStart, megapixels: (seen.width * seen.height) / 1e6 },
    });
  }
  return judged;
};
