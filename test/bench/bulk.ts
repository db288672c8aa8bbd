import { once } from 'node:events';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { corpusFiles } from '../support/corpus.ts';
import { makeServiceFolder, removeFolder, spawnShrinkd } from '../support/service/service.ts';
import { createCpuGroup } from './cpu-group.ts';

const defaultPictures = 200;

/**
 * Share of the CPUs that `shrinkd compress` uses from its start to its end, over pictures from all parts of the corpus;
 * what other programs used meanwhile, and what nobody did. Target: above 90 % where nobody else works. The first argument
 * is the number of pictures.
 */
export const bulk = async ([count = String(defaultPictures)]: readonly string[]): Promise<void> => {
  const all = corpusFiles().filter(({ name }) => !name.startsWith('corrupt/'));
  if (all.length === 0) throw new Error('It needs the corpus; set SHRINKD_CORPUS.');
  const step = Math.max(1, all.length / Number(count));
  const files = all.filter((_, index) => index % step < 1);
  const folder = await makeServiceFolder();
  try {
    const source = join(folder, 'pictures');
    await mkdir(source);
    for (const [index, { name, path }] of files.entries()) {
      await copyFile(path, join(source, `${index}${extname(name)}`));
    }
    const [before, startedAt] = [await machineTimes(), performance.now()];
    const child = spawnShrinkd(folder, ['compress', source, '--out', join(folder, 'small')]);
    child.stdout!.resume();
    child.stderr!.resume();
    const group = createCpuGroup(child.pid!, 'bulk');
    await once(child, 'exit');
    const seconds = (performance.now() - startedAt) / 1000;
    const after = await machineTimes();
    const cpuSeconds = group.cpuMs() / 1000;
    group.remove();
    const own = cpuSeconds / (seconds * availableParallelism());
    const unused = (after.unused - before.unused) / (after.all - before.all);
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    console.log(
      `bulk: ${files.length} pictures in ${seconds.toFixed(1)} s, CPU ${cpuSeconds.toFixed(1)} s: ${percent(own)} of the CPUs, others ${percent(1 - own - unused)}, unused ${percent(unused)}`,
    );
  } finally {
    await removeFolder(folder);
  }
};

/** CPU time of the machine so far, and what of it was idle or waited for a disk (proc_stat(5)). */
const machineTimes = async (): Promise<Readonly<{ all: number; unused: number }>> => {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  // Guests are in the time of users too.
  const times = line.split(/ +/).slice(1, 9).map(Number);
  const [, , , idle = 0, waiting = 0] = times;
  return { all: times.reduce((sum, time) => sum + time, 0), unused: idle + waiting };
};
