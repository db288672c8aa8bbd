import { accountCommand } from './account.ts';
import { bucketCommand } from './bucket.ts';
import { checkCommand } from './check.ts';
import type { Command } from './command.ts';
import { compareCommand } from './compare.ts';
import { compressCommand } from './compress.ts';
import { configCommand } from './config.ts';
import { serveCommand } from './serve.ts';
import { stateCommand } from './state.ts';
import { sweepCommand } from './sweep.ts';
import { usageCommand } from './usage.ts';

/** Every command, in the order of `shrinkd --help`. */
export const commands: readonly Command[] = [
  serveCommand,
  compressCommand,
  compareCommand,
  sweepCommand,
  checkCommand,
  accountCommand,
  usageCommand,
  stateCommand,
  bucketCommand,
  configCommand,
];
