import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { settings } from '../../src/config/settings.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { shrinkd, shrinkdProcess, type Ran } from '../support/cli/shrinkd.ts';

describe('the command line', () => {
  const inFolder = temporaryFolders();

  it('explains itself and each command', async () => {
    const asked = [
      ['--help'],
      ['serve', '--help'],
      ['help', 'check'],
      ['account', '-h'],
      ['usage', '--help', '--json'],
      ['config', '--help'],
    ];
    const answers: Ran[] = [];
    for (const args of asked) answers.push(await shrinkd(args));
    for (const { code, stderr } of answers)
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const [overview = '', serve = '', ...others] = answers.map(({ stdout }) => stdout);
    for (const name of ['serve', 'check', 'account', 'usage', 'config']) {
      expect(overview).to.match(new RegExp(`^  ${name} +\\w`, 'm'));
    }
    const words = serve.split(/\s+/).join(' ');
    for (const { flag, variable, description } of settings) {
      expect(words).to.contain(`--${flag} VALUE, or ${variable} ${description}`);
    }
    ['check', 'account', 'usage', 'config'].forEach((name, index) => {
      expect(others[index]).to.match(new RegExp(`^Usage: shrinkd ${name}`));
    });
  });

  it('tells its version, and that of Node', async () => {
    const { code, stdout } = await shrinkd(['--version']);
    expect({ code }).to.deep.equal({ code: 0 });
    expect(stdout).to.match(/^shrinkd \d+\.\d+\.\d+ \(Node \d+\.\d+\.\d+\)\n$/);
  });

  it('answers what it does not understand with one line and exit code 2', async () => {
    const cases: readonly (readonly [args: readonly string[], line: string])[] = [
      [
        ['sevre'],
        'There is no command "sevre". Did you mean "serve"? "shrinkd --help" lists them.',
      ],
      [['constructor'], 'There is no command "constructor"'],
      [['config', '--prot', '1'], 'There is no flag "--prot". Did you mean "--port"? "--help"'],
      [['config', '--port'], '--port: expected a value.'],
      [
        ['config', '--data', '-x'],
        '--data: expected a value. One with a dash is given as --data=-VALUE.',
      ],
      [['config', '--json=1'], '--json takes no value.'],
      [['config', '--help=1'], '--help takes no value.'],
      [['config', '--config', ''], '--config: expected a value, got "".'],
      [['usage', '--month', ''], '--month: expected a value, got "".'],
      [
        ['compress', 'x', '--include', 'a', '--include', ''],
        '--include: expected a value, got "".',
      ],
      [['compare', 'x', '--new', ''], '--new: expected a value, got "".'],
      [['usage', '2026-11'], '"usage" takes flags only, got "2026-11".'],
      [
        ['account', 'remove'],
        'Expected add, list, rotate, disable, enable, approve, promote, demote, delete, link, links or revoke after "account".',
      ],
      [['config', '--month', '2026-01'], '--month is a flag of "usage", not of "config".'],
      [['usage', '--email', 'a@b.c'], '--email is a flag of "account", not of "usage".'],
      [['--accept-empty', 'check'], '--accept-empty is a flag of "serve", not of "check".'],
      [['usage', '--month', 'May'], '--month: expected a month such as 2026-01, got "May".'],
    ];
    const data = ['--data', inFolder('data')];
    for (const [args, line] of cases) {
      const isAboutData = args.includes('--data') || args.length === 1;
      const { code, stdout, stderr } = await shrinkd(isAboutData ? args : [...args, ...data]);
      expect({ code, stdout }, stderr).to.deep.equal({ code: 2, stdout: '' });
      expect(stderr)
        .to.match(/^shrinkd: [^\n]+\n$/)
        .and.contain(line);
    }
  });

  it('is a program with an exit code of its own', async () => {
    const { code, stdout, stderr } = await shrinkdProcess(['config', '--prot', '1']);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    expect(stderr).to.match(/^shrinkd: There is no flag "--prot"\.[^\n]+\n$/);
  });

  it('lists all problems of a configuration, with exit code 2', async () => {
    const path = inFolder('config.json');
    writeFileSync(path, JSON.stringify({ port: 'x', limit: 1, tls: { mode: 'none' } }));
    const { code, stdout, stderr } = await shrinkdProcess([
      'serve',
      '--config',
      path,
      '--limits-frames',
      'few',
    ]);
    expect({ code, stdout }).to.deep.equal({ code: 2, stdout: '' });
    const [head, ...problems] = stderr.trimEnd().split('\n');
    expect(head).to.equal('shrinkd: The configuration has 4 problems:');
    expect(problems.map((problem) => problem.split(':')[0])).to.have.members([
      '  - --limits-frames',
      '  - limit',
      '  - port',
      '  - tls.mode',
    ]);
    expect(stderr).not.to.match(/\bat .*\.ts:/);
  });
});
