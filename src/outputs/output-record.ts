import type { EntryFiles } from './entry-folder.ts';
import type { Output } from './outputs.ts';

/** An output as it is stored: its kind tells it from other records in the same folder. */
export type OutputRecord = Readonly<{ kind: 'output'; output: Output }>;

/** Whether a stored value is an output's record and describes exactly these files. */
export const isOutputRecord = (value: unknown, files: EntryFiles): value is OutputRecord => {
  if (!isObject(value) || value['kind'] !== 'output' || !isObject(value['output'])) return false;
  const { id, owner, identity, createdAt, source, result } = value['output'];
  return (
    [id, owner, identity].every((text) => typeof text === 'string') &&
    typeof createdAt === 'number' &&
    Object.keys(files).length === 2 &&
    describes(source, files['source']) &&
    describes(result, files['result']) &&
    isObject(source['facts'])
  );
};

const describes = (value: unknown, bytes: number | undefined): value is Record<string, unknown> =>
  isObject(value) &&
  bytes !== undefined &&
  value['bytes'] === bytes &&
  [value['mediaType'], value['sha256']].every((text) => typeof text === 'string') &&
  [value['width'], value['height']].every((pixels) => Number.isInteger(pixels));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
