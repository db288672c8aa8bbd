import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Derived } from '../../../src/config/derived.ts';
import type { DeepPartial } from '../deep-partial.ts';
import { sharedPair } from '../http/certificates.ts';
import { outsideService } from './outside-service.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The API key of the first account of every service that tests start. */
export const apiKey = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';

/** A start takes a second on an idle machine. */
const startDeadlineMs = 90_000;

export type ServiceOptions = Readonly<{
  /** Contents of a config file. */
  config?: object;
  flags?: readonly string[];
  /** Values in the place of those that follow from the settings. */
  derived?: DeepPartial<Derived>;
  environment?: Readonly<Record<string, string>>;
  /** It makes a certificate of its own. Others get a ready one, since making it is a fifth of a start's CPU. */
  makesCertificate?: boolean;
  /** Started by `bin/serve`, which sets up what is missing first. */
  throughServe?: boolean;
  /** Folder of the project whose `bin/shrinkd` is started; this one by default. */
  project?: string;
  /** Learns the process before it is ready. */
  onSpawn?: (child: ChildProcess) => void;
}>;

/** One line of the service's log: a name for each value. */
export type LogLine = Readonly<Record<string, unknown>>;

/** How a process ended; `code` is null after a signal. */
export type Ended = Readonly<{ code: number | null; stdout: string; stderr: string }>;

export type RunningService = Readonly<{
  pid: number;
  url: string;
  internalUrl: string;
  /** Path of the certificate that clients must trust. */
  certificate: string;
  key: string;
  /** Address that makes the first administrator; undefined where there is one, or no pages. */
  setUpUrl: string | undefined;
  /** Holds everything that the service writes: `data`, `work`, `config.json`; its working folder too. */
  folder: string;
  /** What it has logged so far. */
  log: () => readonly LogLine[];
  /** Sends a signal and does not wait. */
  signal: (name: NodeJS.Signals) => void;
  /** Resolves when the process has ended. */
  ended: Promise<Ended>;
  /** Asks the service to end, with SIGTERM, and waits for it. May be called when it has ended. */
  stop: () => Promise<Ended>;
  /** Ends it with SIGKILL and waits. */
  kill: () => Promise<Ended>;
}>;

/** Where a started service finds Node and the tools. */
export const toolsPath = [
  `${root}node_modules/.bin`,
  `${root}.tools/bin`,
  process.env['PATH'],
].join(':');
/** A service as tests see it that only use it: one that runs already, or one of their own. */
export type SharedService = Pick<RunningService, 'url' | 'certificate' | 'key' | 'log'> &
  Readonly<{
    /** Runs the operator's command on the service's data; resolves with what it prints. */
    operator: (args: readonly string[]) => Promise<string>;
  }>;

/**
 * A process of the operator's command, in `folder`; `command` is what it is started by. By default that is
 * `bin/shrinkd`, which makes the memory settings and becomes the service: the process's id is its own.
 */
export const spawnShrinkd = (
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  command: readonly [string, ...string[]] = [join(root, 'bin/shrinkd')],
): ChildProcess => {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('SHRINKD_'));
  const [program, ...first] = command;
  return spawn(program, [...first, ...args], {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), PATH: toolsPath, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** Runs the operator's command to its end; one that does not end is killed. */
export const runShrinkd = async (...command: Parameters<typeof spawnShrinkd>): Promise<Ended> => {
  const child = spawnShrinkd(...command);
  const timer = setTimeout(() => child.kill('SIGKILL'), startDeadlineMs);
  const ended = await endOf(child);
  clearTimeout(timer);
  return ended;
};

const endOf = async (child: ChildProcess): Promise<Ended> => {
  const [stdout, stderr] = [collected(child.stdout!), collected(child.stderr!)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, stdout: stdout(), stderr: stderr() };
};

/** What a stream has given so far, from now on. */
const collected = (stream: NodeJS.ReadableStream): (() => string) => {
  let read = '';
  stream.on('data', (data: Buffer) => (read += data.toString()));
  return () => read;
};

/** Flags that keep a service on loopback, on free ports, and its files in `folder`. */
const isolatingFlags = (folder: string): readonly string[] => [
  ...['--host', 'localhost', '--port', '0', '--internal-port', '0'],
  ...['--data', join(folder, 'data'), '--work-dir', join(folder, 'work')],
];

/** The arguments of `serve` for these options, their config written to `folder`. */
export const serveArgs = async (
  folder: string,
  { config, flags = [] }: ServiceOptions,
): Promise<readonly string[]> => {
  const file = join(folder, 'config.json');
  if (config !== undefined) await writeFile(file, JSON.stringify(config));
  const given = config === undefined ? [] : ['--config', file];
  return ['serve', ...isolatingFlags(folder), ...given, ...flags];
};

/**
 * Starts the real service in `folder`, on free ports of the loopback interface. Rejects with what it
 * printed when it ends instead.
 */
export const startService = async (
  folder: string,
  options: ServiceOptions = {},
): Promise<RunningService> => {
  const pair = hasReadyPair(options) ? await sharedPair() : undefined;
  const pairFlags = pair && ['--tls-mode', 'files', '--tls-cert', pair.cert, '--tls-key', pair.key];
  // The last flag of a name counts, so the test's own flags come after those of the pair.
  const flags = [...(pairFlags ?? []), ...(options.flags ?? [])];
  const args = [
    ...(await serveArgs(folder, { ...options, flags })),
    ...['--json', '--log-format', 'json'],
  ];
  const environment = { SHRINKD_API_KEY: apiKey, ...options.environment };
  const child = spawnService(folder, args, environment, options);
  options.onSpawn?.(child);
  const ended = endOf(child);
  const logged = collected(child.stderr!);
  const ready = await Promise.race([
    firstLine(child),
    ended.then(failedStart),
    tooSlow(child, logged),
  ]);
  const { ready: url, internal, certificate, setup } = JSON.parse(ready) as Record<string, string>;
  const end = async (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal);
    return ended;
  };
  return {
    pid: options.throughServe === true ? childOf(child.pid!) : child.pid!,
    url: url!,
    internalUrl: internal!,
    certificate: pair?.cert ?? certificate!,
    key: apiKey,
    setUpUrl: setup,
    folder,
    log: () => logLinesOf(logged()),
    signal: (name) => void child.kill(name),
    ended,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
};

const hasReadyPair = ({ makesCertificate, throughServe, config = {} }: ServiceOptions): boolean =>
  makesCertificate !== true && throughServe !== true && !('tls' in config);

const spawnService = (
  folder: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { throughServe = false, project = root, derived }: ServiceOptions,
): ChildProcess => {
  if (derived !== undefined) {
    const values = { ...environment, TEST_DERIVED: JSON.stringify(derived) };
    const flags = args.filter((arg) => !['serve', '--json'].includes(arg));
    return spawnShrinkd(folder, flags, values, [process.execPath, derivedService]);
  }
  return throughServe
    ? spawnShrinkd(folder, args.slice(1), environment, [join(root, 'bin/serve')])
    : spawnShrinkd(folder, args, environment, [join(project, 'bin/shrinkd')]);
};

const derivedService = fileURLToPath(new URL('derived-service.ts', import.meta.url));

/** The one process that `bin/serve` has started and waits for. */
const childOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());

