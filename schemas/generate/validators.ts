import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import standalone from 'ajv/dist/standalone/index.js';
import { createAjv } from './create-ajv.ts';
import { typeOf, type TypedSchema } from './types.ts';

const root = new URL('../../', import.meta.url);

/** The files of `src/validators`, and the schemas that they are generated from. */
const schemaFiles: Readonly<Record<string, string>> = {
  'config.ts': 'config.json',
  'key.ts': 'requests/key.json',
  'operation.ts': 'requests/operation.json',
  'shrink.ts': 'requests/shrink.json',
  'sweep.ts': 'requests/sweep.json',
};

export type GeneratedFile = Readonly<{ path: string; text: string }>;

/**
 * The files of `src/validators` as Ajv makes them (its page "Standalone validation code"), each with the type `Valid` of
 * what passes. A configuration is validated with its defaults.
 */
export const validators = (): readonly GeneratedFile[] =>
  Object.entries(schemaFiles).map(([name, schemaFile]) => ({
    path: fileURLToPath(new URL(`src/validators/${name}`, root)),
    text: validatorText(schemaFile),
  }));

const validatorText = (schemaFile: string): string => {
  const text = readFileSync(new URL(`schemas/${schemaFile}`, root), 'utf8');
  const schema = JSON.parse(text) as TypedSchema;
  const ajv = createAjv();
  const code = standalone.default(ajv, ajv.compile(withoutTexts(schema) as object));
  return [
    '// @ts-nocheck',
    `// "npm run schemas" writes this file from schemas/${schemaFile}.`,
    ...(code.includes(lengthHelper) ? [lengthImport] : []),
    code.replaceAll(lengthHelper, 'ucs2length'),
    `export type Valid = ${typeOf(schema, schemaFile === 'config.json')};`,
    '',
  ].join('\n');
};

/** Ajv writes its helpers as calls of `require`, in ES modules too. */
const lengthHelper = 'require("ajv/dist/runtime/ucs2length")';
const lengthImport = "import ucs2length from 'ajv/dist/runtime/ucs2length.js';";

/** What describes and does not validate would be a part of the code, and change it. */
const texts = ['$schema', 'title', 'description', 'default', 'x-flag', 'x-unit', 'x-path'];
/** Their fields are names of ours, not keywords. */
const tables = ['properties', '$defs'];

const withoutTexts = (node: unknown, isTable = false): unknown => {
  if (Array.isArray(node)) return node.map((item) => withoutTexts(item));
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => isTable || !texts.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, withoutTexts(value, !isTable && tables.includes(name))]),
  );
};
