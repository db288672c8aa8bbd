import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** What is read at each scrape, from the parts that know it. */
export type Readings = Readonly<{
  jobs: () => number;
  permitsHeld: () => number;
  permitSlots: () => number;
  permitsWaiting: () => number;
  isOverloaded: () => boolean;
  outputBytes: () => number;
  outputEntries: () => number;
  storagePuts: () => number;
}>;

export type Metrics = Readonly<{
  /** The text that Prometheus reads, and its media type. */
  expose: () => Promise<Readonly<{ body: string; contentType: string }>>;
  request: (route: string, method: string, status: number, seconds: number) => void;
  toolRun: (run: Readonly<{ tool: string; how: string; waitMs: number; wallMs: number }>) => void;
  image: (mediaType: string, bytesIn: number, bytesOut: number) => void;
  /** How the quality of one result was chosen: settings tried, why no more or none were, and its score. */
  quality: (
    choice: Readonly<{
      mediaType: string;
      trials: number;
      stops: readonly string[];
      fallback: string | null;
      score: number | null;
    }>,
  ) => void;
  cacheLookup: (result: 'hit' | 'shared' | 'miss') => void;
  eviction: (bytes: number, reason: 'space' | 'expired') => void;
  storagePut: (put: Readonly<{ service: string; outcome: string; ms: number }>) => void;
  /** An address has reached its number of connections. */
  connectionRefused: () => void;
  /** Every metric, in the order of the registry. */
  list: () => readonly MetricDescription[];
  /** Connects the gauges to the parts they read. */
  observe: (readings: Readings) => void;
}>;

export type MetricDescription = Readonly<{
  name: string;
  type: string;
  labels: readonly string[];
  help: string;
}>;

/** Prometheus metrics in a registry of their own. */
export const createMetrics = (): Metrics => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'shrinkd_' });
  const requests = new Histogram({
    name: 'shrinkd_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const toolTime = new Histogram({
    name: 'shrinkd_tool_duration_seconds',
    help: 'Time of tool runs by tool and how they ended.',
    labelNames: ['tool', 'how'],
    buckets: durationBuckets,
    registers,
  });
  const queueWait = new Histogram({
    name: 'shrinkd_queue_wait_seconds',
    help: 'Time that tool runs waited for a permit.',
    buckets: durationBuckets,
    registers,
  });
  const imageBytes = new Counter({
    name: 'shrinkd_image_bytes_total',
    help: 'Bytes of images taken in, given out, and saved.',
    labelNames: ['type', 'direction'],
    registers,
  });
  const trials = new Counter({
    name: 'shrinkd_quality_trials_total',
    help: 'Settings tried to choose quality per image.',
    registers,
  });
  const probes = new Counter({
    name: 'shrinkd_quality_probes_total',
    help: 'Older name of shrinkd_quality_trials_total, to be removed after one release.',
    registers,
  });
  const fallbacks = new Counter({
    name: 'shrinkd_quality_fallbacks_total',
    help: 'Images with fixed settings because others waited (pressure), nothing could be measured (unmeasured), or they are too small (small).',
    labelNames: ['reason'],
    registers,
  });
  const stops = new Counter({
    name: 'shrinkd_quality_stops_total',
    help: 'Searches for a setting ended early: their time was spent (budget), or others waited (pressure).',
    labelNames: ['reason'],
    registers,
  });
  const scores = new Histogram({
    name: 'shrinkd_quality_score',
    help: "Scores of results that were measured, on SSIMULACRA2's scale.",
    labelNames: ['type'],
    buckets: [50, 60, 65, 70, 74, 76, 78, 80, 82, 84, 86, 90, 95, 100],
    registers,
  });
  const cacheLookups = new Counter({
    name: 'shrinkd_cache_lookups_total',
    help: 'Work found done (hit), found under way (shared), or begun (miss).',
    labelNames: ['result'],
    registers,
  });
  const evictions = new Counter({
    name: 'shrinkd_evictions_total',
    help: 'Outputs removed for space or because they expired.',
    labelNames: ['reason'],
    registers,
  });
  const refusedAddresses = new Counter({
    name: 'shrinkd_addresses_refused_total',
    help: 'Times that an address reached its number of connections and had further ones closed.',
    registers,
  });
  const evictedBytes = new Counter({
    name: 'shrinkd_evicted_bytes_total',
    help: 'Bytes of outputs removed.',
    labelNames: ['reason'],
    registers,
  });
  const storagePuts = new Histogram({
    name: 'shrinkd_storage_put_duration_seconds',
    help: 'Time to store an image, all attempts together, by service and how it ended.',
    labelNames: ['service', 'outcome'],
    buckets: durationBuckets,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });

  return {
    expose: async () => ({ body: await registry.metrics(), contentType: registry.contentType }),
    request: (route, method, status, seconds) =>
      requests.observe({ route, method, status }, seconds),
    toolRun: ({ tool, how, waitMs, wallMs }) => {
      toolTime.observe({ tool, how }, wallMs / 1000);
      queueWait.observe(waitMs / 1000);
    },
    image: (type, bytesIn, bytesOut) => {
      imageBytes.inc({ type, direction: 'in' }, bytesIn);
      imageBytes.inc({ type, direction: 'out' }, bytesOut);
      imageBytes.inc({ type, direction: 'saved' }, bytesIn - bytesOut);
    },
    quality: ({ mediaType, trials: count, stops: stopped, fallback, score }) => {
      trials.inc(count);
      probes.inc(count);
      for (const reason of stopped) stops.inc({ reason });
      if (fallback !== null) fallbacks.inc({ reason: fallback });
      if (score !== null) scores.observe({ type: mediaType }, score);
    },
    cacheLookup: (result) => cacheLookups.inc({ result }),
    eviction: (bytes, reason) => {
      evictions.inc({ reason });
      evictedBytes.inc({ reason }, bytes);
    },
    storagePut: ({ service, outcome, ms }) => storagePuts.observe({ service, outcome }, ms / 1000),
    connectionRefused: () => refusedAddresses.inc(),
    list: () =>
      registry.getMetricsAsArray().map((metric) => ({
        name: metric.name,
        type: String(metric.type),
        labels: 'labelNames' in metric ? (metric.labelNames as string[]) : [],
        help: metric.help,
      })),
    observe: (readings) => {
      gauge('shrinkd_jobs', 'Jobs under way or waiting.', readings.jobs);
      gauge('shrinkd_permits_held', 'Tools running.', readings.permitsHeld);
      gauge('shrinkd_permit_slots', 'Tools that may run at once.', readings.permitSlots);
      gauge('shrinkd_queue_length', 'Tool runs waiting for a permit.', readings.permitsWaiting);
      gauge(
        'shrinkd_overloaded',
        'Whether jobs are refused since more come than can be done.',
        () => Number(readings.isOverloaded()),
      );
      gauge('shrinkd_output_bytes', 'Disk space of outputs.', readings.outputBytes);
      gauge('shrinkd_storage_puts', 'Images being stored.', readings.storagePuts);
      gauge('shrinkd_outputs', 'Outputs kept.', readings.outputEntries);
    },
  };
};
