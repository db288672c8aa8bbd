import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';

/** Whether a program has ended, by itself or by a signal. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

/** Ends a program that may have ended already, and waits for it. */
export const killed = async (
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> => {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
};

/**
 * Whether a program that was started for this port of 127.0.0.1 listens there.
 * @throws when it has ended: who listens there then is somebody else.
 */
export const isListeningFrom = async (child: ChildProcess, port: number): Promise<boolean> => {
  const isListened = await isListening(port);
  if (hasEnded(child)) {
    throw new Error(`${child.spawnfile} ended with code ${child.exitCode} at its start`);
  }
  return isListened;
};

/** Whether somebody listens on a port of 127.0.0.1. */
export const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
};
