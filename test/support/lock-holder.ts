/**
 * A process that holds the lock named by its first argument, starts a child that outlives it, prints
 * the child's process id, and waits to be killed.
 */
import { spawn } from 'node:child_process';
import { holdLock } from '../../src/file-lock.ts';

const lock = await holdLock(process.argv[2] ?? '');
if (lock === undefined) throw new Error('The lock is taken');
const child = spawn('sleep', ['60'], { stdio: 'ignore', detached: true });
process.stdout.write(`${child.pid}\n`);
setInterval(() => lock, 60_000);
