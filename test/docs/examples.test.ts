import { expect } from 'chai';
import { configSchema } from '../../src/config/settings.ts';
import { parseOperation } from '../../src/service/operation.ts';
import { codeBlocks } from '../support/docs/code-blocks.ts';
import { createValidator } from '../support/validator.ts';

type Example = Readonly<{ page: string; value: object }>;
const examples: readonly Example[] = codeBlocks
  .filter(({ language }) => language === 'json')
  .map(({ page, text }) => ({ page, value: JSON.parse(text) as object }));

const isOperation = ({ value }: Example): boolean =>
  ['resize', 'convert', 'transform', 'preserve', 'store'].some((name) => name in value);
/** The other examples of the API are requests and answers. */
const isConfiguration = ({ page, value }: Example): boolean =>
  page !== 'docs/api.md' &&
  Object.keys(value).every((name) => name in (configSchema.properties ?? {}));

describe('examples in the documents', () => {
  const known = {
    types: ['image/webp', 'image/jpeg', 'image/png'],
    wildcardTypes: ['image/webp', 'image/jpeg', 'image/png'],
  };
  const validate = createValidator(configSchema);

  for (const { page, value } of examples.filter(isOperation)) {
    it(`of operations pass the schema: ${page}, ${Object.keys(value).join(', ')}`, () => {
      parseOperation(value, known);
    });
  }

  for (const { page, value } of examples.filter(isConfiguration)) {
    it(`of configurations pass the schema: ${page}, ${Object.keys(value).join(', ')}`, () => {
      const checked = validate(value);
      expect(checked.ok ? [] : checked.problems).to.deep.equal([]);
    });
  }

  it('are of both kinds', () => {
    expect(examples.filter(isOperation)).to.have.lengthOf.above(5);
    expect(examples.filter(isConfiguration)).to.have.lengthOf.above(3);
  });
});
