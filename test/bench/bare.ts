import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { qtablesText } from '../../src/image/jpeg/quantisation-tables.ts';
import { type BenchPicture, qtablesFile, scales } from './pictures.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The bare tools on files of a folder in memory, as the service has them. */
type Bare = Readonly<{
  /** Seconds that `xargs -P2` takes for the commands of all pictures. */
  allSeconds: () => Promise<number>;
  /** Milliseconds that one picture's commands take side by side. */
  oneMs: (picture: BenchPicture) => Promise<number>;
  remove: () => Promise<void>;
}>;

/** One thread for each tool, as in the service. */
const environment = {
  PATH: `${root}.tools/bin:${process.env['PATH']}`,
  OMP_NUM_THREADS: '1',
  RAYON_NUM_THREADS: '1',
  LC_ALL: 'C',
};

export const createBare = async (pictures: readonly BenchPicture[]): Promise<Bare> => {
  const folder = await mkdtemp(join('/dev/shm', 'shrinkd-bench-')).catch(() =>
    mkdtemp(join(tmpdir(), 'shrinkd-bench-')),
  );
  await Promise.all([
    ...pictures.map(({ bytes }, index) => writeFile(join(folder, `in-${index}`), bytes)),
    ...scales.map((scale) => writeFile(join(folder, qtablesFile(scale)), qtablesText(scale))),
  ]);
  const linesOf = (picture: BenchPicture): readonly string[] =>
    picture.commands.map((command, lane) =>
      command
        .replaceAll('IN', `in-${pictures.indexOf(picture)}`)
        .replaceAll('OUT', `out-${pictures.indexOf(picture)}-${lane}`),
    );
  const timed = async (script: string): Promise<number> => {
    const startedAt = performance.now();
    // pngquant and others exit with codes of their own; what counts here is the time.
    await run('sh', ['-c', `rm -f out-*; ${script}; true`], { cwd: folder, env: environment });
    return performance.now() - startedAt;
  };
  const commands = join(folder, 'commands');
  await writeFile(commands, pictures.flatMap(linesOf).join('\n'));
  return {
    allSeconds: async () =>
      (await timed(`xargs -P2 -d '\\n' -I{} sh -c '{}' <commands 2>/dev/null`)) / 1000,
    oneMs: (picture) =>
      timed(
        `${linesOf(picture)
          .map((line) => `(${line}) 2>/dev/null &`)
          .join(' ')} wait`,
      ),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};
