import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { systemCodeOf } from '../errors.ts';

/** Names in lower case without a trailing dot, each with its addresses in the file's order. */
type Hosts = ReadonlyMap<string, readonly string[]>;

/**
 * The hosts file at `path`, read again when it changes (hosts(5)). A missing file counts as empty. The function gives
 * the addresses of a name; none where the file has no such name.
 */
export const createHostsFile = (path: string) => {
  let readAs = '';
  let hosts: Hosts = new Map();
  return async (name: string): Promise<readonly string[]> => {
    const version = await versionOf(path);
    if (version !== readAs) {
      hosts = version === '' ? new Map() : parseHosts(await readFile(path, 'utf8'));
      readAs = version;
    }
    return hosts.get(withoutDot(name.toLowerCase())) ?? [];
  };
};

/** The names in a hosts file. Lines without an address are skipped, as by the system. */
export const parseHosts = (text: string): Hosts => {
  const hosts = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/s, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((each) => withoutDot(each.toLowerCase()))) {
      const known = hosts.get(name) ?? [];
      if (!known.includes(address)) hosts.set(name, [...known, address]);
    }
  }
  return hosts;
};

const withoutDot = (name: string): string => name.replace(/\.$/, '');

/** A stamp that changes with the file; empty where there is none. */
const versionOf = async (path: string): Promise<string> => {
  try {
    const { dev, ino, size, mtimeMs, ctimeMs } = await stat(path);
    return [dev, ino, size, mtimeMs, ctimeMs].join(':');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCodeOf(error) ?? '')) return '';
    throw error;
  }
};
