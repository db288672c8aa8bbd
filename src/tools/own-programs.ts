import { existsSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The absolute path of the encoder whose trials the process that scores pixels makes. */
export const lossyPngProgram = fileOf('programs/lossy-png.ts');

/** Programs of the service itself, by the names that commands give them. Node runs them. */
const programs: ReadonlyMap<string, string> = new Map([['lossy-png', lossyPngProgram]]);

/** Absolute path of a program of the service itself; undefined for other names. */
export const findOwnProgram = (name: string): string | undefined => programs.get(name);

export const isOwnProgram = (path: string): boolean => [...programs.values()].includes(path);

type Runnable = Readonly<{
  argv: readonly [string, ...string[]];
  environment: Readonly<Record<string, string>>;
  limits: Readonly<{ memoryBytes: number; addressSpaceBytes?: number }>;
}>;

/** The command with what Node needs, where its program is one of the service itself. */
export const asRunnable = <T extends Runnable>(command: T): T => {
  const { argv, environment, limits } = command;
  if (!isOwnProgram(argv[0])) return command;
  return {
    ...command,
    argv: [process.execPath, boundsByCode, ...argv],
    environment: { ...environment, NODE_COMPILE_CACHE: compileCache },
    // Other limits would take a sandbox of their own.
    ...(limits.memoryBytes < nodeAddressSpaceBytes && {
      limits: { ...limits, addressSpaceBytes: nodeAddressSpaceBytes },
    }),
  };
};

/**
 * The option of Node for programs with WebAssembly. Where the processor checks the bounds of its memory, Node reserves
 * 10 GB of addresses for it, and ends at an address space of 16 GiB. Checked by code, it takes what it uses (node(1)).
 */
export const boundsByCode = '--disable-wasm-trap-handler';

/** Node reserves address space that it does not use. With 1 GiB it does not start. */
const nodeAddressSpaceBytes = 4 * 1024 ** 3;

/**
 * Compiled code, without which a start takes three times as long. Where tools may not write, it is filled
 * when their versions are read.
 */
export const compileCache = fileOf('../../node_modules/.cache/programs');

/** What the programs consist of, and Node. The whole folder of sources, since each mount takes CPU. */
export const ownProgramFiles: readonly string[] = [
  process.execPath,
  ...['../../package.json', '../../src'].map(fileOf),
];

const built = fileOf('../../.tools/bin');

/** Folders of programs that `bin/setup` has got: as found, and where links lead, by which vips finds its library. */
export const builtPrograms: readonly string[] = existsSync(built)
  ? [...new Set([built, realpathSync(built)])]
  : [built];
