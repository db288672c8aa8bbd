import { expect } from 'chai';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { advice } from './support/architecture-advice.ts';
import {
  importsOf,
  loadedBy,
  type Rules,
  type SourceText,
  violationsOf,
} from './support/architecture.ts';

/** Parts that do not know each other. The service joins them. */
const siblings = ['outputs', 'accounts', 'counters', 'rate-limits', 'source', 'storage'] as const;
/** What runs tools on pictures, highest first. */
const pixelWork = ['engine', 'tools', 'jobs', 'queue'] as const;
const base = [
  ...['errors', 'durable-file', 'file-lock', 'make-folder', 'plain-files', 'names', 'version'],
  ...['net', 'schema', 'redacted', 'state', 'bucket', 'escaped-html'],
];
/** `npm run schemas` writes these from the schemas, so they have no limits of length. */
const generated = 'src/validators/';

/** The arrows of docs/architecture.md. */
const rules: Rules = {
  parts: {
    bin: { values: ['relative-imports', 'cli'], types: [] },
    cli: {
      // The commands that work on files and tools without a service open just these.
      values: [
        'compose',
        'bulk',
        'config',
        'did-you-mean',
        'telemetry',
        'version',
        'data',
        'errors',
        'make-folder',
        'accounts',
        'counters',
        'engine',
        'jobs',
        'tools',
      ],
      types: [],
    },
    compose: {
      values: [
        ...[
          'http',
          'web',
          'delivery',
          'service',
          'bulk',
          'telemetry',
          'data',
          'errors',
          'make-folder',
          'version',
        ],
        ...siblings,
        ...pixelWork,
      ],
      types: ['config', 'state'],
    },
    // Works on files with an engine that compose hands in.
    bulk: {
      values: ['service', 'storage', 'validators', 'tools', 'jobs', 'image', ...base],
      types: [],
    },
    // Stands on http for bodies, ranges and errors. compose hands its middleware to the application.
    web: {
      values: ['http', 'bulk', 'service', 'validators', ...base],
      types: [
        ...['config', 'telemetry', 'delivery', 'outputs', 'accounts', 'counters', 'rate-limits'],
        'image',
      ],
    },
    http: {
      values: ['bulk', 'delivery', 'service', 'validators', ...base],
      types: ['config', 'telemetry', 'outputs', 'accounts', 'counters', 'rate-limits'],
    },
    // Addresses of pictures: the grammar, sources, and a use case above those of the API.
    delivery: {
      values: ['service', 'image', 'plain-files', 'errors'],
      types: [...siblings, ...pixelWork, 'state'],
    },
    service: {
      values: ['image', 'errors', 'schema', 'validators', 'redacted'],
      types: [...siblings, ...pixelWork],
    },
    engine: {
      values: ['tools', 'jobs', 'queue', 'image', 'plain-files', 'simd', 'errors'],
      types: [],
    },
    tools: {
      values: ['jobs', 'queue', 'image', 'plain-files', 'relative-imports', 'errors'],
      types: [],
    },
    jobs: { values: ['image', 'plain-files', 'make-folder', 'errors'], types: ['queue'] },
    queue: { values: ['errors'], types: [] },
    ...Object.fromEntries(
      siblings.map((name) => [name, { values: ['image', ...base], types: [] }]),
    ),
    // Fetches of an account wait as its tools do.
    source: { values: ['queue', 'net', 'redacted', 'errors'], types: [] },
    image: { values: ['errors'], types: [] },
    config: {
      values: ['did-you-mean', 'errors', 'net', 'schema', 'simd', 'validators', 'redacted'],
      types: ['image', 'storage'],
    },
    telemetry: { values: ['version'], types: [] },
    state: { values: ['errors'], types: ['redacted'] },
    bucket: { values: ['errors'], types: [] },
    // Opens accounts and counters together, under one lock.
    data: {
      values: [
        'accounts',
        'counters',
        'rate-limits',
        'state',
        'errors',
        'durable-file',
        'file-lock',
        'make-folder',
        'redacted',
      ],
      types: ['config', 'telemetry'],
    },
    'durable-file': { values: ['errors'], types: [] },
    'file-lock': { values: ['errors'], types: [] },
    'make-folder': { values: ['errors'], types: [] },
    'plain-files': { values: [], types: [] },
    net: { values: ['errors'], types: [] },
    schema: { values: ['did-you-mean'], types: [] },
    'did-you-mean': { values: [], types: [] },
    'escaped-html': { values: [], types: [] },
    simd: { values: [], types: [] },
    validators: { values: [], types: [] },
    redacted: { values: [], types: [] },
    'relative-imports': { values: [], types: [] },
    names: { values: [], types: [] },
    version: { values: [], types: [] },
    errors: { values: [], types: [] },
  },
  layers: {
    http: [
      ['http/app', 'http/internal'],
      ['http/routes'],
      ['http/openapi', 'http/middleware', 'http/errors'],
      ['http/body', 'http/delivery-answer'],
      ['http/server'],
      ['http/respond'],
      ['http/context', 'http/status', 'http/router', 'http/disposition'],
    ],
    web: [
      ['web/web'],
      ['web/routes'],
      ['web/confirm'],
      ['web/web-parts'],
      ['web/access', 'web/error-pages', 'web/months'],
      ['web/owner-form'],
      ['web/pages'],
      ['web/pages/parts'],
      ['web/form', 'web/refusal', 'web/multipart', 'web/operation-form'],
      ['web/context'],
      ['web/layout'],
      ['web/assets', 'web/format', 'web/file-name'],
      ['web/text', 'web/html'],
    ],
    engine: [
      ['engine/open-engine'],
      ['engine/compress'],
      [
        'engine/receipt',
        'engine/preserve',
        'engine/check-picture',
        'engine/preview',
        'engine/find-trim',
      ],
      ['engine/search'],
      ['engine/pixels'],
      ['engine/scorer'],
      ['engine/race'],
      ['engine/client-errors'],
      ['engine/job'],
    ],
    tools: [
      ['tools/startup'],
      ['tools/tool-runner', 'tools/prepared-folders', 'tools/vips', 'tools/img2webp'],
      ['tools/tool-outcome'],
      ['tools/tool-failure'],
      ['tools/process'],
      ['tools/find-program'],
    ],
    image: [
      ['image/plan', 'image/strip', 'image/read-facts', 'image/thumb', 'image/metadata'],
      ['image/may-compete', 'image/saved-candidate'],
      ['image/search', 'image/smallest', 'image/needs-pixel-change', 'image/planes'],
      ['image/fixed-quality'],
      ['image/decoder', 'image/avif', 'image/jpeg', 'image/png', 'image/webp', 'image/score'],
      ['image/encoder'],
      [
        'image/exif',
        'image/limits',
        'image/type-limits',
        'image/media-type',
        'image/pixmap',
        'image/wasm',
      ],
      ['image/facts', 'image/is-complete', 'image/raster'],
      ['image/icc', 'image/decode-failed', 'image/geometry'],
      ['image/framing'],
      ['image/overlay', 'image/trim'],
      ['image/pixel-steps'],
      ['image/gravity'],
      ['image/bytes', 'image/colour', 'image/rectangle'],
    ],
  },
  packages: {
    // Two applications: the API, and health and metrics on a listener of their own.
    koa: ['src/http/app.ts', 'src/http/internal.ts'],
    '@koa/router': ['src/http/router.ts'],
    'koa-body': ['src/http/body/json-body.ts'],
    '@fastify/busboy': ['src/web/multipart.ts'],
    '@simplewebauthn/server': ['src/web/access/webauthn.ts'],
    'client-zip': ['src/web/routes/archive.ts'],
    'range-parser': ['src/http/body/image-file.ts'],
    selfsigned: ['src/http/server/make-certificate.ts'],
    ajv: [generated],
    execa: ['src/tools/process/start-process.ts'],
    'file-type': ['src/image/media-type.ts'],
    'ipaddr.js': ['src/net/ip-ranges.ts'],
    '@aws-sdk/client-s3': [
      ...['src/storage/s3-client.ts', 'src/storage/s3-sdk.ts', 'src/storage/sweep/s3-store.ts'],
      'src/storage/sweep/s3-traits.ts',
    ],
    '@google-cloud/storage': ['src/storage/google-client.ts'],
    'google-auth-library': ['src/storage/google-auth.ts'],
    '@redis/client': ['src/state/library-client.ts'],
    '@smithy/node-http-handler': ['src/storage/s3-client.ts'],
    leven: ['src/did-you-mean.ts'],
    ora: ['src/bulk/progress.ts'],
    'lru-cache': ['src/outputs/lru-index.ts'],
    pino: ['src/telemetry/log.ts'],
    'pino-pretty': ['src/telemetry/log.ts'],
    'prom-client': ['src/telemetry/'],
    '@opentelemetry/api': ['src/telemetry/otel-tracing.ts'],
    '@opentelemetry/exporter-trace-otlp-http': ['src/telemetry/otel-tracing.ts'],
    '@opentelemetry/resources': ['src/telemetry/otel-tracing.ts'],
    '@opentelemetry/sdk-trace': ['src/telemetry/otel-tracing.ts'],
  },
  // Koa's context is what every handler works on.
  packageTypes: {
    koa: ['src/http/', 'src/web/'],
    '@koa/router': ['src/web/routes/'],
    ajv: ['src/schema.ts'],
  },
  nodeModules: { image: ['node:zlib'], errors: [] },
  childProcessFiles: ['src/tools/process/', 'src/file-lock.ts'],
  environmentFiles: ['src/config/'],
  // `source`, `storage` and `bulk/remote` read the statuses that other servers answer. Traces say which are errors of the server.
  statusFiles: [
    'src/http/',
    'src/web/',
    'src/source/',
    'src/storage/',
    'src/bulk/remote/',
    'src/telemetry/otel-tracing.ts',
  ],
  // The same source, options, settings and tools give the same bytes, however long they take.
  timelessFiles: [
    'src/image/',
    'src/engine/race/',
    'src/engine/pixels/',
    ...['compress', 'client-errors', 'receipt', 'preserve'].map((name) => `src/engine/${name}.ts`),
    'src/engine/search/',
  ],
  maxLines: 200,
  // A language is one list of texts.
  unlimitedFiles: [generated, 'src/web/text/'],
};

