import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { killed } from '../programs.ts';
import { until } from '../until.ts';
import { root } from './code-blocks.ts';

/** What a command has printed, on both outputs, and its exit code. */
export type Ran = Readonly<{ code: number; output: string }>;

export type Machine = Readonly<{
  /** Path, as the test sees it, of a file in the folder of the checkout. */
  inCheckout: (name?: string) => string;
  /** The same as commands in the machine see it. */
  inMachine: (name: string) => string;
  /** Runs a command in the one shell of the machine, whose folder is the checkout. */
  run: (command: string) => Promise<Ran>;
  /** Starts a service by this command, and resolves with what it has printed when it is ready. */
  serve: (command: string) => Promise<string>;
  close: () => Promise<void>;
}>;

/** What a checkout has besides what was made in it. `.tools` is that of this one, with programs that are made for its path. */
const checkedOut = [
  ...['.tools', 'bin', 'package-lock.json', 'package.json', 'schemas', 'src', 'test'],
  'tsconfig.json',
];
const packages = 'node_modules';
const validators = 'src/validators';
/** What bin/setup notes when it has ended: nothing is missing here, and a set-up in there could get nothing. */
const setUp = [
  `echo "all $(sha256sum <package-lock.json)" >${packages}/.shrinkd-setup`,
  `cat schemas/*.json schemas/{requests,generate}/* | sha256sum >${validators}/.stamp`,
].join('\n');

/**
 * A machine as a newcomer has it: a checkout without data, an empty home, no variables, no network but its own, and
 * `shrinkd` linked as docs/operations.md says. It is a namespace of bwrap, so every port is free, and nothing outlives it.
 */
export const openMachine = async (): Promise<Machine> => {
  const folder = mkdtempSync(join(tmpdir(), 'shrinkd-docs-'));
  for (const name of ['checkout', 'run', 'tmp/bin', 'tmp/home']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  cpSync(join(root, validators), join(folder, 'validators'), { recursive: true });
  const inCheckout = (name = ''): string => join(folder, 'checkout', name);
  const shell = spawn('bwrap', [...namespace(folder), 'bash'], {
    env: { HOME: '/tmp/home', PATH: `/tmp/bin:${process.env['PATH']}` },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const run = createRun(shell);
  await run(setUp);
  return {
    inCheckout,
    inMachine: (name) => join(root, name),
    run,
    serve: async (command) => {
      const name = `printed-${randomUUID()}`;
      await run(`{ ${command}\n} >${name} 2>&1 &`);
      const printed = (): string =>
        existsSync(inCheckout(name)) ? readFileSync(inCheckout(name), 'utf8') : '';
      await until(
        () => `"${command}" is ready, and not: ${printed()}`,
        () => /^shrinkd ready /m.test(printed()),
      );
      return printed();
    },
    close: async () => {
      await killed(shell);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
};

/** The checkout is at the path of this one. What bin/setup would write into is a folder of its own. */
const namespace = (folder: string): readonly string[] => [
  ...['--unshare-net', '--unshare-pid', '--die-with-parent', '--ro-bind', '/', '/'],
  ...['--dev', '/dev', '--proc', '/proc', '--bind', join(folder, 'tmp'), '/tmp'],
  ...['--bind', join(folder, 'run'), '/run', '--bind', join(folder, 'checkout'), root],
  ...checkedOut.flatMap(boundFromHere('--ro-bind')),
  ...readdirSync(join(root, packages))
    .filter((name) => !['.cache', '.shrinkd-setup'].includes(name))
    .flatMap((name) => boundFromHere('--ro-bind')(join(packages, name))),
  ...boundFromHere('--bind-try')(join(packages, '.cache')),
  ...['--bind', join(folder, 'validators'), join(root, validators)],
  ...['--symlink', join(root, 'bin/shrinkd'), '/tmp/bin/shrinkd', '--chdir', root],
];

const boundFromHere =
  (option: string) =>
  (name: string): readonly string[] => [option, join(root, name), join(root, name)];

/** Runs commands one after the other: after each, the shell prints a mark with the exit code. */
const createRun = (shell: ChildProcess): Machine['run'] => {
  let printed = '';
  shell.stdout!.setEncoding('utf8').on('data', (text: string) => (printed += text));
  return async (command) => {
    const mark = randomUUID();
    printed = '';
    shell.stdin!.write(`{ ${command}\n} </dev/null 2>&1; echo "${mark} $?"\n`);
    const ended = await until(
      () => `the end of "${command}", which has printed: ${printed}`,
      () => new RegExp(`${mark} (\\d+)\\n$`).exec(printed) ?? undefined,
      commandMs,
    );
    return { code: Number(ended[1]), output: printed.slice(0, ended.index) };
  };
};

const commandMs = 100_000;
