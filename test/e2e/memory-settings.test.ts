import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { servicesOfTest } from '../support/service/service.ts';

describe('the memory settings of the service', () => {
  const { start, inFolder } = servicesOfTest();
  const young = '--max-semi-space-size=1';

  for (const [title, throughServe] of [
    ['bin/shrinkd, as the container does', false],
    ['bin/serve', true],
  ] as const) {
    it(`are made by ${title}`, async () => {
      const preload = new URL('../support/cli/flags-at-end.ts', import.meta.url).href;
      const environment = { NODE_OPTIONS: `--import=${preload}`, FLAGS_FOLDER: inFolder() };
      const { pid, stop } = await start({ throughServe, environment });
      const partsOf = (file: string): readonly string[] =>
        readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
      expect(partsOf('cmdline')).to.include(young);
      expect(partsOf('environ')).to.include.members([
        'MALLOC_ARENA_MAX=1',
        'MALLOC_MMAP_THRESHOLD_=16384',
        'MALLOC_TRIM_THRESHOLD_=65536',
      ]);
      await stop();
      // Set while it runs: a start with these flags would compile the modules of Node anew.
      const whileRunning = ['--optimize-for-size', '--heap-growing-percent=20'];
      const flags = [young, ...whileRunning, '-p', 'v8.cachedDataVersionTag()'];
      const expected = execFileSync(process.execPath, flags, { encoding: 'utf8' });
      expect(readFileSync(inFolder(`flags-${pid}`), 'utf8')).to.equal(expected.trim());
    });
  }
});
