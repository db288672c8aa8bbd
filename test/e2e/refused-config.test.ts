import { expect } from 'chai';
import { writeFile } from 'node:fs/promises';
import { runShrinkd, serveArgs, servicesOfTest } from '../support/service/service.ts';

describe('a configuration that cannot work', () => {
  const { inFolder } = servicesOfTest();

  const refused = async (config: object) => {
    const ended = await runShrinkd(inFolder(), await serveArgs(inFolder(), { config }));
    expect(ended.stdout).to.equal('');
    return ended;
  };

  const encoderWith = (...command: string[]): object => ({
    encoders: { mozjpeg: { produces: 'image/jpeg', reads: ['image/jpeg'], command } },
  });

  it('names each tool that does not work and the fix, with exit code 1', async () => {
    const failing = inFolder('failing');
    await writeFile(failing, '#!/bin/sh\necho "no licence" >&2\nexit 3\n', { mode: 0o755 });
    const missing = await refused(encoderWith('no-such-tool', '{input}', '{output}'));
    expect(missing.code).to.equal(1);
    expect(missing.stderr).to.match(/^shrinkd: A tool does not work \("shrinkd check" lists them/);
    expect(missing.stderr).to.match(/- mozjpeg: no-such-tool is not in .*; install it, or set /);

    const broken = await refused(encoderWith(failing, '{input}', '{output}'));
    expect(broken.code).to.equal(1);
    expect(broken.stderr).to.include(
      `- mozjpeg: ${failing} failed on a built-in picture (code 3: no licence)`,
    );
  });

  it('is refused with all its problems, each with its path, with exit code 2', async () => {
    const { code, stderr } = await refused({
      prot: 1,
      limits: { pixels: 'many' },
      queue: { slots: -1 },
      tls: { mode: 'none' },
      encoders: { 'my encoder': { command: [] } },
    });
    expect(code).to.equal(2);
    const places = ['prot', 'limits.pixels', 'queue.slots', 'tls.mode', 'encoders'];
    for (const place of places) expect(stderr).to.match(new RegExp(`^ {2}- .*${place}`, 'm'));
  });

  it('is refused when its parts do not fit together, with exit code 2', async () => {
    const { code, stderr } = await refused({
      types: { 'image/jpeg': [['cwebp']], 'image/png': [['nobody'], ['cwebp', 'oxipng']] },
      wildcardTypes: ['image/jxl'],
      source: { allow: ['10.0.0.0/99'] },
      tls: { mode: 'files' },
    });
    expect(code).to.equal(2);
    const problems = [
      'types.image/jpeg[0]: cwebp produces image/webp, expected image/jpeg',
      'types.image/png[0]: no encoder named nobody',
      'types.image/png[1]: oxipng does not read image/webp, which cwebp produces',
      'wildcardTypes: image/jxl has no chains under types',
      'source.allow: expected an address range such as 10.0.0.0/8, got "10.0.0.0/99"',
      'tls.mode: "files" needs tls.cert and tls.key',
    ];
    for (const problem of problems) expect(stderr).to.include(`  - ${problem}\n`);
  });

  it('is refused when the file is no JSON, or is not there, with exit code 2', async () => {
    await writeFile(inFolder('broken.json'), '{"port":');
    for (const name of ['broken.json', 'missing.json']) {
      const ended = await runShrinkd(inFolder(), ['serve', '--config', inFolder(name)]);
      expect(ended.code).to.equal(2);
      expect(ended.stderr).to.include(inFolder(name));
    }
  });
});
