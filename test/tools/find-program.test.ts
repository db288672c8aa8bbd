import { expect } from 'chai';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { findProgram, toolEnvironment } from '../../src/tools/find-program.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('findProgram', () => {
  const file = temporaryFolders();
  beforeEach(async () => {
    await Promise.all(
      ['first', 'second/folder'].map((name) => mkdir(file(name), { recursive: true })),
    );
    await Promise.all(
      ['first/plain', 'second/plain', 'second/both', 'first/both'].map((name) =>
        writeFile(file(name), '#!/bin/sh\n'),
      ),
    );
    await Promise.all(
      ['second/plain', 'second/both', 'first/both'].map((n) => chmod(file(n), 0o755)),
    );
  });
  const path = (): string => `relative::${file('missing')}:${file('first')}:${file('second')}`;

  it('gives the first of that name in the path', () => {
    expect(findProgram('both', path())).to.equal(file('first/both'));
  });

  it('passes over what cannot be executed', () => {
    expect(findProgram('plain', path())).to.equal(file('second/plain'));
  });

  it('passes over folders', () => {
    expect(findProgram('folder', path())).to.equal(undefined);
  });

  it('gives an absolute name as it is, where there is such a program', () => {
    expect(findProgram(file('first/both'), '')).to.equal(file('first/both'));
    expect(findProgram(file('first/plain'), path())).to.equal(undefined);
    expect(findProgram(file('first/none'), path())).to.equal(undefined);
  });

  it('never looks in folders relative to where the service runs', () => {
    expect(findProgram('package.json', '.:')).to.equal(undefined);
    expect(findProgram('shrinkd', 'bin')).to.equal(undefined);
  });
});

describe('toolEnvironment', () => {
  it("holds what tools need and nothing else of the service's environment", () => {
    expect(toolEnvironment('/some/bin')).to.deep.equal({
      PATH: '/some/bin',
      HOME: '.',
      TMPDIR: '.',
      LC_ALL: 'C',
      OMP_NUM_THREADS: '1',
      RAYON_NUM_THREADS: '1',
      VIPS_CONCURRENCY: '1',
      VIPS_BLOCK_UNTRUSTED: '1',
      VIPSHOME: '/nonexistent',
    });
  });
});
