/**
 * A program that Node runs inside a sandbox to test it. It acts like a decoder under an attacker's control,
 * and prints what it could do, as one line of JSON.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

/** What the program tries. */
export type SandboxTrialInput = Readonly<{
  /** Files that must not be readable, and files that must not be writable. */
  secrets: readonly string[];
  targets: readonly string[];
  /** Port of a listener on 127.0.0.1. */
  port: number;
  /** More bytes than a file may have. */
  tooManyBytes: number;
}>;

/** What the program could do. */
export type SandboxTrialResult = Readonly<{
  secretsRead: readonly string[];
  targetsWritten: readonly string[];
  connects: boolean;
  writesTooMuch: boolean;
  gainsPrivileges: boolean;
  writesOwnFolder: boolean;
}>;

const succeeds = (attempt: () => unknown): boolean => {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
};

const connectsTo = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
  });

/** Without /proc the program runs in bwrap, which sets no-new-privileges (prctl(2), PR_SET_NO_NEW_PRIVS). */
const statusSaysNoNewPrivileges = (): boolean => {
  let status = 'NoNewPrivs:\t1\n';
  succeeds(() => (status = readFileSync('/proc/self/status', 'utf8')));
  return /^NoNewPrivs:\s+1$/m.test(status);
};

const input = JSON.parse(process.argv[1] ?? '') as SandboxTrialInput;
const result: SandboxTrialResult = {
  secretsRead: input.secrets.filter((path) => succeeds(() => readFileSync(path))),
  targetsWritten: input.targets.filter((path) => succeeds(() => writeFileSync(path, ''))),
  connects: await connectsTo(input.port),
  writesTooMuch: succeeds(() => writeFileSync('large', Buffer.alloc(input.tooManyBytes))),
  gainsPrivileges: !statusSaysNoNewPrivileges(),
  writesOwnFolder: succeeds(() => writeFileSync('own', '')),
};
console.log(JSON.stringify(result));
process.exit(0);
