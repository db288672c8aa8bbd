import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { corpusFiles } from '../support/corpus.ts';
import { type MeasuredService, startMeasured } from './service.ts';

/** What is asked of each output besides its download. */
const operations: readonly (readonly [name: string, body: object])[] = [
  ['fit', { resize: { method: 'fit', width: 300, height: 300 } }],
  ['thumb', { resize: { method: 'thumb', width: 120, height: 90 } }],
  ['any', { convert: { type: '*/*' } }],
  ['filled', { convert: { type: 'image/jpeg' }, transform: { background: '#336699' } }],
  ['preserved', { preserve: ['copyright', 'creation', 'location'] }],
];

/**
 * A line for each result of the corpus: name, status, bytes and digest. The output of two versions of the
 * service is equal when they make the same bytes. One request at a time, so that nothing is cut short.
 */
export const digests = async ([only = '']: readonly string[]): Promise<void> => {
  const files = corpusFiles().filter(({ name }) => name.includes(only));
  if (files.length === 0) throw new Error('The digests need the corpus; set SHRINKD_CORPUS.');
  const service = await startMeasured();
  try {
    for (const { name, path } of files) await printDigests(service, name, await readFile(path));
  } finally {
    await service.stop();
  }
};

const printDigests = async (
  service: MeasuredService,
  name: string,
  bytes: Buffer,
): Promise<void> => {
  const { status, location } = await service.upload(bytes);
  if (location === '') return console.log(`${name} upload ${status}`);
  print(name, 'upload', await service.download(location));
  for (const [operation, body] of operations) {
    print(name, operation, await service.operate(location, body));
  }
};

const print = (
  name: string,
  operation: string,
  { status, body }: Readonly<{ status: number; body: Buffer }>,
): void => {
  const digest = hash('sha256', body).slice(0, 16);
  console.log(`${name} ${operation} ${status} ${body.length} ${digest}`);
};
