import type { Sandbox } from './sandbox.ts';

/** A tool to be run by a shell: program (absolute path) and arguments, its folder, its whole environment. */
export type ToolCommand = Readonly<{
  argv: readonly [string, ...string[]];
  cwd: string;
  environment: Readonly<Record<string, string>>;
  /** Name of a file in its folder that its standard output goes to. */
  outputFile?: string | undefined;
}>;

/** Absolute paths of the programs that take a tool out of the shell's process group. */
type GroupPrograms = Readonly<{ setsid: string; setpriv: string }>;

/**
 * The input that makes a POSIX shell run one tool and then print a line of `mark` and the exit status, 128
 * plus the number for a signal. The tool has no standard input, and its standard error goes where its
 * output goes, unless that is a file. Before the line is printed, all that the tool started is killed: under `bwrap` every process
 * in the sandbox but the shell, elsewhere the tool's process group.
 * @throws TypeError for a null byte, which no argument can hold (execve(2)), and for a name that is no
 * variable's.
 */
export const shellCommand = (
  { argv, cwd, environment, outputFile }: ToolCommand,
  level: Sandbox['level'],
  { setsid, setpriv }: GroupPrograms,
  mark: string,
): string => {
  const exports = Object.entries(environment).map(assignment).join(' ');
  const target = outputFile === undefined ? '' : ` >${quoted(outputFile)}`;
  const exec = (...starters: readonly string[]): string =>
    `(cd ${quoted(cwd)} || exit 126; unset PWD OLDPWD; ${exports === '' ? '' : `export ${exports}; `}exec ${[...starters, ...argv].map(quoted).join(' ')}${target}) </dev/null 2>&1`;
  const report = `printf '\\n%s %s\\n' ${mark} "$s"\n`;
  switch (level) {
    case 'bwrap':
      return `${exec()}; s=$?; kill -9 -1 2>/dev/null; ${report}`;
    case 'limits':
      // The kernel kills the tool when the shell dies.
      return `${exec(setsid, setpriv, '--pdeathsig=KILL')} ${groupEnd}; ${report}`;
    case 'none':
      return `${exec(setsid)} ${groupEnd}; ${report}`;
    default:
      return level satisfies never;
  }
};

/**
 * The input that makes a shell print its first line. Under `bwrap` the shell must be the first process of a
 * namespace, because the command above kills every process that it can.
 */
export const readyCommand = (level: Sandbox['level'], mark: string): string => {
  const check = `[ $$ = 1 ] || { echo 'the sandbox has no process namespace' >&2; exit 1; }\n`;
  return `${level === 'bwrap' ? check : ''}printf '\\n%s %s\\n' ${mark} 0\n`;
};

/** The process that setsid(1) becomes a leader of is the shell's last child. */
const groupEnd = '& wait $!; s=$?; kill -9 -$! 2>/dev/null';

const assignment = ([name, value]: readonly [string, string]): string => {
  if (!/^[A-Za-z_]\w*$/.test(name)) throw new TypeError(`${name} is no name of a variable`);
  return `${name}=${quoted(value)}`;
};

/** Between single quotes a shell reads every character as itself but the single quote. */
const quoted = (word: string): string => {
  if (word.includes('\0')) throw new TypeError('an argument cannot contain a null byte');
  return `'${word.replaceAll("'", `'\\''`)}'`;
};
