import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import {
  canonicalOperation,
  parseOperation,
  compressionsOf,
  type Operation,
} from '../../src/service/operation.ts';
import { randomNumbers } from '../support/random.ts';

const types = ['image/webp', 'image/jpeg', 'image/png', 'image/avif'];
const known = { types, wildcardTypes: ['image/webp', 'image/jpeg', 'image/png'] };
const typeNames = 'one of image/webp, image/jpeg, image/png, image/avif, */*';

const parse = (body: unknown): Operation => parseOperation(body, known).operation;

/** The sentence of the refusal. */
const refusalOf = (body: unknown): string => {
  try {
    parse(body);
  } catch (error) {
    expect(error).to.be.instanceOf(ServiceError);
    const { code, message } = error as ServiceError;
    expect(code).to.equal('bad_request');
    return message;
  }
  throw new Error('expected a refusal');
};

describe('parseOperation', () => {
  const accepted: readonly (readonly [string, unknown, Partial<Operation>])[] = [
    ['nothing', {}, {}],
    ['null option objects', { resize: null, convert: null, transform: null, preserve: null }, {}],
    [
      'null fields',
      { resize: { method: 'scale', width: null, height: 4 }, transform: { background: null } },
      { resize: { method: 'scale', height: 4 } },
    ],
    [
      'scale to a width',
      { resize: { method: 'scale', width: 1 } },
      { resize: { method: 'scale', width: 1 } },
    ],
    [
      'scale to a height',
      { resize: { method: 'scale', height: 65535 } },
      { resize: { method: 'scale', height: 65535 } },
    ],
    [
      'scale to one side beside a 0',
      { resize: { method: 'scale', width: 50, height: 0 } },
      { resize: { method: 'scale', width: 50 } },
    ],
    [
      'one side without a method',
      { resize: { height: 60 } },
      { resize: { method: 'scale', height: 60 } },
    ],
    [
      'one side beside a 0, with null as the method',
      { resize: { method: null, width: 0, height: 60 } },
      { resize: { method: 'scale', height: 60 } },
    ],
    [
      'fit',
      { resize: { method: 'fit', width: 2, height: 3 } },
      { resize: { method: 'fit', width: 2, height: 3 } },
    ],
    [
      'cover',
      { resize: { method: 'cover', width: 2, height: 3 } },
      { resize: { method: 'cover', width: 2, height: 3 } },
    ],
    [
      'thumb',
      { resize: { method: 'thumb', width: 2, height: 3 } },
      { resize: { method: 'thumb', width: 2, height: 3 } },
    ],
    ['one type', { convert: { type: 'image/webp' } }, { convert: ['image/webp'] }],
    [
      'a type that is not of the wildcard',
      { convert: { type: 'image/avif' } },
      { convert: ['image/avif'] },
    ],
    ['the other name of JPEG', { convert: { type: 'image/jpg' } }, { convert: ['image/jpeg'] }],
    ['a type in capitals', { convert: { type: 'Image/PNG' } }, { convert: ['image/png'] }],
    [
      'several types in their order',
      { convert: { type: ['image/png', 'image/webp'] } },
      { convert: ['image/png', 'image/webp'] },
    ],
    [
      'a type named twice',
      { convert: { type: ['image/jpg', 'image/jpeg'] } },
      { convert: ['image/jpeg'] },
    ],
    [
      'types joined by commas',
      { convert: { type: 'image/png, image/webp,image/png' } },
      { convert: ['image/png', 'image/webp'] },
    ],
    ['the wildcard', { convert: { type: '*/*' } }, { convert: known.wildcardTypes }],
    [
      'an array that holds the wildcard',
      { convert: { type: ['image/avif', '*/*'] } },
      { convert: ['image/avif', ...known.wildcardTypes] },
    ],
    [
      'a type beside those that nothing produces',
      { convert: { type: ['image/heic', 'image/webp'] } },
      { convert: ['image/webp'] },
    ],
    [
      'a hexadecimal background',
      { transform: { background: '#FFaa00' } },
      { background: { red: 255, green: 170, blue: 0 } },
    ],
    [
      'white',
      { transform: { background: 'white' } },
      { background: { red: 255, green: 255, blue: 255 } },
    ],
    [
      'black',
      { transform: { background: 'black' } },
      { background: { red: 0, green: 0, blue: 0 } },
    ],
    ['transform without a background', { transform: {} }, {}],
    ['no kind to preserve', { preserve: [] }, {}],
    [
      'kinds to preserve, sorted and once each',
      { preserve: ['location', 'copyright', 'location', 'creation'] },
      { preserve: ['copyright', 'creation', 'location'] },
    ],
    [
      'all together',
      {
        resize: { method: 'fit', width: 9, height: 8 },
        convert: { type: 'image/png' },
        transform: { background: 'black' },
        preserve: ['creation'],
      },
      {
        resize: { method: 'fit', width: 9, height: 8 },
        convert: ['image/png'],
        background: { red: 0, green: 0, blue: 0 },
        preserve: ['creation'],
      },
    ],
  ];
  for (const [title, body, operation] of accepted) {
    it(`takes ${title}`, () => {
      expect(parse(body)).to.deep.equal({ preserve: [], ...operation });
    });
  }

  const methods = '"scale", "fit", "cover", "thumb"';
  const kinds = '"copyright", "creation", "location"';
  const side = 'expected an integer from 1 to 65535';
  const both = 'a value where the method is fit, cover or thumb';
  const refused: readonly (readonly [unknown, string])[] = [
    [null, 'body: expected an object, got null'],
    ['text', 'body: expected an object, got "text"'],
    [[], 'body: expected an object, got an array of 0'],
    [
      { crop: {} },
      'crop: expected one of resize, convert, transform, preserve, store, got an unknown name',
    ],
    [
      JSON.parse('{"__proto__":{}}'),
      '__proto__: expected one of resize, convert, transform, preserve, store, got an unknown name',
    ],
    [{ resize: 5 }, 'resize: expected an object or null, got 5'],
    [{ resize: {} }, `resize.method: expected one of ${methods}, got nothing`],
    [{ resize: { width: 3, height: 4 } }, `resize.method: expected one of ${methods}, got nothing`],
    [
      { resize: { method: null, width: 3, height: 4 } },
      `resize.method: expected one of ${methods}, got nothing`,
    ],
    [{ resize: { method: '', width: 3 } }, `resize.method: expected one of ${methods}, got ""`],
    [
      { resize: { width: 0 } },
      `resize.width: ${side}, got 0; resize.method: expected one of ${methods}, got nothing`,
    ],
    [
      { resize: { method: 'scale', width: 0, height: 0 } },
      `resize.width: ${side}, got 0; resize.height: ${side}, got 0`,
    ],
    [
      { resize: { method: 'fit', width: 0, height: 0 } },
      `resize.width: ${side}, got 0; resize.height: ${side}, got 0`,
    ],
    [{ resize: { method: 'scale', height: 0 } }, `resize.height: ${side}, got 0`],
    [{ resize: { method: 'scale', width: 0, height: null } }, `resize.width: ${side}, got 0`],
    [
      { resize: { method: 'fit', width: 5, height: 0 } },
      `resize.height: expected ${both}, got nothing`,
    ],
    [
      { resize: { method: 'crop', width: 3 } },
      `resize.method: expected one of ${methods}, got "crop"`,
    ],
    [
      { resize: { method: 'scale', width: 3, depth: 1 } },
      'resize.depth: expected one of method, width, height, got an unknown name',
    ],
    [
      { resize: { method: 'scale' } },
      'resize.width: expected a value here or in height where the method is scale, got nothing',
    ],
    [
      { resize: { method: 'scale', width: 5, height: 3 } },
      'resize.height: expected no value beside width where the method is scale, got 3',
    ],
    [{ resize: { method: 'fit', width: 3 } }, `resize.height: expected ${both}, got nothing`],
    [{ resize: { method: 'cover', height: 3 } }, `resize.width: expected ${both}, got nothing`],
    [
      { resize: { method: 'thumb' } },
      `resize.width: expected ${both}, got nothing; resize.height: expected ${both}, got nothing`,
    ],
    [{ resize: { method: 'scale', width: 0 } }, `resize.width: ${side}, got 0`],
    [{ resize: { method: 'scale', width: -1 } }, `resize.width: ${side}, got -1`],
    [{ resize: { method: 'scale', width: 65536 } }, `resize.width: ${side}, got 65536`],
    [{ resize: { method: 'scale', height: 65536 } }, `resize.height: ${side}, got 65536`],
    [{ resize: { method: 'scale', width: 1.5 } }, `resize.width: ${side}, got 1.5`],
    [{ resize: { method: 'scale', width: '100' } }, `resize.width: ${side}, got "100"`],
    [{ convert: 'image/png' }, 'convert: expected an object or null, got "image/png"'],
    [{ convert: {} }, 'convert.type: expected a value, got nothing'],
    [{ convert: { type: null } }, 'convert.type: expected a value, got nothing'],
    [{ convert: { type: 5 } }, 'convert.type: expected a string or an array, got 5'],
    [
      { convert: { type: [] } },
      'convert.type: expected a list that is not empty, got an array of 0',
    ],
    [{ convert: { type: [null] } }, 'convert.type[0]: expected a string, got null'],
    [{ convert: { type: '' } }, `convert.type: expected ${typeNames}, got ""`],
    [{ convert: { type: 'image/*' } }, `convert.type: expected ${typeNames}, got "image/*"`],
    [
      { convert: { type: 'image/png,picture' } },
      `convert.type: expected ${typeNames}, got "picture"`,
    ],
    [
      { convert: { type: ['*/*', 'text/html'] } },
      `convert.type[1]: expected ${typeNames}, got "text/html"`,
    ],
    [
      { convert: { type: '*/*', quality: 1 } },
      'convert.quality: expected one of type, got an unknown name',
    ],
    [
      { transform: { background: 'red' } },
      'transform.background: expected #RRGGBB, white or black, got "red"',
    ],
    [
      { transform: { background: '#fff' } },
      'transform.background: expected #RRGGBB, white or black, got "#fff"',
    ],
    [
      { transform: { background: 5 } },
      'transform.background: expected #RRGGBB, white or black, got 5',
    ],
    [
      { transform: { rotate: 90 } },
      'transform.rotate: expected one of background, got an unknown name',
    ],
    [{ preserve: 'copyright' }, 'preserve: expected an array or null, got "copyright"'],
    [{ preserve: ['creation', 'gps'] }, `preserve[1]: expected one of ${kinds}, got "gps"`],
  ];
  for (const [body, sentence] of refused) {
    it(`refuses ${JSON.stringify(body)}`, () => {
      expect(refusalOf(body)).to.equal(sentence);
    });
  }

  it('names all problems at once', () => {
    const body = {
      resize: { method: 'fit', width: 0 },
      convert: { type: 'image/gif' },
      preserve: [1],
    };
    const paths = refusalOf(body)
      .split('; ')
      .map((problem) => problem.split(':')[0]);
    expect(paths).to.have.members(['resize.width', 'resize.height', 'preserve[0]', 'convert.type']);
  });

  it('repeats no more than the beginning of a long value', () => {
    expect(refusalOf({ convert: { type: 'x'.repeat(10_000) } })).to.have.length.below(250);
  });

  it('refuses objects within objects, however deep', () => {
    const deep = (text: string): unknown =>
      JSON.parse(`${text.repeat(50_000)}1${'}'.repeat(50_000)}`);
    expect(refusalOf(deep('{"a":'))).to.match(
      /^a: expected one of resize, .* got an unknown name$/,
    );
    expect(refusalOf({ resize: deep('{"a":') })).to.match(/resize\.a: /);
    expect(refusalOf({ store: { headers: deep('{"a":') } })).to.match(/store\.headers\.a: /);
    expect(refusalOf({ preserve: [deep('{"a":')] })).to.match(/^preserve\[0\]: /);
  });

  it('leaves the body as it was', () => {
    const body = {
      resize: { method: 'scale', width: 3, height: null },
      preserve: ['location', 'creation'],
    };
    const copy = structuredClone(body);
    parse(body);
    expect(body).to.deep.equal(copy);
  });
});

