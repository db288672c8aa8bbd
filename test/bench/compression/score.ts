import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { storedRaster } from '../../../src/image/wasm/stored-pixels.ts';
import { scoreOfLarge } from '../../../src/image/score/distance.ts';
import { sampleExcess } from '../../../src/image/score/sample-tiles.ts';
import { brightnessOf } from '../../../src/image/score/brightness.ts';
import { joinTiles, scoreOf, sampleTilesOf } from '../../support/image/measured.ts';
import { ownCpuMs } from '../cpu.ts';
import { agreementOf, type Pair } from './agreement.ts';
import { peers } from './makers.ts';
import { type Measured, measureAll } from './measure.ts';
import { sum } from './statistics.ts';
import { compressionTasks, sourcePicture } from './tasks.ts';
import { decoded, inFolder } from './tools.ts';

/** A result with both its scores, how it was looked at, and the CPU time of ours. */
type Judged = Pair & Readonly<{ type: string; look: string; megapixels: number; cpuMs: number }>;

/**
 * Prints how well the service's score agrees with SSIMULACRA2 on the results of the service and its
 * peers over the corpus: by type, and by whether the picture is a large one. As in the service, large
 * JPEGs are scored by sample tiles and others by all pixels, and the scores are corrected.
 * `--only FOLDER` takes one folder of the corpus.
 */
export const scoreAgreement = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  const judged: Judged[] = [];
  for (const measured of await measureAll(await compressionTasks(values.only), {
    peers: peers(),
  })) {
    judged.push(...(await inFolder((folder) => judge(measured, folder))));
  }
  for (const [group, members] of Map.groupBy(judged, groupOf)) {
    console.log(`score: ${group}: ${agreementOf(members)}`);
  }
  const cpuSeconds = sum(judged.map(({ cpuMs }) => cpuMs)) / 1000;
  const perMegapixel = cpuSeconds / sum(judged.map(({ megapixels }) => megapixels));
  console.log(`score: ${perMegapixel.toFixed(3)} CPU s a megapixel`);
};

const groupOf = ({ type, look }: Judged): string => `${type.slice('image/'.length)}${look}`;

const judge = async ({ task, results }: Measured, folder: string): Promise<readonly Judged[]> => {
  const source = await sourcePicture(task, folder);
  const largeTiles = sampleTilesOf(source);
  const isLarge = largeTiles !== undefined;
  const tiles = task.to === 'image/jpeg' ? largeTiles : undefined;
  const look = tiles ? ', large, by sample tiles' : isLarge ? ', large, by all pixels' : '';
  const brightness = brightnessOf(storedRaster(source));
  const corrected = (score: number): number => {
    if (tiles) return score - sampleExcess(task.to);
    return isLarge ? scoreOfLarge(score, { ...source, brightness }) : score;
  };
  const seen = tiles === undefined ? source : joinTiles(source, tiles);
  const judged: Judged[] = [];
  for (const { bytes, score } of results.values()) {
    const path = join(folder, 'judged');
    await writeFile(path, bytes);
    const whole = await decoded(path);
    const result = tiles === undefined ? whole : joinTiles(whole, tiles);
    const cpuAtStart = ownCpuMs();
    const said = corrected(scoreOf(seen, result));
    judged.push({
      ...{ said, score, type: task.to, look },
      ...{ cpuMs: ownCpuMs() - cpuAtStart, megapixels: (seen.width * seen.height) / 1e6 },
    });
  }
  return judged;
};
