import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../src/errors.ts';
import { errorAnswers } from '../../src/http/status.ts';
import { endpointRows } from './endpoint-rows.ts';
import { causes } from './failures.ts';
import { code, tableOf } from './markdown.ts';
import { schemaRows } from './schema-rows.ts';
import { firstSettingsTable, settingsTables } from './settings-tables.ts';

const schemaOf = (path: string): object =>
  JSON.parse(readFileSync(new URL(`../../schemas/${path}`, import.meta.url), 'utf8')) as object;

/** Fields of a definition in a schema: name, form, description. */
const fieldsTable = (path: string, pointer: string): string =>
  tableOf(['field', 'form', 'meaning'], schemaRows(schemaOf(path), pointer));

const endpointsTable = (): string =>
  tableOf(['request', 'what it does', 'answers'], endpointRows());

const errorsTable = (): string => {
  const codes = Object.keys(errorAnswers) as ErrorCode[];
  const rows = codes
    .toSorted((one, other) => errorAnswers[one].status - errorAnswers[other].status)
    .map((name) => {
      const { status, error } = errorAnswers[name];
      return [String(status), code(error), causes[name]];
    });
  return tableOf(['status', 'error', 'when'], rows);
};

/** What the pages of `docs/` hold between the marks of generated parts, by name. */
export const blocks: ReadonlyMap<string, () => string> = new Map([
  ['first-settings', firstSettingsTable],
  ['settings', settingsTables],
  ['encoder-fields', () => fieldsTable('config.json', '/$defs/encoder')],
  ['decoder-fields', () => fieldsTable('config.json', '/$defs/decoder')],
  ['named-store-fields', () => fieldsTable('config.json', '/$defs/store')],
  ['operation-fields', () => fieldsTable('requests/operation.json', '')],
  ['endpoints', endpointsTable],
  ['errors', errorsTable],
]);
