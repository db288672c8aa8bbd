import { expect } from 'chai';
import { typeOf, type TypedSchema } from '../../schemas/generate/types.ts';

describe('the type of what a schema accepts', () => {
  const fields: TypedSchema = {
    type: 'object',
    required: ['a'],
    properties: { a: { type: 'string' }, b: { enum: ['x', 'y'] } },
  };

  for (const [title, schema, type] of [
    ['text', { type: 'string' }, 'string'],
    ['text of a pattern', {}, 'string'],
    ['a whole number', { type: 'integer' }, 'number'],
    ['a number, or nothing', { type: ['number', 'null'] }, 'number | null'],
    ['one of several values', { type: 'string', enum: ['a', null] }, '"a" | null'],
    ['a list', { type: 'array', items: { type: 'boolean' } }, 'readonly (boolean)[]'],
    ['a list of anything', { type: 'array' }, 'readonly (unknown)[]'],
    ['fields of any name', { type: 'object' }, 'object'],
    ['fields, of which one is required', fields, 'Readonly<{\na: string;\nb?: "x" | "y";\n}>'],
    [
      'a field with a description',
      { type: 'object', properties: { a: { description: 'As in */*.' } } },
      'Readonly<{\n/** As in *\\/*. */\na?: string;\n}>',
    ],
  ] satisfies readonly (readonly [string, TypedSchema, string])[]) {
    it(`is that of ${title}`, () => {
      expect(typeOf(schema)).to.equal(type);
    });
  }

  it('has all fields where defaults fill them', () => {
    expect(typeOf(fields, true)).to.equal('Readonly<{\na: string;\nb: "x" | "y";\n}>');
  });
});
