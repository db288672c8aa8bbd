import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(tmpdir(), 'shrinkd-bench', 'measured');

/** A digest of all parts: text, bytes, or whatever JSON can tell. */
export const digestOf = (...parts: readonly unknown[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) {
    hash.update(part instanceof Uint8Array ? part : JSON.stringify(part)).update('\0');
  }
  return hash.digest('hex');
};

/** What `measure` once found out under this digest; kept below the system's temporary folder. */
export const remembered = async <Value>(
  digest: string,
  measure: () => Promise<Value>,
): Promise<Value> => {
  const path = join(folder, `${digest}.json`);
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined) return JSON.parse(known) as Value;
  const value = await measure();
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.${process.pid}`, JSON.stringify(value));
  await rename(`${path}.${process.pid}`, path);
  return value;
};
