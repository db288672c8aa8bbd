import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadConfig } from '../../src/config/load.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import { deployFile, requireProgram, root, runProgram } from '../support/deploy/programs.ts';
import { scene } from '../support/image/scenes.ts';
import { runShrinkd } from '../support/service/service.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

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
    const inFolder = temporaryFolders();
    let unit = '';
    beforeEach(async function () {
      requireProgram(this, 'systemd-analyze');
      unit = inFolder('shrinkd.service');
      // It looks for the program.
      await writeFile(unit, text.replaceAll('/opt/shrinkd/', root));
    });

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

describe('the units of systemd for a folder each night', () => {
  const names = ['shrinkd-compress.service', 'shrinkd-compress.timer'];
  const textOf = (name: string) => readFile(deployFile(`systemd/${name}`), 'utf8');
  const inFolder = temporaryFolders();

  it('are valid, without a warning', async function () {
    requireProgram(this, 'systemd-analyze');
    const units = names.map(inFolder);
    for (const [index, name] of names.entries()) {
      await writeFile(units[index]!, (await textOf(name)).replaceAll('/opt/shrinkd/', root));
    }
    const printed = await runProgram('systemd-analyze', ['verify', '--man=no', ...units]);
    expect(printed).to.not.contain('shrinkd-compress');
  });

  it('run a command that compresses the folder, which they may write', async () => {
    const text = await textOf('shrinkd-compress.service');
    const command = /^ExecStart=(.*)$/m.exec(text)![1]!.replaceAll('%%', '%');
    const [program = '', name = '', uploads = '', ...flags] = command.split(' ');
    expect(program.replace('/opt/shrinkd', root)).to.satisfy(existsSync);
    // The record and the originals are beside the folder.
    expect(text).to.match(new RegExp(`^ReadWritePaths=${dirname(uploads)}$`, 'm'));
    const pictures = inFolder('uploads');
    await mkdir(pictures);
    await writeFile(join(pictures, 'a.png'), encodePng(scene({ width: 60, height: 40 })));
    const { code, stderr } = await runShrinkd(inFolder(), [name, pictures, ...flags]);
    expect({ code, stderr }).to.have.property('code', 0);
    expect((await stat(inFolder('.shrinkd'))).isDirectory()).to.equal(true);
  });
});
