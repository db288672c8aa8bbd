/** `npm run schemas`: writes `src/validators` from the schemas. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { validators } from './validators.ts';

for (const { path, text } of validators()) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`written: ${path}`);
}
