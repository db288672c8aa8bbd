/** Halves the files of a folder in place, with a line for each on standard output. */
import { inPlace, runOver } from './running.ts';

const [folder = ''] = process.argv.slice(2);
await runOver([folder], inPlace, {
  onOutcome: ({ happened }) => void process.stdout.write(`${happened}\n`),
});
