import { expect } from 'chai';
import { chmod, readdir, symlink, writeFile } from 'node:fs/promises';
import { createJobFolders, type JobFolders } from '../../../src/jobs/job-folder.ts';
import { createLauncher, type Launcher } from '../../../src/tools/process/launcher.ts';
import { findProgram } from '../../../src/tools/find-program.ts';
import { checkTools } from '../../../src/tools/startup/check-tools.ts';
import { openTools } from '../../../src/tools/startup/open-tools.ts';
import { StartError } from '../../../src/errors.ts';
import type { Encoder } from '../../../src/image/encoder.ts';
import { rejectionOf } from '../../support/rejection.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { defaultTable, encoderOf } from '../../support/image/encoder-table.ts';
import { fixtureTool, roomyLimits, systemPath } from '../../support/tools/processes.ts';
import { killProcessesIn } from '../../../src/tools/process/leftovers.ts';

const path = process.env['PATH'] ?? '';

/** A program that prints `words` when asked for its version, and copies otherwise. */
const programSaying = async (file: string, words: string): Promise<string> => {
  await writeFile(file, `#!/bin/sh\nif [ $# = 1 ]; then echo '${words}'; else cp "$1" "$2"; fi\n`);
  await chmod(file, 0o755);
  return file;
};

describe('opening the tools', () => {
  const file = temporaryFolders();
  let launcher: Launcher;
  let folders: JobFolders;
  before(async () => {
    launcher = await createLauncher({ path });
  });
  after(() => launcher.close());
  beforeEach(async () => {
    folders = await createJobFolders(file('jobs'), killProcessesIn);
  });
  const configOf = (encoders: Readonly<Record<string, Encoder>>, deadlineSeconds = 10) => ({
    encoders,
    decoders: {},
    types: {},
    tools: { ...roomyLimits, deadlineSeconds },
  });
  const box = async (encoders: Readonly<Record<string, Encoder>>, deadlineSeconds?: number) => {
    try {
      return await openTools(configOf(encoders, deadlineSeconds), {
        launcher,
        folders,
        path,
        sandbox: { level: 'limits' },
      });
    } finally {
      expect(await readdir(file('jobs')), 'what is left of trying').to.deep.equal([]);
    }
  };
  const fixtureEncoder = (name: string, changes: Partial<Encoder> = {}): Encoder =>
    encoderOf({ command: [fixtureTool(name), '{input}', '{output}'], ...changes });
  const problemOf = async (encoder: Encoder, deadlineSeconds?: number): Promise<string> => {
    const error = await rejectionOf(box({ odd: encoder }, deadlineSeconds));
    expect(error).to.be.instanceOf(StartError);
    return (error as StartError).message;
  };

  it('finds and checks libvips and every default encoder that is not built in', async () => {
    const { vips, tools, versions } = await box(defaultTable.encoders);
    expect(vips.path).to.equal(findProgram('vips', path));
    const encoders = new Set(Object.keys(defaultTable.encoders));
    expect(encoders.delete('lossy-png')).to.equal(true);
    expect([...tools.keys()].toSorted()).to.deep.equal(
      ['vips', 'img2webp', ...encoders].toSorted(),
    );
    for (const version of Object.values(versions)) expect(version).to.match(/^\d+\.\d+/);
  });

  const versionRows: readonly (readonly [string, string])[] = [
    ['tool 1.2.3', '1.2.3'],
    ['vips-8.14.1', '8.14.1'],
    ['mozjpeg version 3.2 (build 20250101)', '3.2'],
    ['tool 2.17.0-rc1 of 2022', '2.17.0-rc1'],
    ['tool', 'unknown'],
  ];
  for (const [words, version] of versionRows) {
    it(`reads the version ${version} out of "${words}"`, async () => {
      const program = await programSaying(file('program'), words);
      const { versions, tools } = await box({
        odd: encoderOf({ command: [program, '{input}', '{output}'] }),
      });
      expect(versions['odd']).to.equal(version);
      expect(tools.get('odd')).to.deep.equal({ name: program, path: program, version });
    });
  }

  it('counts an encoder that declines the built-in picture as usable', async () => {
    const odd = encoderOf({ command: [fixtureTool('fails'), '98'], exit: { 98: 'declined' } });
    expect((await box({ odd })).tools.has('odd')).to.equal(true);
  });

  describe('refuses', () => {
    it('a missing tool, naming where it was looked for and what to set', async () => {
      const message = await problemOf(encoderOf({ command: ['no-such-tool'] }));
      expect(message).to.equal(
        'A tool does not work ("shrinkd check" lists them):\n' +
          `  - odd: no-such-tool is not in ${path}; install it, or set encoders.odd.command or tools.path`,
      );
    });

    const broken: readonly (readonly [string, Encoder, string])[] = [
      [
        'a tool that fails',
        encoderOf({ command: [fixtureTool('fails')] }),
        '(code 1: cannot do that)',
      ],
      ['a tool that makes nothing', fixtureEncoder('makes-nothing'), '(code 0, no output)'],
      ['a tool that crashes', fixtureEncoder('crashes'), '(SIGSEGV, no output)'],
    ];
    for (const [title, encoder, how] of broken) {
      it(`${title}, with what it said and what to set`, async () => {
        const message = await problemOf(encoder);
        expect(message).to.include(
          `${encoder.command?.[0]} failed on a built-in picture ${how}; install another version, or set encoders.odd.command`,
        );
      });
    }

    it('a tool that hangs', async () => {
      expect(await problemOf(fixtureEncoder('sleeps'), 0.3)).to.include('(deadline, no output)');
    });

    it('an encoder that reads no type with a built-in picture', async () => {
      const encoder = fixtureEncoder('copies', { reads: ['image/tiff'] });
      expect(await problemOf(encoder)).to.include(
        'encoders.odd.reads: expected a media type with a built-in picture (image/avif, image/jpeg, image/png, image/webp or image/x-portable-pixmap)',
      );
    });

    it('arguments that fail, though the usual ones work', async () => {
      const command = [fixtureTool('copies'), '{effort}', '{output}'];
      const effort = { balanced: ['{input}'], fast: ['no-such-file'] };
      const message = await problemOf(fixtureEncoder('copies', { command, effort }));
      expect(message).to.match(/^ {2}- effort fast of odd: .*copies failed on a built-in picture/m);
      expect(message).to.match(/or set encoders\.odd\.effort\.fast or tools\.path$/);
    });

    it('all that do not work, together', async () => {
      const error = await rejectionOf(
        box({
          one: encoderOf({ command: ['no-such-tool'] }),
          good: fixtureEncoder('copies'),
          other: fixtureEncoder('makes-nothing'),
        }),
      );
      const lines = (error as StartError).message.split('\n');
      expect(lines[0]).to.match(/^Some tools do not work/);
      expect(lines.slice(1).map((line) => /- (\w+):/.exec(line)?.[1])).to.deep.equal([
        'one',
        'other',
      ]);
    });

    it('a system without libvips, and names no encoder for it', async () => {
      await Promise.all(
        ['setpriv', 'prlimit', 'setsid', 'cp', 'sh'].map((name) =>
          symlink(findProgram(name, systemPath) ?? '', file(name)),
        ),
      );
      const error = await rejectionOf(
        openTools(configOf({}), {
          launcher,
          folders,
          path: file(),
          sandbox: { level: 'limits' },
        }),
      );
      expect(error).to.have.property('message').that.includes('; install it, or set tools.path');
      expect(error).to.have.property('message').that.does.not.include('encoders.');
    });
  });

  it('gives arguments scans, and takes no other tool for them', async () => {
    const command = [fixtureTool('copies'), '{effort}', '{output}'];
    const effort = { balanced: ['{scans}'], fast: ['{input}'] };
    const { tools, versions } = await box({ odd: fixtureEncoder('copies', { command, effort }) });
    expect([...tools.keys()]).to.deep.equal(['vips', 'img2webp', 'odd']);
    expect(Object.keys(versions)).to.deep.equal(['vips', 'img2webp', 'odd']);
  });

  it('lists for the operator what works and what does not', async () => {
    const probes = await checkTools(
      configOf({ good: fixtureEncoder('copies'), bad: encoderOf({ command: ['no-such-tool'] }) }),
      { launcher, folders, path, sandbox: { level: 'limits' } },
    );
    expect(
      probes.map(({ name, works, problem }) => [name, works, problem === undefined]),
    ).to.deep.equal([
      ['vips', true, true],
      ['img2webp', true, true],
      ['good', true, true],
      ['bad', false, false],
    ]);
  });
});
