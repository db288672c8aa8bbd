import { createMetrics, type MetricDescription } from '../../../src/telemetry/metrics.ts';

/**
 * What an expression of Prometheus says about metrics of the service that is not so, one sentence each. `addedLabels`
 * are those that a scrape adds.
 */
export const wrongWordsOf = (
  expression: string,
  metrics: ReadonlyMap<string, MetricDescription>,
  addedLabels: readonly string[] = ['instance'],
): readonly string[] =>
  [...expression.matchAll(/\b(shrinkd_\w+)(?:\{([^}]*)\})?/g)].flatMap(
    ([, name = '', matchers = '']) => {
      const metric = metrics.get(name);
      if (metric === undefined) return [`there is no metric ${name}`];
      const labels = [...matchers.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label);
      return labels
        .filter((label) => !addedLabels.includes(label) && !metric.labels.includes(label))
        .map((label) => `${name} has no label ${label}`);
    },
  );

/** Metrics by the names that expressions use: those of a histogram are of its buckets, sum and count. */
export const expressionNames = (
  metrics: readonly MetricDescription[],
): ReadonlyMap<string, MetricDescription> =>
  new Map(
    metrics.flatMap((metric) =>
      (metric.type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map(
        (suffix) => [`${metric.name}${suffix}`, metric] as const,
      ),
    ),
  );

/** Every metric of the service, gauges too. */
export const listedMetrics = (): readonly MetricDescription[] => {
  const metrics = createMetrics();
  const none = (): number => 0;
  metrics.observe({
    ...{ jobs: none, permitsHeld: none, permitSlots: none, permitsWaiting: none },
    ...{ outputBytes: none, outputEntries: none, storagePuts: none, isOverloaded: () => false },
  });
  return metrics.list();
};