const firstLine = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    const printed = collected(child.stdout!);
    child.stdout!.on('data', () => {
      const [line, ...more] = printed().split('\n');
      if (more.length > 0) resolve(line!);
    });
  });

const logLinesOf = (text: string): readonly LogLine[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as LogLine);

const failedStart = ({ code, stdout, stderr }: Ended): never => {
  throw new Error(`The service ended with code ${code} at its start:\n${stdout}${stderr}`);
};

const tooSlow = (child: ChildProcess, logged: () => string): Promise<never> =>
  new Promise((_, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The service was not ready within ${startDeadlineMs} ms:\n${logged()}`));
    }, startDeadlineMs);
    child.stdout!.once('data', () => clearTimeout(timer));
    child.once('exit', () => clearTimeout(timer));
  });

/** An empty folder for a service, which `removeFolder` takes away. */
export const makeServiceFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'shrinkd-e2e-'));
  await mkdir(join(folder, 'work'));
  return folder;
};

/** Tries again where tools of a killed service are just about to end. */
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 });

type TestServices = Readonly<{
  /** Starts a service on the test's folder: the same one each time. */
  start: (options?: ServiceOptions) => Promise<RunningService>;
  /** Path of a file in that folder; the folder itself without a name. */
  inFolder: (name?: string) => string;
}>;

/** What a service needs not do whose results are no matter: it searches for no setting, and starts nothing that measures. */
export const fixedQuality = ['--quality-mode', 'fixed'];

/**
 * Gives each test of the surrounding `describe` an empty folder to start services on; both are gone after it. `usual`: flags
 * of all of them.
 */
export const servicesOfTest = (usual: readonly string[] = []): TestServices => {
  let folder = '';
  let started: RunningService[] = [];
  beforeEach(async () => {
    folder = await makeServiceFolder();
  });
  afterEach(async () => {
    await Promise.all(started.map((service) => service.kill()));
    started = [];
    await removeFolder(folder);
  });
  const start = async (options: ServiceOptions = {}): Promise<RunningService> => {
    const flags = [...usual, ...(options.flags ?? [])];
    const service = await startService(folder, { ...options, flags });
    started.push(service);
    return service;
  };
  return { start, inFolder: (name = '') => join(folder, name) };
};

/**
 * A service of their own for all tests of the surrounding `describe`; options may depend on what was
 * started before.
 */
export const ownService = (
  options: ServiceOptions | (() => ServiceOptions) = {},
): (() => RunningService & SharedService) => {
  let service: RunningService | undefined;
  before(async () => {
    const given = typeof options === 'function' ? options() : options;
    service = await startService(await makeServiceFolder(), given);
  });
  after(async () => {
    if (service === undefined) return;
    await service.kill();
    await removeFolder(service.folder);
  });
  return () => ({ ...service!, operator: (args) => operate(service!.folder, args) });
};

/** One service for all tests of the surrounding `describe`; the one outside where there is one. */
export const sharedService = (options?: ServiceOptions): (() => SharedService) => {
  const outside = outsideService();
  return outside === undefined ? ownService(options) : () => outside;
};

/** Runs the operator's command on the data of the service in `folder`; resolves with what it prints. */
export const operate = async (folder: string, args: readonly string[]): Promise<string> => {
  const { stdout } = await runShrinkd(folder, [...args, '--data', 'data']);
  return stdout;
};
