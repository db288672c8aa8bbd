/**
 * A process that logs 4 MB at once, says so on standard output, and logs a last line and ends when its standard input
 * has. It waits for its last lines for as many milliseconds as its argument says.
 */
import { once } from 'node:events';
import { createLog } from '../../../src/telemetry/log.ts';

const [lastMs] = process.argv.slice(2);
const { log, settled } = await createLog({ level: 'info', format: 'json' });
for (let line = 0; line < 4000; line += 1) log.info({ line, text: 'x'.repeat(1000) }, 'flood');
await settled(300);
console.log('flooded');
await once(process.stdin.resume(), 'end');
log.info('last');
await settled(Number(lastMs));
process.exit(0);
