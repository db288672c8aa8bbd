import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { configSchema } from '../../src/config/settings.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

type Node = Readonly<{
  type?: string | readonly string[];
  enum?: readonly unknown[];
  items?: Node;
  properties?: Readonly<Record<string, Node>>;
}>;

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the type of the configuration', () => {
  const inFolder = temporaryFolders();

  it('has every setting of the schema with its type, and no other', () => {
    const checks = checksOf(configSchema as Node, []);
    expect(checks.length).to.be.greaterThan(80);
    expect(wrongOf(checks)).to.deep.equal([]);
  });

  it('is found wrong where a setting is missing, has another type, or is not in the schema', () => {
    const node: Node = {
      properties: {
        port: { type: 'string' },
        host: { type: 'string' },
        limits: { properties: { noSuchLimit: { type: 'integer' } } },
      },
    };
    expect(wrongOf(checksOf(node, []))).to.deep.equal([
      'the settings in the configuration',
      'port',
      'the settings in limits',
      'limits.noSuchLimit',
    ]);
  });

  /** The names of the checks that the compiler refuses. */
  const wrongOf = (checks: readonly Check[]): readonly string[] => {
    const file = inFolder('checks.ts');
    writeFileSync(
      file,
      [
        `import type { AllSettings } from ${JSON.stringify(`${root}/src/config/all-settings.ts`)}; ${equal}`,
        ...checks.map(({ type, expected }, index) => `${lineOf(type, expected)} // ${index}`),
      ].join('\n'),
    );
    const lines = compilerErrors(file).matchAll(/checks\.ts\((\d+),/g);
    const wrong = new Set([...lines].map(([, line]) => Number(line) - 2));
    return checks.flatMap(({ name }, index) => (wrong.has(index) ? [name] : []));
  };
});

type Check = Readonly<{ name: string; type: string; expected: string }>;

/** True for types that are the same, and not only assignable to each other. */
const equal =
  'type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false; export const checks: true[] = []; declare const yes: <T extends true>() => T;';

const lineOf = (type: string, expected: string): string =>
  `checks.push(yes<Equal<${type}, ${expected}>>());`;

const checksOf = (node: Node, path: readonly string[]): readonly Check[] => {
  const own = Object.entries(node.properties ?? {});
  const keys = own.map(([name]) => JSON.stringify(name)).join(' | ');
  const name = path.length === 0 ? 'the configuration' : path.join('.');
  return [
    { name: `the settings in ${name}`, type: `keyof ${typeAt(path)}`, expected: keys },
    ...own.flatMap(([key, child]) => {
      const childPath = [...path, key];
      if (child.properties !== undefined) return checksOf(child, childPath);
      // Entries by name, such as encoders, have types of their own.
      if (child.type === 'object') return [];
      return [{ name: childPath.join('.'), type: typeAt(childPath), expected: typeOf(child) }];
    }),
  ];
};

const typeAt = (path: readonly string[]): string =>
  `AllSettings${path.map((name) => `[${JSON.stringify(name)}]`).join('')}`;

const typeOf = (node: Node): string => {
  if (node.enum !== undefined) return node.enum.map((value) => JSON.stringify(value)).join(' | ');
  return [node.type ?? 'string']
    .flat()
    .map((name) => {
      if (name === 'integer') return 'number';
      return name === 'array' ? `readonly (${typeOf(node.items ?? {})})[]` : name;
    })
    .join(' | ');
};

const compilerErrors = (file: string): string => {
  const options = ['--strict', '--target', 'esnext', '--module', 'nodenext', '--skipLibCheck'];
  const types = ['--types', 'node', '--typeRoots', `${root}/node_modules/@types`];
  const args = ['--noEmit', '--pretty', 'false', '--allowImportingTsExtensions', '--ignoreConfig'];
  try {
    execFileSync(`${root}/node_modules/.bin/tsc`, [...args, ...options, ...types, file], {
      encoding: 'utf8',
    });
    return '';
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
};
