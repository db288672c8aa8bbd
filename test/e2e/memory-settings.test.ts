import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { servicesOfTest } from '../support/service/service.ts';

describe('the memory settings of the service', () => {
  const { start } = servicesOfTest();

  for (const [title, throughServe] of [
    ['bin/shrinkd, as the container does', false],
    ['bin/serve', true],
  ] as const) {
    it(`are made by ${title}`, async () => {
      const { pid } = await start({ throughServe });
      const partsOf = (file: string): readonly string[] =>
        readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
      expect(partsOf('cmdline')).to.include.members([
        '--max-semi-space-size=1',
        '--optimize-for-size',
      ]);
      expect(partsOf('environ')).to.include.members([
        'MALLOC_ARENA_MAX=1',
        'MALLOC_MMAP_THRESHOLD_=16384',
        'MALLOC_TRIM_THRESHOLD_=65536',
      ]);
    });
  }
});
