import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { deployFile, requireProgram, root, runProgram } from '../support/deploy/programs.ts';

/** In tenths, as systemd-analyze gives it: 100 is no protection. */
const highestExposure = 30;

describe('the unit of systemd', () => {
  let text = '';
  before(async () => {
    text = await readFile(deployFile('systemd/shrinkd.service'), 'utf8');
  });

  const valueOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(text)![1]!;

  it('starts the service of this project, with settings that there are', () => {
    const [program = '', ...args] = valueOf('ExecStart').split(' ');
    expect(existsSync(program.replace('/opt/shrinkd', root))).to.equal(true);
    expect(args).to.deep.equal(['serve']);
    const environment = Object.fromEntries(
      valueOf('Environment')
        .split(' ')
        .map((pair) => pair.split('=')),
    ) as Record<string, string>;
    const { config } = loadConfig({ flags: {}, environment });
    expect(config.dataDir).to.equal(`/var/lib/${valueOf('StateDirectory')}`);
    expect(environment['NODE_COMPILE_CACHE']).to.equal(`/var/cache/${valueOf('CacheDirectory')}`);
  });

  it('lets the service drain and finish, and its tools with it', () => {
    const { drainSeconds, graceSeconds } = loadConfig({ flags: {}, environment: {} }).config
      .shutdown;
    expect(Number(valueOf('TimeoutStopSec'))).to.be.greaterThan(drainSeconds + graceSeconds + 10);
    expect(valueOf('KillMode')).to.equal('mixed');
    expect(valueOf('OOMPolicy')).to.equal('continue');
  });

  it('forbids nothing that bwrap needs', () => {
    const settings = [...text.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(settings).to.not.include('RestrictNamespaces').and.not.include('PrivateUsers');
    expect(settings).to.not.include('PrivateNetwork').and.not.include('MemoryDenyWriteExecute');
    expect(valueOf('SystemCallFilter').split(' ')).to.include('@mount');
    expect(valueOf('RestrictAddressFamilies').split(' ')).to.include('AF_NETLINK');
  });

  describe('for systemd-analyze', () => {
    let folder = '';
    let unit = '';
    before(async function () {
      requireProgram(this, 'systemd-analyze');
      folder = await mkdtemp(join(tmpdir(), 'shrinkd-unit-'));
      unit = join(folder, 'shrinkd.service');
      // It looks for the program.
      await writeFile(unit, text.replaceAll('/opt/shrinkd/', root));
    });
    after(() => rm(folder, { recursive: true, force: true }));

    it('is valid, without a warning', async () => {
      expect(await runProgram('systemd-analyze', ['verify', '--man=no', unit])).to.not.contain(
        'shrinkd.service',
      );
    });

    it('is exposed as little as bwrap allows', async () => {
      const threshold = `--threshold=${highestExposure}`;
      await runProgram('systemd-analyze', ['security', '--offline=true', threshold, unit]);
    });
  });
});
