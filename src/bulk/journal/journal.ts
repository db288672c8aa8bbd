import {
  closeSync,
  constants,
  fstatSync,
  fsync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sharedWrite } from '../../durable-file.ts';
import { type Keyed, lineOf, recordOf } from './line.ts';
import { createOffsets } from './offsets.ts';

export type Journal<Entry extends Keyed> = Awaited<ReturnType<typeof openJournal<Entry>>>;

/**
 * What was done with each file of a tree: a file to which lines of JSON are appended. The last record of a path counts.
 * Paths of records are relative to the folder that the journal belongs to, or absolute where the sources are elsewhere.
 * Only the process that holds the lock beside it may use it.
 * @throws the system's error where the file cannot be opened or read.
 */
export const openJournal = async <Entry extends Keyed>(path: string | Buffer) => {
  const file = openSync(path, appending, 0o600);
  const offsets = createOffsets();
  const readLine = lineReader(file);
  let end = fstatSync(file).size;
  const synced = sharedWrite(() => promisify(fsync)(file));

  for await (const { line, offset } of linesOf(file)) {
    const record = recordOf(line);
    if (record !== undefined) offsets.set(record.path, offset);
  }
  if (end > 0 && readByte(file, end - 1) !== lineEnd) end += writeSync(file, '\n');

  /** Appends a record. Resolves when it is on disk, with all that were appended until then in one sync. */
  const append = async (record: Entry): Promise<void> => {
    const bytes = Buffer.from(`${lineOf(record)}\n`);
    if (writeSync(file, bytes) !== bytes.length) {
      // A disk that is nearly full takes a part of a line, to which the next one would be added.
      ftruncateSync(file, end);
      throw Object.assign(new Error('ENOSPC: no space for the journal'), { code: 'ENOSPC' });
    }
    offsets.set(record.path, end);
    end += bytes.length;
    return synced.run();
  };

  /** The last record of a path. */
  const find = (key: string): Entry | undefined => {
    const offset = offsets.get(key);
    const record = offset === undefined ? undefined : recordOf<Entry>(readLine(offset));
    return record?.path === key ? record : undefined;
  };

  /** The last record of each path, in the order in which they were written. */
  async function* records(): AsyncGenerator<Entry> {
    for await (const { line, offset } of linesOf(file)) {
      const record = recordOf<Entry>(line);
      if (record !== undefined && offsets.get(record.path) === offset) yield record;
    }
  }

  return { find, append, records, close: (): void => closeSync(file) };
};

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants;

/** Through no link, which others could have made in its folder to have another file written to. */
const appending = O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW;

const lineEnd = 0x0a;
const chunkBytes = 64 * 1024;

const readByte = (file: number, position: number): number | undefined => {
  const bytes = Buffer.alloc(1);
  readSync(file, bytes, 0, 1, position);
  return bytes[0];
};

/** Reads the line at an offset. Lines that are near each other are read from the disk once. */
const lineReader = (file: number): ((offset: number) => string) => {
  let chunk = Buffer.alloc(0);
  let start = 0;
  return (offset) => {
    for (let length = chunkBytes; ; length *= 2) {
      const from = offset - start;
      const to = from >= 0 && from < chunk.length ? chunk.indexOf(lineEnd, from) : -1;
      if (to !== -1) return chunk.toString('utf8', from, to);
      const bytes = Buffer.alloc(length);
      chunk = bytes.subarray(0, readSync(file, bytes, 0, length, offset));
      start = offset;
      if (chunk.length < length && !chunk.includes(lineEnd)) return '';
    }
  };
};

/** The whole lines of a file and where they begin. Other work goes on between chunks. */
export async function* linesOf(
  file: number,
): AsyncGenerator<Readonly<{ line: string; offset: number }>> {
  let rest: Buffer = Buffer.alloc(0);
  let position = 0;
  for (;;) {
    const bytes = Buffer.alloc(chunkBytes);
    const read = readSync(file, bytes, 0, chunkBytes, position);
    if (read === 0) return;
    const start = position - rest.length;
    const chunk = Buffer.concat([rest, bytes.subarray(0, read)]);
    position += read;
    let from = 0;
    for (let to = chunk.indexOf(lineEnd); to !== -1; to = chunk.indexOf(lineEnd, from)) {
      yield { line: chunk.toString('utf8', from, to), offset: start + from };
      from = to + 1;
    }
    rest = chunk.subarray(from);
    await setImmediate();
  }
}
