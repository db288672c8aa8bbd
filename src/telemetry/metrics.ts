import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { type BucketMetrics, createBucketMetrics } from './bucket-metrics.ts';
import { type ConnectionMetrics, createConnectionMetrics } from './connection-metrics.ts';
import { createDeliveryMetrics, type DeliveryMetrics } from './delivery-metrics.ts';
import { addGauge } from './gauge.ts';
import { createQualityMetrics, type QualityMetrics } from './quality-metrics.ts';
import { version } from '../version.ts';
import { createStateMetrics, type StateMetrics } from './state-metrics.ts';
import { createSweepMetrics, type SweepMetrics } from './sweep-metrics.ts';

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Values that are read at each scrape. */
export type GaugeReaders = Readonly<{
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
  /** The text in Prometheus' format, and its media type. */
  expose: () => Promise<Readonly<{ body: string; contentType: string }>>;
  request: (route: string, method: string, status: number, seconds: number) => void;
  toolRun: (run: Readonly<{ tool: string; how: string; waitMs: number; wallMs: number }>) => void;
  image: (mediaType: string, bytesIn: number, bytesOut: number) => void;
  quality: QualityMetrics;
  cacheLookup: (result: 'hit' | 'shared' | 'miss') => void;
  eviction: (bytes: number, reason: 'space' | 'expired') => void;
  storagePut: (put: Readonly<{ service: string; outcome: string; ms: number }>) => void;
  state: StateMetrics;
  bucketCall: BucketMetrics;
  connections: ConnectionMetrics;
  delivery: DeliveryMetrics;
  sweep: SweepMetrics;
  /** Every metric, in the order of the registry. */
  list: () => readonly MetricDescription[];
  /** Registers the gauges, which are read at each scrape. */
  observe: (readings: GaugeReaders) => void;
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
  const build = new Gauge({
    name: 'shrinkd_build_info',
    help: 'Always 1. The label is the version of the service.',
    labelNames: ['version'],
    registers,
  });
  build.set({ version }, 1);
  const requests = new Histogram({
    name: 'shrinkd_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer. 503 is load; 500 is a fault of the service, in the log by request id.',
    labelNames: ['route', 'method', 'status'],
    buckets: durationBuckets,
    registers,
  });
  const toolTime = new Histogram({
    name: 'shrinkd_tool_duration_seconds',
    help: 'Time of tool runs, by tool and how they ended. signalled, deadline, lost and not_started are failures.',
    labelNames: ['tool', 'how'],
    buckets: durationBuckets,
    registers,
  });
  const queueWait = new Histogram({
    name: 'shrinkd_queue_wait_seconds',
    help: 'Time that tool runs waited for a permit. It grows when more CPUs are needed.',
    buckets: durationBuckets,
    registers,
  });
  const imageBytes = new Counter({
    name: 'shrinkd_image_bytes_total',
    help: 'Bytes of images received, sent and saved (direction in, out, saved).',
    labelNames: ['type', 'direction'],
    registers,
  });
  const quality = createQualityMetrics(registry);
  const cacheLookups = new Counter({
    name: 'shrinkd_cache_lookups_total',
    help: 'Look-ups of work: found in the cache (hit), found under way (shared), or begun (miss).',
    labelNames: ['result'],
    registers,
  });
  const evictions = new Counter({
    name: 'shrinkd_evictions_total',
    help: 'Outputs removed for space (space) or because they expired (expired). Raise outputs.maxBytes where many go for space.',
    labelNames: ['reason'],
    registers,
  });
  const evictedBytes = new Counter({
    name: 'shrinkd_evicted_bytes_total',
    help: 'Bytes of removed outputs, by the reason of the removal.',
    labelNames: ['reason'],
    registers,
  });
  const storagePuts = new Histogram({
    name: 'shrinkd_storage_put_duration_seconds',
    help: 'Time to store an image, all attempts together, by service and outcome.',
    labelNames: ['service', 'outcome'],
    buckets: durationBuckets,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number): void =>
    addGauge(registry, name, help, read);

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
      // A picture that is delivered in another type may have more bytes than its source, and counters only grow.
      imageBytes.inc({ type, direction: 'saved' }, Math.max(0, bytesIn - bytesOut));
    },
    quality,
    cacheLookup: (result) => cacheLookups.inc({ result }),
    eviction: (bytes, reason) => {
      evictions.inc({ reason });
      evictedBytes.inc({ reason }, bytes);
    },
    storagePut: ({ service, outcome, ms }) => storagePuts.observe({ service, outcome }, ms / 1000),
    state: createStateMetrics(registry),
    bucketCall: createBucketMetrics(registry),
    connections: createConnectionMetrics(registry),
    delivery: createDeliveryMetrics(registry),
    sweep: createSweepMetrics(registry),
    list: () =>
      registry.getMetricsAsArray().map((metric) => ({
        name: metric.name,
        type: String(metric.type),
        labels: 'labelNames' in metric ? (metric.labelNames as string[]) : [],
        help: metric.help,
      })),
    observe: (readings) => {
      gauge('shrinkd_jobs', 'Jobs that run or wait.', readings.jobs);
      gauge('shrinkd_permits_held', 'Tools that run now.', readings.permitsHeld);
      gauge('shrinkd_permit_slots', 'Tools that may run at once.', readings.permitSlots);
      gauge('shrinkd_queue_length', 'Tool runs waiting for a permit.', readings.permitsWaiting);
      gauge(
        'shrinkd_overloaded',
        '1 while jobs are refused because more arrive than can be completed, else 0. The log line overload names the account.',
        () => Number(readings.isOverloaded()),
      );
      gauge('shrinkd_output_bytes', 'Disk space of outputs, in bytes.', readings.outputBytes);
      gauge('shrinkd_storage_puts', 'Images being stored.', readings.storagePuts);
      gauge('shrinkd_outputs', 'Outputs kept.', readings.outputEntries);
    },
  };
};
