import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the pages', () => {
  it('are loaded by one dynamic import alone, so that a service without them has none of their code', () => {
    const outside = globSync('src/**/*.ts', { cwd: root }).filter(
      (path) => !path.startsWith('src/web/'),
    );
    expect(outside.length).to.be.greaterThan(80);
    const found = outside.flatMap((path) => {
      const text = readFileSync(`${root}/${path}`, 'utf8');
      const imports = text.match(/^import (?!type\b).*\/web\/.*$/gm) ?? [];
      const dynamic = text.match(/import\('[^']*\/web\/[^']*'\)/g) ?? [];
      return [...imports, ...dynamic].map((line) => `${path}: ${line}`);
    });
    expect(found).to.deep.equal(["src/compose/open-pages.ts: import('../web/web.ts')"]);
  });
});
