import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { settings } from '../../src/config/settings.ts';

describe('docs/configuration.md', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));

  for (const setting of settings) {
    it(`has ${setting.path} with its flag, variable, default and description`, () => {
      const row = rows.find(([, path]) => path === `\`${setting.path}\``);
      expect(row?.slice(2, 7)).to.deep.equal([
        `\`--${setting.flag}\``,
        `\`${setting.variable}\``,
        `\`${JSON.stringify(setting.default)}\``,
        setting.unit ?? '',
        setting.description.replaceAll('*/*', '`*/*`'),
      ]);
    });
  }
});
