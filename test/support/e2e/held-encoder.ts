import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../../src/tools/find-program.ts';
import {
  makeServiceFolder,
  ownService,
  type ServiceOptions,
  removeFolder,
  type RunningService,
  toolsPath,
} from '../service/service.ts';
import { processesIn, type SeenProcess } from './processes.ts';
import { until } from '../until.ts';

/** A JPEG encoder that waits while a gate is shut, so that tests decide how long a job runs. */
export type HeldEncoder = Readonly<{
  /** Settings that put it in the place of the usual one. */
  config: object;
  /** From now on the encoder waits. A service has to be started with the gate open, since it tries its tools. */
  shut: () => Promise<void>;
  /** Lets all that wait go on. */
  open: () => Promise<void>;
  /** Resolves when `count` encoders of a service are waiting. */
  waiting: (service: RunningService, count: number) => Promise<void>;
  /** Sends a signal to the one that is waiting. */
  signal: (service: RunningService, name: NodeJS.Signals) => Promise<void>;
}>;

const script = `#!/bin/sh
# Waits while the file named first exists; a child of its own, so that the whole group has to be ended.
gate="$1"
shift
while [ -e "$gate" ]; do sleep 0.02; done
exec CJPEG "$@"
`;

type HeldService = Readonly<{
  service: ReturnType<typeof ownService>;
  encoder: () => HeldEncoder;
}>;

/**
 * One service with such an encoder for all tests of the surrounding `describe`; the gate is open when a
 * test begins.
 */
export const heldService = ({ config = {}, ...others }: ServiceOptions = {}): HeldService => {
  let folder = '';
  let encoder: HeldEncoder | undefined;
  before(async () => {
    folder = await makeServiceFolder();
    encoder = await createHeldEncoder(folder);
  });
  const service = ownService(() => ({ config: { ...encoder!.config, ...config }, ...others }));
  beforeEach(() => encoder!.open());
  after(() => removeFolder(folder));
  return { service, encoder: () => encoder! };
};

/** Puts the encoder and its gate into `folder`. */
export const createHeldEncoder = async (folder: string): Promise<HeldEncoder> => {
  const [program, gate] = [join(folder, 'held-cjpeg'), join(folder, 'gate')];
  const cjpeg = findProgram('cjpeg', toolsPath) ?? 'cjpeg';
  await writeFile(program, script.replace('CJPEG', cjpeg));
  await chmod(program, 0o755);
  const held = {
    produces: 'image/jpeg',
    reads: ['image/jpeg', 'image/x-portable-pixmap'],
    command: [program, gate, '-quality', '75', '-outfile', '{output}', '{input}'],
    version: [gate, '-version'],
  };
  // Not yet what starts it under limits, and not what it starts itself.
  const waitingIn = ({ folder: of }: RunningService): readonly SeenProcess[] =>
    processesIn(of).filter(({ command }) => command.startsWith(`/bin/sh ${program} ${gate} `));
  const waiting: HeldEncoder['waiting'] = async (service, count) => {
    await until(`${count} encoders wait`, () => waitingIn(service).length === count);
  };
  return {
    config: {
      encoders: { held },
      types: { 'image/jpeg': [['held']] },
      tools: { readable: [folder, cjpeg] },
    },
    shut: () => writeFile(gate, ''),
    open: () => rm(gate, { force: true }),
    waiting,
    signal: async (service, name) => {
      await waiting(service, 1);
      process.kill(waitingIn(service)[0]!.pid, name);
    },
  };
};
