import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { corpusFiles } from '../support/corpus.ts';
import { startMeasured } from './service.ts';

const clients = 32;
const uploadBytes = 20_000_000;

/**
 * Largest resident memory of the server's own process while 32 clients upload 20 MB images at once.
 * Target: below 150 MB. Bytes behind a photograph's end make up the size.
 */
export const memory = async (): Promise<void> => {
  const file = corpusFiles().find(({ name }) => /^photo\/.*\.jpg$/.test(name));
  if (file === undefined) throw new Error('The benchmarks need the corpus; set SHRINKD_CORPUS.');
  const photograph = await readFile(file.path);
  const service = await startMeasured();
  const idle = residentMegabytes(service.pid, 'VmRSS');
  const padding = Buffer.alloc(uploadBytes - photograph.length - 8, 1);
  const upload = () => service.upload(photograph, padding, randomBytes(8));
  const answers = await Promise.all(Array.from({ length: clients }, upload));
  const peak = residentMegabytes(service.pid, 'VmHWM');
  await service.stop();
  const made = answers.filter(({ status }) => status === 201).length;
  console.log(
    `memory: idle ${idle.toFixed(0)} MB, largest ${peak.toFixed(0)} MB with ${clients} uploads of 20 MB (${made} answered 201; target 150)`,
  );
};

const residentMegabytes = (pid: number, field: 'VmRSS' | 'VmHWM'): number => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1000;
};
