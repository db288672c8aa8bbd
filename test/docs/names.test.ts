import { expect } from 'chai';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { commands } from '../../src/cli/commands.ts';
import { derivedValues } from '../../src/config/derived.ts';
import { configSchema, settings } from '../../src/config/settings.ts';
import { listedMetrics } from '../support/deploy/expressions.ts';
import { pages, root, textOf } from '../support/docs/code-blocks.ts';

/** What stands in a page as code within a sentence. */
const codeIn = (page: string): readonly string[] =>
  [...textOf(page).matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)].map(([, code = '']) => code);

const unknown = (pattern: RegExp, isKnown: (name: string) => boolean): readonly string[] =>
  pages.flatMap((page) =>
    codeIn(page)
      .filter((code) => pattern.test(code) && !isKnown(code))
      .map((code) => `${page}: ${code}`),
  );

describe('names in the pages', () => {
  const paths = [
    ...settings.map(({ path }) => path),
    ...derivedValues.map(({ path }) => path),
    ...['encoders', 'decoders', 'types', 'storage.stores', 'source.headers'],
    ...['delivery.keys', 'delivery.sources', 'delivery.presets'],
  ];
  const sections = Object.keys(configSchema.properties!).join('|');

  it('of settings are those of the service', () => {
    // `limits.*` and `outputs.bucket` stand for all below.
    const isKnown = (name: string): boolean => {
      const start = name.replace(/\.?\*$/, '');
      return paths.some((path) => path === start || path.startsWith(`${start}.`));
    };
    // The same words begin fields of receipts and encoders, a file, and rights at Google.
    const others =
      /^(?:source\.(?:gainMap|\*)|quality\.(?:start|finest|coarsest|steps)|state\.json|storage\.(?:objects|buckets)\.\w+)$/;
    const wrong = unknown(
      new RegExp(`^(?:${sections})(?:\\.[a-zA-Z*]+)+$`),
      (name) => others.test(name) || isKnown(name),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('of metrics are those of the service', () => {
    const names = listedMetrics().map(({ name }) => name);
    const wrong = unknown(/^shrinkd_[a-z_]+$/, (code) =>
      names.some((name) => name.startsWith(code)),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('of commands are those of the operator', () => {
    const names = commands.map(({ name }) => name);
    const wrong = unknown(/^(?:bin\/)?shrinkd [a-z]+/, (code) =>
      names.includes(/shrinkd ([a-z]+)/.exec(code)![1]!),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('of flags are those of their command', () => {
    const common = ['config', 'json', 'help', 'version', ...settings.map(({ flag }) => flag)];
    const known = new Map(
      commands.map(({ name, flags }) => [name, [...common, ...Object.keys(flags)]]),
    );
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\b(?:bin\/(serve)|shrinkd ([a-z]+))\b((?:\\\n|[^\n`|;])*)/g)]
        .map(([, serve, name = serve ?? '', line = '']) => [page, name, line] as const)
        .filter(([, name]) => known.has(name)),
    );
    const flags = named.flatMap(([page, name, line]) =>
      [...line.matchAll(/--([a-z][a-z-]*)/g)].map(([, flag = '']) => ({ page, name, flag })),
    );
    expect(flags).to.have.lengthOf.above(60);
    expect(flags.filter(({ name, flag }) => !known.get(name)!.includes(flag))).to.deep.equal([]);
  });

  it('of scripts are those of package.json', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object };
    const named = pages.flatMap((page) =>
      [...textOf(page).matchAll(/npm run ([a-z:]+)/g)].map(([, name = '']) => name),
    );
    expect(named).to.have.lengthOf.above(20);
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).to.deep.equal([]);
  });

  it('of flags and variables follow from those of settings, as docs/configuration.md says', () => {
    for (const { path, flag, variable } of settings) {
      const words = path
        .replaceAll('.', '-')
        .replaceAll(/(?=[A-Z])/g, '-')
        .toLowerCase();
      if (path === 'dataDir') expect(flag).to.equal('data');
      else expect(flag).to.equal(words);
      expect(variable).to.equal(`SHRINKD_${words.replaceAll('-', '_').toUpperCase()}`);
    }
  });
});

describe('names in CONTRIBUTING.md', () => {
  const page = 'CONTRIBUTING.md';
  const files = globSync(['{bin,docs,schemas,src,test}/**/*', '*.*'], {
    cwd: root,
    exclude: (name) => name.includes('node_modules'),
  });
  /** The walks make these. */
  const toBeMade = ['folder-client.ts', 'jxl.json', 'FolderPlace'];
  const ofBrowsers = ['innerHTML'];

  it('of files without a folder are those of files', () => {
    const names = new Set(files.map((file) => basename(file)));
    const named = codeIn(page).filter((code) => /^[\w.-]+\.(?:ts|json|md)$/.test(code));
    expect(named).to.have.lengthOf.above(8);
    expect(named.filter((name) => !names.has(name) && !toBeMade.includes(name))).to.deep.equal([]);
  });

  it('of functions and types are in the code', () => {
    const code = files
      .filter((file) => /^(?:src|test|schemas)\/.*\.(?:ts|json)$/.test(file))
      .map((file) => readFileSync(`${root}${file}`, 'utf8'))
      .join('\n');
    const named = codeIn(page).filter((name) => /^(?:[a-z]+[A-Z]|[A-Z][a-z]+[A-Z])\w+$/.test(name));
    expect(named).to.have.lengthOf.above(20);
    const isThere = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(code);
    expect(
      named.filter((name) => !isThere(name) && ![...toBeMade, ...ofBrowsers].includes(name)),
    ).to.deep.equal([]);
  });

  it('of tuned constants have these values', () => {
    const [, section = ''] = textOf(page).split('## Tuned constants');
    const rows = [...section.matchAll(/^\| `(\w+)` \| `([\w/.-]+)` \| ([^|]+) \|/gm)];
    expect(rows).to.have.lengthOf.above(30);
    const wrong = rows.filter(([, name, file, values]) => {
      const code = readFileSync(`${root}src/${file}`, 'utf8');
      // A definition ends where a line ends with `;` and the next one is not indented.
      const [definition] = new RegExp(`const ${name}\\b[^]*?;\n(?! )`).exec(code) ?? [''];
      return !values!.split(', ').every((value) => definition.match(/[\d._]+/g)?.includes(value));
    });
    expect(wrong.map(([row]) => row)).to.deep.equal([]);
  });

  it('walk through one change of each kind, whose files are there', () => {
    const kinds = [
      'encoder',
      'operation',
      'header',
      'kind of metadata',
      'storage',
      'page',
      'setting',
    ];
    const sections = textOf(page).split(/^## /m);
    for (const kind of kinds) {
      const section = sections.find((text) =>
        new RegExp(`^(?:Add|Keep|Change) .*${kind}\\n`).test(text),
      );
      const paths = [...(section ?? '').matchAll(/`((?:src|test|schemas|docs)\/[\w./-]+)`/g)].map(
        ([, path]) => path!,
      );
      expect(paths, kind).to.have.lengthOf.above(2);
      const absent = paths.filter((path) => !existsSync(`${root}${path}`));
      expect(
        absent.filter((path) => !toBeMade.includes(basename(path))),
        kind,
      ).to.deep.equal([]);
    }
  });
});
