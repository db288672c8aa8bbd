import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HostFact } from '../../src/tools/startup/host.ts';
import type { CheckedTool } from '../../src/tools/startup/check-tools.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { shrinkd, shrinkdProcess } from '../support/cli/shrinkd.ts';

const names = [
  'vips',
  'img2webp',
  'mozjpeg',
  'jpegtran',
  'palette',
  'pngquant',
  'oxipng',
  'oxipng-thorough',
  'cwebp',
  'cwebp-lossless',
  'avifenc',
  'decoder of image/avif',
  'decoder of image/jpeg',
  'decoder of image/webp',
];

const others = [
  ...['palette', 'oxipng', 'oxipng-thorough', 'cwebp', 'avifenc'].map(
    (name) => `effort fast of ${name}`,
  ),
  ...['mozjpeg', 'cwebp', 'avifenc'].map((name) => `effort hurried of ${name}`),
  ...['other', 'alpha', 'coarseAlpha'].map((name) => `effort ${name} of cwebp`),
  ...['mozjpeg', 'avifenc'].map((name) => `effort best of ${name}`),
  'effort draft of avifenc',
  ...['image/png', 'image/webp', 'image/x-yuv420'].map((type) => `from ${type} of cwebp`),
  ...['mozjpeg', 'cwebp', 'oxipng'].map((name) => `save of ${name}`),
];

const shrinkdProgram = fileURLToPath(new URL('../../bin/shrinkd', import.meta.url));

type Found = Readonly<{
  sandbox: Readonly<{ level: string; refused: readonly object[] }>;
  host: readonly HostFact[];
  tools: readonly CheckedTool[];
}>;

describe('shrinkd check', () => {
  const inFolder = temporaryFolders();

  it('tries every tool, and leaves nothing behind', async function () {
    mkdirSync(inFolder('tmp'));
    const { code, stdout } = await shrinkdProcess(['check', '--json'], { TMPDIR: inFolder('tmp') });
    const { sandbox, host, tools: probes } = JSON.parse(stdout) as Found;
    expect(sandbox.level).to.be.oneOf(['bwrap', 'limits']);
    if (sandbox.level === 'limits') expect(sandbox.refused[0]).to.have.keys('level', 'why');
    expect(probes.map(({ name }) => name)).to.have.members([...names, ...others, 'scorer']);
    expect(host.map(({ name }) => name)).to.include.members(['user namespaces', 'processes']);
    expect(readdirSync(inFolder('tmp'))).to.deep.equal([]);
    if (probes.some(({ path }) => path === undefined)) this.skip();
    expect(code).to.equal(0);
    for (const { name, works, problem, version, startCpuMs, milliseconds } of probes) {
      expect({ works, problem }, name).to.deep.equal({ works: true, problem: undefined });
      expect(version, name).to.match(/\d/);
      expect(milliseconds, name).to.be.a('number');
      if (name !== 'scorer') expect(startCpuMs, name).to.be.above(0);
    }
  });

  it('confines tools on a host with lower hard limits, which it names', () => {
    // Root may raise hard limits, unless it gives the capability away.
    const drop = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-sys_resource'] : [];
    const limits = ['--nproc=1000', '--fsize=900000000'];
    const [program, ...args] = [...drop, shrinkdProgram, 'check', '--json'];
    const { stdout, stderr } = spawnSync('prlimit', [...limits, program!, ...args], {
      encoding: 'utf8',
    });
    const { sandbox, host } = JSON.parse(stdout || '{}') as Found;
    expect(sandbox?.level, stderr).to.be.oneOf(['bwrap', 'limits']);
    expect(host).to.deep.include({
      name: 'processes',
      allows: '1000, which counts, not 4096 of tools.processes',
    });
  });

  it('leaves the sources of all processes compiled', async () => {
    const cache = { NODE_COMPILE_CACHE: inFolder('compiled') };
    await shrinkdProcess(['check'], cache);
    writeFileSync(
      inFolder('list.cjs'),
      `process.on('exit', () => console.error(process.moduleLoadList.join()))`,
    );
    for (const [program, ...flags] of [
      // As bin/shrinkd starts it: Node keeps code of other flags of V8 apart.
      ['compose.ts', '--max-semi-space-size=1'],
      ['engine/scorer/process.ts'],
      ['tools/process/launcher-process.ts'],
    ] as const) {
      const file = fileURLToPath(new URL(`../../src/${program}`, import.meta.url));
      const args = [...flags, '--require', inFolder('list.cjs'), file];
      const { stderr } = spawnSync(process.execPath, args, {
        env: { ...process.env, ...cache },
        encoding: 'utf8',
      });
      expect(stderr, program).to.contain('NativeModule fs');
      expect(stderr.includes('internal/deps/amaro'), `${program} is compiled`).to.equal(false);
    }
  });

  it('names what does not work, and how to fix it, with exit code 1', async () => {
    const config = inFolder('config.json');
    const guetzli = {
      produces: 'image/jpeg',
      reads: ['image/png'],
      command: ['no-such-guetzli', '{input}', '{output}'],
    };
    const removed = Object.fromEntries(
      names.slice(1).flatMap((name) => (name.startsWith('decoder') ? [] : [[name, null]])),
    );
    writeFileSync(
      config,
      JSON.stringify({
        encoders: { ...removed, guetzli },
        types: {
          'image/jpeg': [['guetzli']],
          ...{ 'image/png': null, 'image/webp': null, 'image/avif': null },
        },
        wildcardTypes: ['image/jpeg'],
      }),
    );
    const { code, stdout } = await shrinkd(['check', '--config', config]);
    expect(code).to.equal(1);
    expect(stdout).to.match(/^Set:\n/);
    expect(stdout).to.match(/^encoders\.guetzli = no-such-guetzli .* \(file\)$/m);
    expect(stdout).to.match(/^results +encoders that compete\nimage\/jpeg +guetzli\n\n/m);
    expect(stdout).to.match(
      /^tool +path +version +from +works +CPU of a start \(ms\) +in all \(ms\)$/m,
    );
    expect(stdout).to.match(/^guetzli +no-such-guetzli \(not found\) .* no +/m);
    expect(stdout).to.match(/^guetzli: .+/m);
    expect(stdout).to.match(/^Sandbox of the tools: (bwrap|limits)$/m);
    expect(stdout).not.to.contain('The configuration is valid.');
  });
});