describe('parseOperation, for random bodies', () => {
  const random = randomNumbers(11);
  const oneOf = (values: readonly unknown[]): unknown => values[random(values.length)];
  const values = [
    null,
    0,
    1,
    300,
    65536,
    2.5,
    -4,
    '',
    '300',
    'scale',
    'fit',
    'cover',
    'image/png',
    '*/*',
    'white',
    true,
    [],
    {},
    ['image/png'],
    ['copyright'],
  ];
  const names = ['method', 'width', 'height', 'type', 'background', 'other'];
  const options = (): unknown =>
    random(4) === 0
      ? oneOf(values)
      : Object.fromEntries(Array.from({ length: random(4) }, () => [oneOf(names), oneOf(values)]));
  const bodyOf = (): object =>
    Object.fromEntries(
      Array.from({ length: random(4) }, () => [
        oneOf(['resize', 'convert', 'transform', 'preserve']),
        options(),
      ]),
    );
  const bodies = Array.from({ length: 5000 }, bodyOf);

  it('either takes a body or refuses it as a bad request', () => {
    for (const body of bodies) {
      try {
        parse(body);
      } catch (error) {
        expect((error as ServiceError).code, JSON.stringify(body)).to.equal('bad_request');
      }
    }
  });
});

describe('parseOperation, for every combination of sides', () => {
  const sides = [undefined, null, 0, 5];
  const bodies = [undefined, null, 'scale', 'fit', 'cover', 'thumb'].flatMap((method) =>
    sides.flatMap((width) => sides.map((height) => ({ method, width, height }))),
  );
  for (const { method, width, height } of bodies) {
    const given = [width, height].filter((side) => side === 5).length;
    const isValid = given === (['fit', 'cover', 'thumb'].includes(method ?? '') ? 2 : 1);
    const body = JSON.parse(JSON.stringify({ resize: { method, width, height } })) as unknown;
    it(`${isValid ? 'takes' : 'refuses'} ${JSON.stringify(body)}`, () => {
      if (isValid) expect(compressionsOf(parse(body))).to.equal(1);
      else expect(refusalOf(body)).to.match(/^resize\.(width|height|method): expected/);
    });
  }
});

