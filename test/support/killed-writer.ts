/** A process that replaces the file named by its first argument and is killed just before the rename. */
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

fs.rename = async () => {
  process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
const { writeFileAtomically } = await import('../../src/durable-file.ts');
await writeFileAtomically(process.argv[2] ?? '', 'new');
