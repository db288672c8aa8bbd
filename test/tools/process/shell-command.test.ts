import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { shellCommand, type ToolCommand } from '../../../src/tools/process/shell-command.ts';
import { randomNumbers } from '../../support/random.ts';
import { temporaryFolders } from '../../support/temporary-folders.ts';
import { sandboxPrograms } from '../../support/tools/run-tool.ts';

const mark = '0123456789abcdef';

/** What a shell and its tools print, given the input for these commands. */
const printedBy = (
  [shell, ...args]: readonly [string, ...string[]],
  commands: readonly ToolCommand[],
  cwd: string,
): Buffer => {
  const input = commands
    .map((command) => shellCommand(command, 'none', sandboxPrograms, mark))
    .join('');
  return spawnSync(shell, args, { input, cwd, env: {}, maxBuffer: 2 ** 28 }).stdout;
};

/** A program that prints each of its arguments with a null byte after it. */
const printing = (args: readonly string[]): ToolCommand => ({
  argv: ['/usr/bin/printf', '%s\\0', ...args],
  cwd: '.',
  environment: {},
});

const answerOf = (words: readonly string[]): string =>
  `${words.map((word) => `${word}\0`).join('')}\n${mark} 0\n`;

const hostileWords: readonly string[] = [
  '',
  ' ',
  "'",
  "''",
  "it's; echo no",
  '"',
  '\\',
  "\\'",
  '$(touch made)',
  '`touch made`',
  '${PATH}',
  '$!',
  '-n',
  '--',
  '--help',
  '>made',
  '</etc/passwd',
  '& touch made &',
  '| touch made',
  'a\nb',
  '\n',
  "\n'\n",
  'EOF',
  '#',
  '~',
  '*',
  '{a,b}',
  '!!',
  '\r\n',
  '\t',
  '\u0001\u001b\u007f',
  '\u0081\u0082\u0083\u0084\u0085\u0086\u0087\u0088',
  'ÄÖ\u2028\u{1f5bc}',
  `\n${mark} 0\n`,
  'x'.repeat(100_000),
];

const alphabet = [
  ...'\'"\\$`(){}[]<>;&|*?~!#=%^-+.,:/ \t\n\r ab01',
  ...['\u0001', '\u007f', '\u0081', '\u0088', 'é', '\u2028', '\u{1f5bc}'],
];

/** Those of this machine. */
const shells = ([['/bin/sh'], ['/bin/bash'], ['/bin/busybox', 'sh']] as const).filter(([path]) =>
  existsSync(path),
);

describe('the command of a shell', () => {
  const file = temporaryFolders();

  for (const shell of shells) {
    it(`gives a tool each argument as it is, in ${shell.join(' ')}`, () => {
      const printed = printedBy(
        shell,
        hostileWords.map((word) => printing([word, word])),
        file(),
      );
      expect(printed.toString()).to.equal(
        hostileWords.map((word) => answerOf([word, word])).join(''),
      );
      expect(existsSync(file('made'))).to.equal(false);
    });

    it(`gives 500 tools 5,000 random arguments, in ${shell.join(' ')}`, () => {
      const below = randomNumbers(13);
      const word = (): string =>
        Array.from({ length: below(12) }, () => alphabet[below(alphabet.length)]).join('');
      const lists = Array.from({ length: 500 }, () => Array.from({ length: 1 + below(20) }, word));
      const printed = printedBy(shell, lists.map(printing), file());
      expect(printed.equals(Buffer.from(lists.map(answerOf).join('')))).to.equal(true);
    });
  }

  it('gives a tool its environment as it is, and nothing of another tool', () => {
    const environment = { ONE: "it's $HOME", TWO: 'a\nb' };
    const command = { argv: ['/usr/bin/env', '-0'] as const, cwd: '.', environment };
    const other = { ...command, environment: { THREE: '3' } };
    const words = printedBy(['/bin/sh'], [command, other], file())
      .toString()
      .split(/\0|\n0123456789abcdef 0\n/)
      .filter(Boolean);
    expect(words.toSorted()).to.deep.equal(["ONE=it's $HOME", 'THREE=3', 'TWO=a\nb'].toSorted());
  });

  it('writes what a tool prints to a file of its folder, and prints its errors', () => {
    const outputFile = "it's; made";
    const argv = ['/bin/sh', '-c', 'echo result; echo error >&2'] as const;
    const printed = printedBy(
      ['/bin/sh'],
      [{ argv, cwd: file(), environment: {}, outputFile }],
      '/',
    );
    expect(printed.toString()).to.equal(`error\n\n${mark} 0\n`);
    expect(readFileSync(file(outputFile), 'utf8')).to.equal('result\n');
  });

  it('refuses a null byte, and a name that is no variable', () => {
    const commandFor = (command: Partial<ToolCommand>) => () =>
      shellCommand({ ...printing([]), ...command }, 'bwrap', sandboxPrograms, mark);
    expect(commandFor({ argv: ['/bin/true', 'a\0b'] })).to.throw(TypeError, 'null byte');
    expect(commandFor({ environment: { A: '\0' } })).to.throw(TypeError, 'null byte');
    expect(commandFor({ environment: { 'A=1; touch made; B': '' } })).to.throw(TypeError);
  });
});
