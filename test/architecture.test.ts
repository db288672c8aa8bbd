import { expect } from 'chai';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { importsOf, type Rules, type SourceText, violationsOf } from './support/architecture.ts';

const siblings = [
  'engine',
  'outputs',
  'accounts',
  'counters',
  'rate-limits',
  'source',
  'storage',
] as const;
const base = ['errors', 'files', 'schema', 'secret'];

/** The arrows of the design, section 4. */
const rules: Rules = {
  parts: {
    bin: { values: ['cli'], types: [] },
    cli: {
      // The commands that work on files and tools without a service open just these.
      values: [
        'compose',
        'config',
        'telemetry',
        'data-folder',
        'open-data',
        'errors',
        'accounts',
        'counters',
        'engine',
      ],
      types: [],
    },
    compose: {
      values: [
        'http',
        'web',
        'service',
        'telemetry',
        'data-folder',
        'open-data',
        'errors',
        ...siblings,
      ],
      types: ['config'],
    },
    http: { values: ['service', ...base], types: ['config', 'telemetry', ...siblings] },
    web: { values: ['service', ...base], types: ['config', 'telemetry', ...siblings] },
    service: { values: ['image', 'errors', 'schema', 'secret'], types: [...siblings] },
    ...Object.fromEntries(
      siblings.map((name) => [name, { values: ['image', ...base], types: [] }]),
    ),
    image: { values: ['errors'], types: [] },
    config: { values: ['errors', 'schema', 'secret'], types: ['image', 'storage'] },
    telemetry: { values: [], types: [] },
    'data-folder': { values: ['errors', 'files'], types: [] },
    'data-state': { values: ['errors', 'files'], types: ['data-folder'] },
    'open-data': {
      values: ['data-folder', 'data-state', 'accounts', 'counters', 'errors', 'files'],
      types: ['config', 'telemetry'],
    },
    files: { values: ['errors'], types: [] },
    schema: { values: [], types: [] },
    secret: { values: [], types: [] },
    errors: { values: [], types: [] },
  },
  packages: {
    // Two applications: the API, and health and metrics on a listener of their own.
    koa: ['src/http/app.ts', 'src/http/internal.ts'],
    '@koa/router': ['src/http/app.ts', 'src/http/internal.ts'],
    'koa-body': ['src/http/body/json-body.ts'],
    'range-parser': ['src/http/body/image-file.ts'],
    selfsigned: ['src/http/server/make-certificate.ts'],
    ajv: ['src/schema.ts'],
    execa: ['src/tools/process/run-command.ts'],
    'file-type': ['src/image/media-type.ts'],
    'ipaddr.js': ['src/source/addresses.ts'],
    '@aws-sdk/client-s3': ['src/storage/objstore.ts'],
    '@google-cloud/storage': ['src/storage/cstore.ts'],
    'google-auth-library': ['src/storage/auth-clients.ts'],
    '@smithy/node-http-handler': ['src/storage/connections.ts'],
    'lru-cache': ['src/outputs/lru-index.ts', 'src/storage/connections.ts'],
    pino: ['src/telemetry/log.ts'],
    'pino-pretty': ['src/telemetry/log.ts'],
    'prom-client': ['src/telemetry/metrics.ts'],
    'rate-limiter-flexible': ['src/rate-limits/rate-limits.ts'],
  },
  // Koa's context is what every handler works on.
  packageTypes: { koa: ['src/http/'] },
  nodeModules: { image: ['node:zlib'], errors: [] },
  childProcessFiles: ['src/tools/process/launcher.ts', 'src/files.ts'],
  environmentFiles: ['src/config/'],
  // `source` and `storage` read the statuses that other servers answer.
  statusFiles: ['src/http/', 'src/source/', 'src/storage/'],
  // The same source, options, settings and tools give the same bytes, however long they take.
  timelessFiles: [
    'src/image/',
    ...[
      'adapt',
      'adaptive',
      'attempt',
      'encode',
      'engine',
      'gauge',
      'lead',
      'pixels',
      'pressure',
      'race',
      'receipt',
      'terms',
      'tune',
      'winner',
    ].map((name) => `src/engine/${name}.ts`),
  ],
  maxLines: 220,
};

