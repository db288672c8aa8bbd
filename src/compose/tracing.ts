import type { Config } from '../config/config.ts';
import type { Outputs } from '../outputs/output.ts';
import type { SourceFetcher } from '../source/fetch-source.ts';
import type { Log } from '../telemetry/log.ts';
import type { Tracing } from '../telemetry/tracing.ts';

/** Traces are sent where an address is set. The packages for it are loaded only then. */
export const openTracing = async (
  settings: Config['tracing'],
  log: Log,
): Promise<Tracing | undefined> => {
  if (settings.address === '') return undefined;
  const { createTracing } = await import('../telemetry/otel-tracing.ts');
  return createTracing({
    ...settings,
    onChange: (problem) => {
      if (problem === undefined) log.info('traces are sent again');
      else log.warn({ problem: String(problem) }, 'traces cannot be sent');
    },
  });
};

export const tracedSources = (sources: SourceFetcher, tracing?: Tracing): SourceFetcher =>
  tracing === undefined
    ? sources
    : { open: (...asked) => tracing.span('source open', () => sources.open(...asked)) };

export const tracedOutputs = (outputs: Outputs, tracing?: Tracing): Outputs => {
  if (tracing === undefined) return outputs;
  const { span } = tracing;
  return {
    ...outputs,
    open: (id) => span('outputs open', () => outputs.open(id)),
    openResult: (...asked) => span('outputs open', () => outputs.openResult(...asked)),
    findByCacheKey: (...asked) => span('outputs find', () => outputs.findByCacheKey(...asked)),
    draft: () => {
      const draft = outputs.draft();
      return {
        ...draft,
        addSource: (path) => span('outputs add source', () => draft.addSource(path)),
        publish: (made) => span('outputs publish', () => draft.publish(made)),
      };
    },
    draftResult: (...asked) => {
      const draft = outputs.draftResult(...asked);
      return {
        ...draft,
        publish: (...made) => span('outputs publish', () => draft.publish(...made)),
      };
    },
  };
};
