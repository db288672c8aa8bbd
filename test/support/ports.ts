import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux gives to connections and to listeners on port 0 (ip_local_port_range). */
const lowest = 10_000;
const highest = 32_767;

/**
 * Test files that run side by side take ports in turn: each process of mocha every sixteenth one. So no two of them
 * hand out the same port between its check here and the start of the program that it is for.
 */
const lanes = 16;
const lane = Number(process.env['MOCHA_WORKER_ID'] ?? 0) % lanes;
const portsInLane = Math.floor((highest - lowest + 1) / lanes);
/** Random, since there may be tests of another folder on this machine. */
let next = Math.floor(Math.random() * portsInLane);

/** A port of 127.0.0.1 that nobody listened on a moment ago, and that this process gives out once. */
export const freePort = async (): Promise<number> => {
  for (let tried = 0; tried < portsInLane; tried += 1) {
    const port = lowest + lane + lanes * next;
    next = (next + 1) % portsInLane;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port between ${lowest} and ${highest} is free`);
};

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
};
