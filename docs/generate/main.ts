/** `npm run docs`: writes the generated parts of the pages in `docs/`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { blocks } from './blocks.ts';
import { filled } from './markdown.ts';
import { pages } from './pages.ts';

for (const page of pages()) {
  const before = readFileSync(page, 'utf8');
  const after = filled(before, blocks);
  if (after === before) continue;
  writeFileSync(page, after);
  console.log(`written: ${page}`);
}
