import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createApp } from '../../../src/http/app.ts';
import { errorAnswers } from '../../../src/http/status.ts';
import { createValidator } from '../../support/validator.ts';
import { type Answer, type Api, type Asked, fillQueue, startApi } from '../../support/http/api.ts';

type Part = Readonly<Record<string, unknown>>;
type Response = Readonly<{
  description: string;
  headers: Record<string, { required?: boolean }>;
  content?: Record<string, { schema?: Part }>;
}>;
type Operation = Readonly<{
  operationId: string;
  security?: readonly Part[];
  requestBody?: { content: Part };
  responses: Record<string, Part>;
}>;
type Document = Readonly<{
  openapi: string;
  info: Part;
  security: readonly Part[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Part>>;
}>;
/** A layer of the router, as far as it is known here. */
type Layer = Readonly<{ path: string; methods: readonly string[] }>;

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'trace'];

/** Every object inside a value, the value included. */
const objectsIn = (value: unknown): readonly Part[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...(Array.isArray(value) ? [] : [value as Part]),
        ...Object.values(value).flatMap(objectsIn),
      ];

describe('GET /openapi.json', () => {
  let api: Api;
  let document: Document;
  before(async () => {
    api = await startApi();
    document = (await api.ask('/openapi.json', { key: null })).json() as Document;
  });
  after(() => api.close());

  const at = (ref: string): unknown =>
    ref
      .replace('#/', '')
      .split('/')
      .reduce<unknown>((part, name) => (part as Part | undefined)?.[name], document);
  const resolved = (part: unknown): unknown => {
    const ref = (part as Part)['$ref'];
    return typeof ref === 'string' ? at(ref) : part;
  };
  const operations = (): readonly (readonly [name: string, operation: Operation])[] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item)
        .filter(([method]) => methods.includes(method))
        .map(([method, operation]) => [`${method} ${path}`, operation] as const),
    );
  const responses = (): readonly Response[] =>
    operations().flatMap(([, operation]) =>
      Object.values(operation.responses).map((response) => resolved(response) as Response),
    );

  it('needs no account, and HEAD describes it', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await api.ask('/openapi.json', { method, key: null });
      expect(answer.status).to.equal(200);
      expect(answer.headers).to.include({ 'content-type': 'application/json' });
      expect(Number(answer.headers['content-length'])).to.be.greaterThan(1000);
    }
  });

  it('has the paths and methods of the router, and no others', () => {
    const { middleware } = createApp(api.options);
    const routers = middleware.flatMap((one) => ('router' in one ? [one.router] : []));
    const [router] = routers as { stack: readonly Layer[] }[];
    const routes = (router?.stack ?? []).flatMap(({ path, methods: taken }) =>
      taken.map((method) => `${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    );
    expect(routes).to.include('post /shrink');
    expect(operations().map(([name]) => name)).to.have.members(routes);
  });

  describe('is OpenAPI 3.1', () => {
    it('with the fields that must be there', () => {
      expect(document.openapi).to.match(/^3\.1\.\d+$/);
      expect(document.info).to.include.all.keys('title', 'version');
      expect(document.info['license']).to.deep.equal({ name: 'MIT', identifier: 'MIT' });
      const ids = operations().map(([, { operationId }]) => operationId);
      expect(new Set(ids).size).to.equal(ids.length);
      for (const response of responses()) expect(response.description).to.match(/\.$/);
      for (const [path, item] of Object.entries(document.paths)) {
        const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const described = objectsIn(item)
          .filter((part) => part['in'] === 'path' && part['required'] === true)
          .map(({ name }) => name);
        expect(described).to.deep.equal(inPath);
        const others = objectsIn(item).filter((part) => typeof part['in'] === 'string');
        for (const parameter of others) expect(parameter).to.include.all.keys('name', 'schema');
      }
    });

    it('with references that lead somewhere, and components that are used', () => {
      const refs = objectsIn(document).flatMap(({ $ref }) =>
        typeof $ref === 'string' ? $ref : [],
      );
      expect(refs.filter((ref) => !ref.startsWith('#/') || at(ref) === undefined)).to.deep.equal(
        [],
      );
      const used = [
        ...refs,
        ...objectsIn(document).flatMap(({ security }) =>
          objectsIn(security).flatMap((schemes) =>
            Object.keys(schemes).map((name) => `#/components/securitySchemes/${name}`),
          ),
        ),
      ];
      const parts = Object.entries(document.components).flatMap(([kind, named]) =>
        Object.keys(named).map((name) => `#/components/${kind}/${name}`),
      );
      expect(parts).to.include('#/components/securitySchemes/basic');
      expect(parts.filter((part) => !used.includes(part))).to.deep.equal([]);
    });

    it('with keys for all but this document, and those who ask for or about keys', () => {
      expect(document.components['securitySchemes']?.['basic']).to.include({
        type: 'http',
        scheme: 'basic',
      });
      for (const [name, { security }] of operations()) {
        const needed = security ?? document.security;
        const isForAll = / \/(openapi\.json|keys.*)$/.test(name);
        expect(needed, name).to.deep.equal(isForAll ? [] : [{ basic: [] }]);
      }
    });

    it('with nothing left that stands for something else', () => {
      const objects = objectsIn(document);
      expect(objects.flatMap((part) => Object.keys(part))).not.to.include('image/*');
      expect(objects.filter(({ $schema }) => $schema !== undefined)).to.deep.equal([]);
    });

    it('with schemas that are ones, the files of the project among them', () => {
      for (const schema of Object.values(document.components['schemas'] ?? {})) {
        createValidator(schema);
      }
      for (const [name, file] of [
        ['ShrinkRequest', 'requests/shrink'],
        ['OperationRequest', 'requests/operation'],
        ['KeyRequest', 'requests/key'],
        ['ShrinkResult', 'responses/shrink'],
        ['NewKey', 'responses/key'],
        ['Receipt', 'responses/receipt'],
        ['SweepRequest', 'requests/sweep'],
        ['Sweep', 'responses/sweep'],
        ['Error', 'responses/error'],
      ] as const) {
        const url = new URL(`../../../schemas/${file}.json`, import.meta.url);
        const { $schema: _dialect, ...schema } = JSON.parse(readFileSync(url, 'utf8')) as Part;
        const described = structuredClone(document.components['schemas']?.[name]);
        // The types to convert to are this service's own.
        const options = described?.['properties'] as { convert?: { properties: Part } };
        const fileOptions = schema['properties'] as typeof options;
        if (name === 'OperationRequest') {
          options.convert!.properties = fileOptions.convert!.properties;
        }
        expect(described).to.deep.equal(schema);
      }
    });
  });

  it('has every failure somewhere, with its names', () => {
    const statuses = operations().flatMap(([, operation]) => Object.keys(operation.responses));
    for (const { status, error } of Object.values(errorAnswers)) {
      const name = status === 405 ? 'default' : String(status);
      expect(statuses).to.include(name);
      const response = name === 'default' ? 'AnyFailure' : `Failure${status}`;
      const described = document.components['responses']?.[response] as Response;
      expect(described.description).to.contain(error);
    }
  });

  it('describes downloads without a key where the service allows them', async () => {
    const open = await startApi({ overrides: () => ({ publicDownload: true }) });
    try {
      const { paths } = (await open.ask('/openapi.json')).json() as Document;
      const { get, head, post } = paths['/output/{id}']!;
      expect([get?.security, head?.security, post?.security]).to.deep.equal([
        [{ basic: [] }, {}],
        [{ basic: [] }, {}],
        undefined,
      ]);
    } finally {
      await open.close();
    }
  });

  describe('describes what is answered', () => {
    /** Headers of HTTP itself, which Node adds. */
    const ofHttp = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

    const expectDescribed = (answer: Answer, path: string, method: string): void => {
      const described = document.paths[path]?.[method.toLowerCase()]?.responses;
      const part = described?.[String(answer.status)] ?? expect.fail(`not ${answer.status}`);
      const { headers, content } = resolved(part) as Response;
      const names = Object.keys(headers).map((name) => name.toLowerCase());
      expect([...names, ...ofHttp, 'content-type']).to.include.members(Object.keys(answer.headers));
      const required = Object.entries(headers)
        .filter(([, header]) => (resolved(header) as { required?: boolean }).required)
        .map(([name]) => name.toLowerCase());
      expect(Object.keys(answer.headers)).to.include.members(required);
      const type = answer.headers['content-type'];
      if (content === undefined) expect(type).to.equal(undefined);
      else expect(Object.keys(content)).to.include(type);
      const schema = content?.[type ?? '']?.schema;
      if (schema === undefined || answer.body.length === 0) return;
      const checked = createValidator(resolved(schema) as object)(answer.json());
      expect(checked).to.deep.equal({ ok: true, value: answer.json() });
    };

    const json = { 'content-type': 'application/json' };
    const operation = { headers: json, body: '{"resize":{"method":"scale","width":5}}' };
    const post = (asked: Asked): Asked => ({ method: 'POST', ...asked });
    const cases: readonly (readonly [path: string, status: number, asked: Asked])[] = [
      ['/shrink', 201, post({ body: 'picture' })],
      ['/shrink', 201, post({ headers: json, body: '{"source":{"url":"https://a.example/"}}' })],
      ['/shrink', 400, post({ body: '' })],
      ['/shrink', 400, post({ headers: json, body: '{}' })],
      ['/shrink', 401, post({ key: null, body: 'picture' })],
      ['/shrink', 413, post({ headers: json, body: ' '.repeat(70_000) })],
      ['/output/{id}', 200, {}],
      ['/output/{id}', 200, { method: 'HEAD' }],
      ['/output/{id}', 206, { headers: { range: 'bytes=0-1' } }],
      ['/output/{id}', 304, { headers: { 'if-none-match': '*' } }],
      ['/output/{id}', 304, { method: 'HEAD', headers: { 'if-none-match': '*' } }],
      ['/output/{id}', 401, { key: null }],
      ['/output/{id}', 416, { headers: { range: 'bytes=99-' } }],
      ['/output/{id}', 200, operation],
      ['/output/{id}', 200, post(operation)],
      ['/output/{id}', 200, post({})],
      [
        '/output/{id}',
        200,
        post({ headers: json, body: '{"store":{"service":"named","name":"a","path":"b"}}' }),
      ],
      ['/output/{id}', 400, { headers: json, body: '[]' }],
      ['/output/{id}', 400, post({ body: '{}' })],
      ['/output/{id}/receipt', 200, {}],
      ['/output/{id}/receipt', 200, { method: 'HEAD' }],
      ['/output/{id}/receipt', 401, { key: null }],
      ['/keys/{key}', 200, { key: null }],
      ['/keys/{key}', 200, { method: 'HEAD', key: null }],
      ['/keys', 202, post({ key: null, headers: json, body: '{"email":"a@example.org"}' })],
      ['/keys', 400, post({ key: null, headers: json, body: '{}' })],
      ['/keys', 413, post({ key: null, headers: json, body: ' '.repeat(70_000) })],
      ['/openapi.json', 200, { key: null }],
    ];
    for (const [path, status, asked] of cases) {
      const { method = 'GET', headers, body = '' } = asked;
      const given = `${JSON.stringify(headers ?? {})} ${String(body).trim()}`;
      it(`with ${status} by ${method} ${path} ${given}`, async () => {
        const named = path.replace('{id}', api.output.id).replace('{key}', api.key);
        const answer = await api.ask(named, asked);
        expect(answer.status).to.equal(status);
        expectDescribed(answer, path, method);
      });
    }

    it('of sweeps', async () => {
      const own = await startApi({ account: { role: 'admin' } });
      const asked = (body: string) => post({ headers: json, body });
      const start = '{"source":{"store":"shop"},"dryRun":true}';
      try {
        for (const [path, status, given] of [
          ['/sweeps', 201, asked(start)],
          ['/sweeps', 400, asked('{}')],
          ['/sweeps', 401, { key: null }],
          ['/sweeps', 200, {}],
          ['/sweeps', 200, { method: 'HEAD' }],
          ['/sweeps/{id}', 200, {}],
          ['/sweeps/{id}', 200, { method: 'HEAD' }],
          ['/sweeps/{id}', 200, asked('{"action":"pause"}')],
          ['/sweeps/{id}', 400, asked('{"action":"undo"}')],
        ] as const) {
          const [sweep] = await own.options.sweeps.list();
          const answer = await own.ask(path.replace('{id}', sweep?.id ?? ''), given);
          expect(answer.status, path).to.equal(status);
          expectDescribed(answer, path, (given as Asked).method ?? 'GET');
        }
      } finally {
        await own.close();
      }
    });

    it('of the result of an operation', async () => {
      const { headers } = await api.ask(`/output/${api.output.id}`, post(operation));
      const path = /^<(.*)>; rel="receipt"$/.exec(String(headers['link']))?.[1] ?? '';
      for (const [suffix, status] of [
        ['', 200],
        ['0', 404],
      ] as const) {
        const answer = await api.ask(`${path}${suffix}`);
        expect(answer.status).to.equal(status);
        expectDescribed(answer, '/output/{id}/receipt/{result}', 'GET');
      }
    });

    it('when there is no such output', async () => {
      for (const method of ['GET', 'HEAD', 'POST']) {
        const answer = await api.ask('/output/unknown', { method });
        expect(answer.status).to.equal(404);
        expectDescribed(answer, '/output/{id}', method);
      }
    });

    for (const [title, account, isFull, status] of [
      ['the month is over', { monthlyLimit: 0 }, false, 429],
      ['requests come too fast', { requestsPerMinute: 1 }, false, 429],
      ['the queue is full', {}, true, 503],
    ] as const) {
      it(`when ${title}`, async () => {
        const limited = await startApi({ account });
        try {
          if (isFull) fillQueue(limited);
          const path = `/output/${limited.output.id}`;
          // The one request that the rate limit allows.
          await limited.ask(path);
          for (const method of ['GET', 'POST']) {
            const answer = await limited.ask(path, { method, ...operation });
            expect(answer.status).to.equal(status);
            expectDescribed(answer, '/output/{id}', method);
          }
        } finally {
          await limited.close();
        }
      });
    }

    it('when the service fails, or is asked over HTTP', async () => {
      for (const [overrides, status] of [
        [{ upload: () => Promise.reject(new Error('broken')) }, 500],
        [{ trustedProxies: [] }, 403],
      ] as const) {
        const failing = await startApi({ overrides: () => overrides });
        try {
          const answer = await failing.ask('/shrink', { method: 'POST', body: 'picture' });
          expect(answer.status).to.equal(status);
          expectDescribed(answer, '/shrink', 'POST');
        } finally {
          await failing.close();
        }
      }
    });

    it('when a path does not take the method', async () => {
      const answer = await api.ask('/shrink');
      expect(answer.status).to.equal(405);
      const { headers } = at('#/components/responses/AnyFailure') as Response;
      expect(headers).to.have.property('Allow');
      expect(answer.headers).to.have.property('allow', 'POST');
    });
  });
});
