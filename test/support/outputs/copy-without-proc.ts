/** Copies a file (first argument) to another (second), and prints its mode. It is to run where there is no /proc. */
import { existsSync, statSync } from 'node:fs';
import { copySynced } from '../../../src/outputs/synced-files.ts';

const [source = '', target = ''] = process.argv.slice(2);
await copySynced(source, target, statSync(source).size);
const mode = (statSync(target).mode & 0o777).toString(8);
console.log(JSON.stringify({ mode, hasProc: existsSync('/proc/self') }));
