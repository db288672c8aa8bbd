import { createAjv } from '../../schemas/generate/create-ajv.ts';
import { validatorOf, type Validator } from '../../src/schema.ts';

/** A validator of a schema that the service has no generated one for. */
export const createValidator = <T>(schema: object): Validator<T> =>
  validatorOf(createAjv().compile<T>(schema));
