import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartError } from '../errors.ts';
import type { DataPaths } from './data-folder.ts';

type Owned = Pick<DataPaths, 'folder'>;

/**
 * Goes on as the owner of the data folder, where root runs a command on the folder of another user: the service of that
 * user could neither read nor lock files that root makes there. It cannot be undone.
 * @throws StartError where this process may not change its user.
 */
export const becomeOwner = ({ folder }: Owned): void => {
  const owner = existsSync(folder) ? otherOwner(folder) : undefined;
  if (owner === undefined) return;
  try {
    setGroups(owner);
    process.setgid?.(owner.gid);
    process.setuid?.(owner.uid);
  } catch (cause) {
    const name = userName(owner.uid);
    throw new StartError(
      `${belongs(folder, owner)} Run this command as that user, ${name}.`,
      1,
      cause,
    );
  }
};

/**
 * Refuses that root runs a service on the data folder of another user, whose own service could then not start.
 * @throws StartError
 */
export const refuseOtherOwner = ({ folder }: Owned): void => {
  const owner = existsSync(folder) ? otherOwner(folder) : undefined;
  if (owner === undefined) return;
  const command = `sudo -u ${sudoName(owner.uid)} bin/serve`;
  const orGive = `or give the folder to root: chown -R root: ${folder}`;
  throw new StartError(
    `${belongs(folder, owner)} Start the service as that user (${command}), ${orGive}`,
  );
};

type Owner = Readonly<{ uid: number; gid: number }>;

const belongs = (folder: string, { uid }: Owner): string =>
  `The data folder ${folder} belongs to ${userName(uid)}, who could not use files that root makes in it.`;

/** Whose a path is, where this process is root's and the path is not. */
const otherOwner = (path: string): Owner | undefined => {
  if (process.geteuid?.() !== 0) return undefined;
  const { uid, gid } = statSync(path);
  return uid === 0 ? undefined : { uid, gid };
};

/** The folder, or the nearest one above it that exists: its owner is that of a folder which is still to be made. */
export const nearestFolder = (path: string): string =>
  existsSync(path) ? path : nearestFolder(dirname(path));

/** All groups of a user that the system knows, and of another one that of the folder. */
const setGroups = ({ uid, gid }: Owner): void => {
  const { initgroups } = process as { initgroups?: (uid: number, gid: number) => void };
  if (nameOf(uid) === undefined) process.setgroups?.([gid]);
  else initgroups?.(uid, gid);
};

/** Name and number of a user, for people. */
export const userName = (uid: number): string => {
  const name = nameOf(uid);
  return name === undefined ? `user ${uid}` : `${name} (user ${uid})`;
};

/** A user as sudo takes it. */
export const sudoName = (uid: number): string => nameOf(uid) ?? `'#${uid}'`;

/** The name of a user in /etc/passwd, which has those of services. */
const nameOf = (uid: number): string | undefined => {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    return lines.map((line) => line.split(':')).find((fields) => fields[2] === String(uid))?.[0];
  } catch {
    return undefined;
  }
};
