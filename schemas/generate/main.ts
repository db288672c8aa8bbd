/** `npm run schemas`: writes `src/validators` from the schemas. */
import { writeFileSync } from 'node:fs';
import { validators } from './validators.ts';

for (const { path, text } of validators()) {
  writeFileSync(path, text);
  console.log(`written: ${path}`);
}