/** Loops over pixels, which would keep all other requests waiting in the server. */
const pixelFiles = [
  'src/image/thumb/',
  'src/image/wasm/wasm.ts',
  'src/image/png/pixels.ts',
  ...['comparison', 'fine-colour', 'few-colours', 'brightness'].map(
    (name) => `src/image/score/${name}.ts`,
  ),
];

const root = fileURLToPath(new URL('..', import.meta.url));
const filesAt = (...patterns: readonly string[]): readonly SourceText[] =>
  globSync(patterns, { cwd: root }).map((path) => ({
    path: path.replaceAll('\\', '/'),
    text: readFileSync(`${root}/${path}`, 'utf8'),
  }));
const projectFiles = (): readonly SourceText[] => filesAt('src/**/*.ts', 'bin/*.ts');

describe('the architecture', () => {
  it('is the one of the design', () => {
    const files = projectFiles();
    expect(files.length).to.be.greaterThan(80);
    expect(violationsOf(files, rules)).to.deep.equal([]);
  });

  it('keeps the work on all pixels of a picture out of the server', () => {
    const files = projectFiles();
    const isPixelWork = (path: string): boolean =>
      pixelFiles.some((file) => path === file || path.startsWith(file));
    const server = [...loadedBy('bin/shrinkd.ts', files)];
    expect(server).to.include('src/engine/compress.ts');
    expect(server.filter(isPixelWork), advice.pixelWork).to.deep.equal([]);
    const scorer = [...loadedBy('src/engine/scorer/process.ts', files)];
    for (const file of pixelFiles) {
      expect(
        scorer.some((path) => path === file || path.startsWith(file)),
        file,
      ).to.equal(true);
    }
  });

  it('imports node:http nowhere, since its WebSocket takes a start 50 ms of CPU', () => {
    const importing = projectFiles().filter(({ text }) =>
      /^import (?!type)[^;]*from 'node:http';/m.test(text),
    );
    expect(
      importing.map(({ path }) => path),
      advice.nodeHttp,
    ).to.deep.equal([]);
  });

  it('exports only what another file names', () => {
    const isWritten = ({ path }: SourceText): boolean => !/node_modules|validators/.test(path);
    const files = filesAt('{src,bin,test,docs}/**/*.ts').filter(isWritten);
    const usesOf = new Map<string, number>();
    for (const { text } of files) {
      for (const word of new Set(text.match(/\w+/g))) {
        usesOf.set(word, (usesOf.get(word) ?? 0) + 1);
      }
    }
    const unused = files.flatMap(({ path, text }) =>
      [...text.matchAll(/^export (?:async )?(?:const|function|class|type) (\w+)\b(?!\$)/gm)]
        .filter(([, name = '']) => usesOf.get(name) === 1)
        .map(([, name]) => `${path} exports ${name}`),
    );
    expect(unused).to.deep.equal([]);
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
      advice.unusedPackage,
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
    ['a sideways arrow between rooms', 'src/image/jpeg/a.ts', "import { b } from '../png/b.ts';"],
    [
      'an upward arrow between rooms',
      'src/engine/race/a.ts',
      "import { b } from '../pixels/b.ts';",
    ],
    ['a type from a higher room', 'src/image/bytes.ts', "import type { B } from './facts.ts';"],
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
    ['a package that is required', 'src/engine/a.ts', "createRequire(import.meta.url)('koa');"],
    [
      'a module of Node that is not imported',
      'src/http/a.ts',
      "process.getBuiltinModule('node:child_process');",
    ],
    ['a package loaded later', 'src/engine/a.ts', "await import('pino-pretty');"],
    ['processes', 'src/http/a.ts', "import { spawn } from 'node:child_process';"],
    ['the environment', 'src/engine/a.ts', 'const { PATH } = process.env;'],
    ['the environment by another name', 'src/engine/a.ts', "import { env } from 'node:process';"],
    ['a status number', 'src/service/a.ts', 'throw new Failure(404);'],
    ['a status by name', 'src/service/a.ts', 'if (error.statusCode === limit) return;'],
    ['a clock in image', 'src/image/a.ts', 'const startedAt = performance.now();'],
    ['a clock in a search', 'src/engine/search/make.ts', 'const startedAt = Date.now();'],
    ['a date in a decision', 'src/engine/race/run-race.ts', 'const now = new Date();'],
    ['a timer in a decision', 'src/engine/search/search.ts', 'setTimeout(stop, 250);'],
    ['a time limit in a decision', 'src/engine/search/measurer.ts', 'AbortSignal.timeout(250);'],
    ['a long file', 'src/engine/a.ts', 'const a = 1;\n'.repeat(201)],
  ];
  for (const [title, path, text] of forbidden) {
    it(`finds ${title}`, () => {
      expect(violations(path, text)).to.have.length(1);
      expect(violations(path, text)[0])
        .to.contain(path)
        .and.to.match(/; \w+ .*\w{4}/);
    });
  }

  it('finds a cycle, and names its way', () => {
    const files = [
      { path: 'src/source/a.ts', text: "import { b } from './b.ts';" },
      { path: 'src/source/b.ts', text: "export { c } from './sub/c.ts';" },
      { path: 'src/source/sub/c.ts', text: "import { a } from '../a.ts';" },
      { path: 'src/source/d.ts', text: "import { a } from './a.ts';" },
    ];
    expect(violationsOf(files, rules)).to.deep.equal([
      'cycle: src/source/a.ts -> src/source/b.ts -> src/source/sub/c.ts -> src/source/a.ts; ' +
        advice.cycle,
    ]);
  });

  const allowed: readonly (readonly [title: string, path: string, text: string])[] = [
    [
      'a sibling of the service by type',
      'src/service/a.ts',
      "import type { B } from '../outputs/b.ts';",
    ],
    ['an inward arrow', 'src/http/a.ts', "import { b } from '../service/b.ts';"],
    ['files of the same room', 'src/image/png/a.ts', "import { b } from './b.ts';"],
    ['a lower room', 'src/image/png/a.ts', "import { b } from '../bytes.ts';"],
    ['zlib in image', 'src/image/a.ts', "import { inflateSync } from 'node:zlib';"],
    ['types of Koa in http', 'src/http/routes/a.ts', "import type Koa from 'koa';"],
    ['a package where it enters', 'src/validators/a.ts', "import { Ajv } from 'ajv/dist/2020.js';"],
    ['a long file that is generated', 'src/validators/a.ts', 'const a = 1;\n'.repeat(201)],
    ['a comment', 'src/image/a.ts', "// import { b } from '../engine/b.ts'; process.env, 404"],
    ['a longer comment', 'src/image/a.ts', "/**\n import '../engine/b.ts'; status 404 */"],
    ['text that looks like a status', 'src/service/a.ts', "const text = 'Server said 404';"],
    ['other numbers', 'src/engine/a.ts', 'const port = 443; const bytes = 500 * 1024;'],
    [
      'a clock elsewhere',
      'src/engine/open-engine.ts',
      'const now = (): number => performance.now();',
    ],
    ['a clock by its name', 'src/image/a.ts', 'type Time = Readonly<{ performance: string }>;'],
    ['a file at the limit', 'src/engine/a.ts', 'const a = 1;\n'.repeat(200)],
  ];
  for (const [title, path, text] of allowed) {
    it(`accepts ${title}`, () => {
      expect(violations(path, text)).to.deep.equal([]);
    });
  }

  const instead: readonly (readonly [path: string, text: string, advised: string])[] = [
    ['src/utils/a.ts', "import { b } from '../errors.ts';", advice.unknownPart],
    ['src/service/a.ts', "import { b } from '../outputs/b.ts';", advice.byValue],
    ['src/service/a.ts', "import { b } from '../http/b.ts';", advice.otherPart],
    ['src/image/jpeg/a.ts', "import { b } from '../png/b.ts';", advice.higherRoom],
    ['src/image/a.ts', "import { readFile } from 'node:fs/promises';", advice.nodeModule],
    ['src/http/a.ts', "import { spawn } from 'node:child_process';", advice.childProcess],
    ['src/engine/a.ts', "import sharp from 'sharp';", advice.package([])],
    ['src/http/a.ts', "import Router from 'lru-cache';", 'call src/outputs/lru-index.ts, and add'],
    ['src/engine/a.ts', 'const { PATH } = process.env;', advice.environment],
    ['src/service/a.ts', 'throw new Failure(404);', advice.status],
    ['src/image/a.ts', 'const now = new Date();', advice.clock],
    ['src/engine/a.ts', 'const a = 1;\n'.repeat(201), advice.lines(200)],
  ];
  for (const [path, text, advised] of instead) {
    it(`says what to do instead: ${advised}`, () => {
      expect(violations(path, text).join()).to.contain(`; ${advised}`);
    });
  }

  it('names files and places that there are', () => {
    const said = Object.values(advice).map((text) => (typeof text === 'function' ? '' : text));
    const named = said.flatMap(
      (text) => text.match(/(?:src|test|schemas|docs)\/[\w/.-]*\w/g) ?? [],
    );
    expect(named.filter((path) => !existsSync(`${root}/${path}`))).to.deep.equal([]);
    expect(named).to.have.lengthOf.above(8);
  });

  it('finds a cycle of types', () => {
    const files = [
      { path: 'src/source/a.ts', text: "import type { B } from './b.ts';" },
      { path: 'src/source/b.ts', text: "import { a } from './a.ts';" },
    ];
    expect(violationsOf(files, rules)).to.deep.equal([
      `cycle: src/source/a.ts -> src/source/b.ts -> src/source/a.ts; ${advice.cycle}`,
    ]);
  });

  it('finds a file of a layered part that is in none of its rooms', () => {
    const text = "import { B } from './bytes.ts';";
    expect(violations('src/image/a.ts', text)).to.deep.equal([
      `src/image/a.ts is in no room that the table knows; ${advice.unknownRoom}`,
    ]);
  });
});