const root = fileURLToPath(new URL('..', import.meta.url));
const projectFiles = (): readonly SourceText[] =>
  globSync(['src/**/*.ts', 'bin/*.ts'], { cwd: root }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(`${root}/${path}`, 'utf8'),
  }));

describe('the architecture', () => {
  it('is the one of the design', () => {
    const files = projectFiles();
    expect(files.length).to.be.greaterThan(80);
    expect(violationsOf(files, rules)).to.deep.equal([]);
  });

  it('lets each outside package in somewhere', () => {
    const { dependencies } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as {
      dependencies: object;
    };
    const imported = new Set(
      projectFiles()
        .flatMap(importsOf)
        .map(({ target }) => target),
    );
    const names = Object.keys(dependencies);
    expect(Object.keys(rules.packages)).to.have.members(names);
    expect(
      names.filter((name) => ![...imported].some((target) => target.startsWith(name))),
    ).to.deep.equal([]);
  });
});

describe('the check of the architecture', () => {
  const violations = (path: string, text: string): readonly string[] =>
    violationsOf([{ path, text }], rules);

  const forbidden: readonly (readonly [title: string, path: string, text: string])[] = [
    ['an arrow that points outward', 'src/service/a.ts', "import { b } from '../http/b.ts';"],
    ['a type from further out', 'src/image/a.ts', "import type { B } from '../engine/b.ts';"],
    [
      'a sibling of the service by value',
      'src/service/a.ts',
      "import { b } from '../outputs/b.ts';",
    ],
    ['one type among values', 'src/service/a.ts', "import { type B, c } from '../outputs/b.ts';"],
    ['a type marked by itself', 'src/service/a.ts', "import { type B } from '../outputs/b.ts';"],
    ['a sibling of a sibling', 'src/engine/a.ts', "import type { B } from '../outputs/b.ts';"],
    ['accounts that know counters', 'src/accounts/a.ts', "import { b } from '../counters/b.ts';"],
    ['a dynamic import', 'src/engine/a.ts', "const { b } = await import('../outputs/b.ts');"],
    ['a re-export', 'src/engine/a.ts', "export { b } from '../outputs/b.ts';"],
    ['a re-export of all', 'src/engine/a.ts', "export * from '../outputs/b.ts';"],
    ['an import for its effect', 'src/image/a.ts', "import '../engine/b.ts';"],
    [
      'an import over several lines',
      'src/image/a.ts',
      "import {\n  b,\n  c,\n} from '../engine/b.ts';",
    ],
    ['a default called type', 'src/service/a.ts', "import type from '../outputs/b.ts';"],
    ['a program started by its URL', 'src/engine/a.ts', "new URL('../http/b.ts', import.meta.url)"],
    ['the whole service in http', 'src/http/a.ts', "import { compose } from '../compose.ts';"],
    [
      'the config in the engine',
      'src/engine/a.ts',
      "import type { C } from '../config/config.ts';",
    ],
    ['a file outside of the parts', 'src/utils/a.ts', "import { b } from '../errors.ts';"],
    ['a file system in image', 'src/image/a.ts', "import { readFile } from 'node:fs/promises';"],
    [
      'a module of Node by type in image',
      'src/image/a.ts',
      "import type { Stats } from 'node:fs';",
    ],
    ['a package elsewhere', 'src/engine/a.ts', "import { Ajv } from 'ajv/dist/2020.js';"],
    ['a package with a scope elsewhere', 'src/http/a.ts', "import Router from '@koa/router';"],
    ['a package by value where only its types may be', 'src/http/a.ts', "import Koa from 'koa';"],
    ['types of a package elsewhere', 'src/service/a.ts', "import type Koa from 'koa';"],
    ['an unknown package', 'src/engine/a.ts', "import sharp from 'sharp';"],
    ['a package loaded later', 'src/engine/a.ts', "await import('pino-pretty');"],
    ['processes', 'src/http/a.ts', "import { spawn } from 'node:child_process';"],
    ['execa', 'src/engine/a.ts', "import { execa } from 'execa';"],
    ['the environment', 'src/engine/a.ts', 'const { PATH } = process.env;'],
    ['the environment by another name', 'src/engine/a.ts', "import { env } from 'node:process';"],
    ['a status number', 'src/service/a.ts', 'throw new Failure(404);'],
    ['a status by name', 'src/service/a.ts', 'if (error.statusCode === limit) return;'],
    ['a clock in image', 'src/image/a.ts', 'const startedAt = performance.now();'],
    ['a clock in a search', 'src/engine/quality/trials.ts', 'const startedAt = Date.now();'],
    ['a date in a decision', 'src/engine/run-race.ts', 'const now = new Date();'],
    ['a timer in a decision', 'src/engine/quality/search.ts', 'setTimeout(stop, 250);'],
    ['a time limit in a decision', 'src/engine/quality/measure.ts', 'AbortSignal.timeout(250);'],
    ['a long file', 'src/engine/a.ts', 'const a = 1;\n'.repeat(221)],
  ];
  for (const [title, path, text] of forbidden) {
    it(`finds ${title}`, () => {
      expect(violations(path, text)).to.have.length(1);
      expect(violations(path, text)[0]).to.contain(path);
    });
  }

  it('finds a cycle, and names its way', () => {
    const files = [
      { path: 'src/image/a.ts', text: "import { b } from './b.ts';" },
      { path: 'src/image/b.ts', text: "export { c } from './sub/c.ts';" },
      { path: 'src/image/sub/c.ts', text: "import { a } from '../a.ts';" },
      { path: 'src/image/d.ts', text: "import { a } from './a.ts';" },
    ];
    expect(violationsOf(files, rules)).to.deep.equal([
      'cycle: src/image/a.ts -> src/image/b.ts -> src/image/sub/c.ts -> src/image/a.ts',
    ]);
  });

  const allowed: readonly (readonly [title: string, path: string, text: string])[] = [
    [
      'a sibling of the service by type',
      'src/service/a.ts',
      "import type { B } from '../outputs/b.ts';",
    ],
    ['an inward arrow', 'src/http/a.ts', "import { b } from '../service/b.ts';"],
    ['files of the same part', 'src/image/png/a.ts', "import { b } from '../b.ts';"],
    ['zlib in image', 'src/image/a.ts', "import { inflateSync } from 'node:zlib';"],
    ['types of Koa in http', 'src/http/routes/a.ts', "import type Koa from 'koa';"],
    ['a package where it enters', 'src/schema.ts', "import { Ajv } from 'ajv/dist/2020.js';"],
    ['a comment', 'src/image/a.ts', "// import { b } from '../engine/b.ts'; process.env, 404"],
    ['a longer comment', 'src/image/a.ts', "/**\n import '../engine/b.ts'; status 404 */"],
    ['text that looks like a status', 'src/service/a.ts', "const text = 'Server said 404';"],
    ['other numbers', 'src/engine/a.ts', 'const port = 443; const bytes = 500 * 1024;'],
    ['a clock elsewhere', 'src/engine/a.ts', 'const now = (): number => performance.now();'],
    ['a clock by its name', 'src/image/a.ts', 'type Time = Readonly<{ performance: string }>;'],
    ['a file at the limit', 'src/engine/a.ts', 'const a = 1;\n'.repeat(220)],
  ];
  for (const [title, path, text] of allowed) {
    it(`accepts ${title}`, () => {
      expect(violations(path, text)).to.deep.equal([]);
    });
  }

  it('accepts a cycle of types', () => {
    const files = [
      { path: 'src/image/a.ts', text: "import type { B } from './b.ts';" },
      { path: 'src/image/b.ts', text: "import { a } from './a.ts';" },
    ];
    expect(violationsOf(files, rules)).to.deep.equal([]);
  });
});
