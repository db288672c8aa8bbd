import { readFileSync } from 'node:fs';
import { helpOf, overview } from '../../src/cli/help.ts';
import { optionRows } from '../../src/delivery/read-options.ts';
import type { ErrorCode } from '../../src/errors.ts';
import { errorAnswers } from '../../src/http/status.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { endpointRows } from './endpoint-rows.ts';
import { code, codeBlock, prose, tableOf } from './markdown.ts';
import { schemaRows } from './schema-rows.ts';
import { derivedTable, firstSettingsTable, settingsTable } from './settings-tables.ts';

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
      const { status, error, when } = errorAnswers[name];
      return [String(status), code(error), when];
    });
  return tableOf(['status', 'error', 'when'], rows);
};

const metricsTable = (): string => {
  const metrics = createMetrics();
  const zero = (): number => 0;
  metrics.observe({
    jobs: zero,
    permitsHeld: zero,
    permitSlots: zero,
    permitsWaiting: zero,
    isOverloaded: () => false,
    outputBytes: zero,
    outputEntries: zero,
    storagePuts: zero,
  });
  return tableOf(
    ['metric', 'type', 'labels', 'meaning'],
    metrics
      .list()
      // Those of the process itself are described where they come from (prom-client, default metrics).
      .filter(({ name }) => !/^shrinkd_(process|nodejs)_/.test(name))
      .map(({ name, type, labels, help }) => [
        code(name),
        type,
        labels.map(code).join(', '),
        prose(help),
      ]),
  );
};

const deliveryOptionsTable = (): string =>
  tableOf(
    ['option', 'arguments', 'what it sets'],
    optionRows.map(({ names, args, sets }) => [names.map(code).join(', '), code(args), sets]),
  );

/** What the pages of `docs/` hold between the marks of generated parts, by name. */
export const blocks: ReadonlyMap<string, () => string> = new Map([
  ['first-settings', firstSettingsTable],
  ['settings', settingsTable],
  ['derived-values', derivedTable],
  ['encoder-fields', () => fieldsTable('config.json', '/$defs/encoder')],
  ['decoder-fields', () => fieldsTable('config.json', '/$defs/decoder')],
  ['named-store-fields', () => fieldsTable('config.json', '/$defs/store')],
  ['operation-fields', () => fieldsTable('requests/operation.json', '')],
  ['endpoints', endpointsTable],
  ['errors', errorsTable],
  ['metrics', metricsTable],
  ['delivery-options', deliveryOptionsTable],
  ['command-line', () => codeBlock(overview)],
  ['compare-help', () => codeBlock(helpOf('compare'))],
  ['compress-help', () => codeBlock(helpOf('compress'))],
  ['sweep-help', () => codeBlock(helpOf('sweep'))],
]);
