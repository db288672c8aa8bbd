import { Ajv2020 } from 'ajv/dist/2020.js';

/** The project's own keywords. They describe and do not validate; `x-expected` is part of problems. */
const notes = ['x-flag', 'x-unit', 'x-path', 'x-presets', 'x-expected'];

/** Compiles JSON Schemas (2020-12) into functions that report every problem at once, with its schema. */
export const createAjv = (): Ajv2020 => {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: true },
  });
  for (const note of notes) ajv.addKeyword(note);
  return ajv;
};