describe('compressionsOf', () => {
  const resize = { method: 'scale', width: 5 };
  const convert = { type: 'image/png' };
  const rows: readonly (readonly [string, unknown, number])[] = [
    ['nothing', {}, 0],
    ['resize', { resize }, 1],
    ['convert', { convert }, 1],
    ['convert to several types', { convert: { type: '*/*' } }, 1],
    ['resize and convert', { resize, convert }, 2],
    ['background and preserve', { transform: { background: 'white' }, preserve: ['creation'] }, 0],
  ];
  for (const [title, body, price] of rows) {
    it(`is ${price} for ${title}`, () => {
      expect(compressionsOf(parse(body))).to.equal(price);
    });
  }
});

describe('canonicalOperation', () => {
  const same: readonly (readonly [string, unknown, unknown])[] = [
    [
      'fields in another order',
      { resize: { method: 'fit', width: 2, height: 3 } },
      { resize: { height: 3, width: 2, method: 'fit' } },
    ],
    [
      'objects in another order',
      { preserve: ['creation'], convert: { type: 'image/png' } },
      { convert: { type: 'image/png' }, preserve: ['creation'] },
    ],
    [
      'another name of a type',
      { convert: { type: 'image/jpg' } },
      { convert: { type: ['image/jpeg'] } },
    ],
    [
      'the wildcard spelt out',
      { convert: { type: '*/*' } },
      { convert: { type: known.wildcardTypes } },
    ],
    [
      'another name of a colour',
      { transform: { background: 'white' } },
      { transform: { background: '#FFFFFF' } },
    ],
    [
      'kinds in another order',
      { preserve: ['location', 'creation'] },
      { preserve: ['creation', 'location', 'creation'] },
    ],
    [
      'a type beside one that nothing produces',
      { convert: { type: 'image/webp' } },
      { convert: { type: 'image/heic,image/webp' } },
    ],
    [
      'a method that goes without saying',
      { resize: { method: 'scale', width: 5 } },
      { resize: { width: 5, height: 0 } },
    ],
    ['nothing in other words', {}, { resize: null, transform: {}, preserve: [] }],
  ];
  for (const [title, one, other] of same) {
    it(`is the same for ${title}`, () => {
      expect(canonicalOperation(parse(one))).to.equal(canonicalOperation(parse(other)));
    });
  }

  it('differs wherever the operation does', () => {
    const bodies = [
      {},
      { resize: { method: 'scale', width: 5 } },
      { resize: { method: 'scale', height: 5 } },
      { resize: { method: 'fit', width: 5, height: 6 } },
      { resize: { method: 'fit', width: 6, height: 5 } },
      { resize: { method: 'thumb', width: 5, height: 6 } },
      { convert: { type: 'image/png' } },
      { convert: { type: 'image/webp' } },
      { convert: { type: '*/*' } },
      { transform: { background: '#000001' } },
      { transform: { background: '#010000' } },
      { preserve: ['creation'] },
      { preserve: ['location'] },
      { preserve: ['creation', 'location'] },
    ];
    const texts = bodies.map((body) => canonicalOperation(parse(body)));
    expect(new Set(texts).size).to.equal(bodies.length);
  });

  it('has its keys in one order', () => {
    const body = {
      preserve: ['creation'],
      transform: { background: 'black' },
      convert: { type: 'image/png' },
      resize: { height: 3, method: 'cover', width: 2 },
    };
    expect(canonicalOperation(parse(body))).to.equal(
      '{"resize":{"method":"cover","width":2,"height":3},"convert":["image/png"],"background":"#000000","preserve":["creation"]}',
    );
  });
});
