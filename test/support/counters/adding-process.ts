/**
 * A process that counts in the file named by its first argument until it is killed, with as many
 * additions in flight as its second argument says. Prints the total of each acknowledged addition.
 */
import { writeSync } from 'node:fs';
import { createFileCounters } from '../../../src/counters/file-counters.ts';
import { added } from './added.ts';

const now = (): number => Date.parse('2026-11-20T12:00:00Z');
const counters = await createFileCounters({ path: process.argv[2] ?? '', now });
writeSync(1, 'ready\n');

const addForEver = async (): Promise<never> => {
  for (;;) writeSync(1, `${await added(counters, 'acct_a', 1)}\n`);
};
await Promise.all(Array.from({ length: Number(process.argv[3]) }, addForEver));
