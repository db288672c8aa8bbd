import { statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { sudoName, userName } from '../data/data-owner.ts';

/**
 * Whose a file is that this process may not use, and what to do; empty where an error, and what caused it, have nothing
 * to do with that.
 */
export const accessHintOf = (error: unknown): string => {
  const path = refusedPath(error);
  const self = process.geteuid?.();
  if (path === undefined || self === undefined) return '';
  const found = nearestSeen(path);
  if (found === undefined) return '';
  const whose = `${found.path} belongs to ${userName(found.uid)}, and shrinkd runs as ${userName(self)}.`;
  if (found.uid === self) return ` ${whose} Its mode does not allow this.`;
  const folder = nearestSeen(dirname(found.path));
  // In a folder of the right user, the file is what is wrong.
  const advice =
    folder?.uid === self
      ? `Give the file back: sudo chown ${sudoName(self)} ${found.path}`
      : `Run it as that user: sudo -u ${sudoName(found.uid)} followed by the command.`;
  return ` ${whose} ${advice}`;
};

/** The path of the system's error that an error is or was caused by. */
const refusedPath = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined;
  const { code, path, cause } = error as NodeJS.ErrnoException;
  const isRefused = code === 'EACCES' || code === 'EPERM';
  return isRefused && path !== undefined && isAbsolute(path) ? path : refusedPath(cause);
};

type Seen = Readonly<{ path: string; uid: number }>;

/** The path, or the nearest folder above it that this process may look at. */
const nearestSeen = (path: string): Seen | undefined => {
  try {
    return { path, uid: statSync(path).uid };
  } catch {
    return path === dirname(path) ? undefined : nearestSeen(dirname(path));
  }
};
