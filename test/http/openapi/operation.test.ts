import { expect } from 'chai';
import type { Validator } from '../../../src/schema.ts';
import { createValidator } from '../../support/validator.ts';
import { parseOperation } from '../../../src/service/operation.ts';
import { randomNumbers } from '../../support/random.ts';
import { type Api, startApi } from '../../support/http/api.ts';

describe('the schema of operations in GET /openapi.json', () => {
  let api: Api;
  let schema: Record<string, unknown>;
  let described: Validator<unknown>;
  before(async () => {
    api = await startApi();
    const { components } = (await api.ask('/openapi.json')).json() as {
      components: { schemas: Record<string, Record<string, unknown>> };
    };
    schema = components.schemas['OperationRequest']!;
    described = createValidator(schema);
  });
  after(() => api.close());

  const isTaken = (body: unknown): boolean => {
    try {
      parseOperation(body, api.options.known);
      return true;
    } catch {
      return false;
    }
  };

  const expectAgreement = (body: unknown, taken: boolean): void => {
    expect(isTaken(body), `service: ${JSON.stringify(body)}`).to.equal(taken);
    expect(described(body).ok, `schema: ${JSON.stringify(body)}`).to.equal(taken);
  };

  it('lists the types to convert to, by all their names', () => {
    const names = ['image/webp', 'image/jpeg', 'image/png', 'image/jpg', '*/*'];
    const { convert } = schema['properties'] as {
      convert: { properties: { type: { anyOf: readonly object[] } } };
    };
    expect(convert.properties.type.anyOf[0]).to.deep.include({ type: 'string', enum: names });
  });

  const convertible: readonly (readonly [unknown, boolean])[] = [
    ['image/webp', true],
    ['image/jpg', true],
    ['*/*', true],
    ['image/avif', false],
    ['picture', false],
    ['', false],
    [null, false],
    [5, false],
    [[], false],
    [['image/png'], true],
    [['*/*', 'image/avif'], true],
    [['image/avif', 'image/webp'], true],
    [['image/avif', 'image/gif'], false],
    [['image/webp', 'text/html'], false],
    [['image/webp', 'image/*'], false],
    [['image/webp', null], false],
    ['image/webp,image/jpg', true],
    ['image/webp, image/png', true],
    ['image/avif,image/png,image/svg+xml', true],
    ['image/png,*/*', true],
    ['image/avif,image/gif', false],
    ['image/png,', false],
    ['image/png,text/html', false],
    ['image/pngx,image/avif', false],
  ];
  for (const [type, taken] of convertible) {
    it(`${taken ? 'takes' : 'refuses'} the type ${JSON.stringify(type)}, as the service does`, () => {
      expectAgreement({ convert: { type } }, taken);
    });
  }

  const store = {
    service: 's3',
    path: 'a/b',
    aws_access_key_id: 'a',
    aws_secret_access_key: 'b',
    region: 'c',
  };
  const nullable: readonly (readonly [object, boolean])[] = [
    [{ resize: null, convert: null, transform: null, preserve: null, store: null }, true],
    [{ resize: { method: 'scale', width: null, height: 3 } }, true],
    [{ resize: { method: null, width: 3 } }, true],
    [{ transform: { background: null } }, true],
    [{ store: { ...store, acl: null, headers: null } }, true],
    [{ store: { ...store, headers: { 'Cache-Control': null } } }, true],
    [{ store: { ...store, region: null } }, false],
    [{ store: { ...store, service: null } }, false],
    [{ convert: { type: null } }, false],
    [{ preserve: [null] }, false],
  ];
  for (const [body, taken] of nullable) {
    it(`${taken ? 'takes' : 'refuses'} ${JSON.stringify(body)}, as the service does`, () => {
      expectAgreement(body, taken);
    });
  }

  it('takes what the service takes, and nothing else', () => {
    const random = randomNumbers(5);
    const oneOf = <T>(values: readonly T[]): T => values[random(values.length)]!;
    const sides = [undefined, null, 0, 1, 300, 65535, 65536, -1, 2.5, '300'];
    const kinds = ['copyright', 'creation', 'location', 'gps'];
    const options = {
      resize: () => ({
        method: oneOf([undefined, null, 'scale', 'fit', 'cover', 'thumb', 'crop', '']),
        width: oneOf(sides),
        height: oneOf(sides),
        ...(random(20) === 0 && { depth: 1 }),
      }),
      convert: () => ({ type: oneOf(convertible)[0] }),
      transform: () => ({ background: oneOf([undefined, null, 'white', '#fff', '#12abEF', 5]) }),
      preserve: () => oneOf<unknown>([[oneOf(kinds)], [oneOf(kinds), 'creation'], [], 'creation']),
      other: () => 1,
    };
    const names = ['resize', 'resize', 'convert', 'transform', 'preserve', 'other'] as const;
    const verdicts = Array.from({ length: 5000 }, () => {
      const chosen = Array.from({ length: random(3) }, () => oneOf(names));
      const fields = chosen.map((name) => [
        name,
        random(12) === 0 ? oneOf([null, 5, [], {}]) : options[name](),
      ]);
      const body = JSON.parse(JSON.stringify(Object.fromEntries(fields))) as Record<
        string,
        unknown
      >;
      // A null counts as left out even where nothing has that name, which no schema needs to tell.
      if (body['other'] === null) delete body['other'];
      const taken = isTaken(body);
      expectAgreement(body, taken);
      return taken;
    });
    const taken = verdicts.filter(Boolean).length;
    expect(taken).to.be.within(1000, 4000);
  });
});
