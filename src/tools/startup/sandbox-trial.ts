/**
 * Run by Node inside a sandbox that is being tried, as the text of a program: a broken decoder in the
 * hands of an attacker. Prints what it could do, as JSON in one line.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';

/** What to try. */
export type Attempts = Readonly<{
  /** Files that must not be read, and files that must not be made. */
  secrets: readonly string[];
  targets: readonly string[];
  /** Of a listener on 127.0.0.1. */
  port: number;
  /** A process outside. */
  pid: number;
  /** More than a file may have. */
  tooManyBytes: number;
}>;

/** What could be done. */
export type Feats = Readonly<{
  secretsRead: readonly string[];
  targetsWritten: readonly string[];
  connects: boolean;
  signals: boolean;
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

/** Where there is no /proc, bwrap has taken them (prctl(2), PR_SET_NO_NEW_PRIVS). */
const statusSaysNoNewPrivileges = (): boolean => {
  let status = 'NoNewPrivs:\t1\n';
  succeeds(() => (status = readFileSync('/proc/self/status', 'utf8')));
  return /^NoNewPrivs:\s+1$/m.test(status);
};

const attempts = JSON.parse(process.argv[1] ?? '') as Attempts;
const feats: Feats = {
  secretsRead: attempts.secrets.filter((path) => succeeds(() => readFileSync(path))),
  targetsWritten: attempts.targets.filter((path) => succeeds(() => writeFileSync(path, ''))),
  connects: await connectsTo(attempts.port),
  signals: succeeds(() => process.kill(attempts.pid, 0)),
  writesTooMuch: succeeds(() => writeFileSync('large', Buffer.alloc(attempts.tooManyBytes))),
  gainsPrivileges: !statusSaysNoNewPrivileges(),
  writesOwnFolder: succeeds(() => writeFileSync('own', '')),
};
console.log(JSON.stringify(feats));
process.exit(0);
