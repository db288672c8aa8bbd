import { Registry, collectDefaultMetrics } from 'prom-client';
import { version } from '../version.ts';
import { createInstruments, type Instruments } from './instruments.ts';
import { deliveryMetrics, qualityMetrics, sweepMetrics } from './picture-metrics.ts';

const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export type Metrics = ReturnType<typeof createMetrics>;

/** Values that are read at each scrape. */
export type GaugeReaders = Readonly<{ isOverloaded: () => boolean }> &
  Readonly<Record<NumberName, () => number>>;

type NumberName =
  | ('jobs' | 'permitsHeld' | 'permitSlots' | 'permitsWaiting')
  | ('outputBytes' | 'outputEntries' | 'storagePuts');

export type MetricDescription = ReturnType<Metrics['list']>[number];

/** Prometheus metrics in a registry of their own. */
export const createMetrics = () => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'shrinkd_' });
  const instruments = createInstruments(registry);
  const { counter, histogram, gauge } = instruments;
  gauge('shrinkd_build_info', 'Always 1. The label is the version of the service.', () => 1, {
    version,
  });
  const requests = histogram(
    'shrinkd_http_request_duration_seconds',
    'Time from a request to the end of its answer. 503 is load; 500 is a fault of the service, in the log by request id.',
    durationBuckets,
    ['route', 'method', 'status'],
  );
  const toolTime = histogram(
    'shrinkd_tool_duration_seconds',
    'Time of tool runs, by tool and how they ended. signalled, deadline, lost and not_started are failures.',
    durationBuckets,
    ['tool', 'how'],
  );
  const queueWait = histogram(
    'shrinkd_queue_wait_seconds',
    'Time that tool runs waited for a permit. It grows when more CPUs are needed.',
    durationBuckets,
  );
  const imageBytes = counter(
    'shrinkd_image_bytes_total',
    'Bytes of images received, sent and saved (direction in, out, saved).',
    ['type', 'direction'],
  );
  const quality = qualityMetrics(instruments);
  const cacheLookups = counter(
    'shrinkd_cache_lookups_total',
    'Look-ups of work: found in the cache (hit), found under way (shared), or begun (miss).',
    ['result'],
  );
  let [lookups, hits] = [0, 0];
  const evictions = counter(
    'shrinkd_evictions_total',
    'Outputs removed for space (space) or because they expired (expired). Raise outputs.maxBytes where many go for space.',
    ['reason'],
  );
  const evictedBytes = counter(
    'shrinkd_evicted_bytes_total',
    'Bytes of removed outputs, by the reason of the removal.',
    ['reason'],
  );
  const storagePuts = histogram(
    'shrinkd_storage_put_duration_seconds',
    'Time to store an image, all attempts together, by service and outcome.',
    durationBuckets,
    ['service', 'outcome'],
  );
  const state = stateMetrics(instruments);
  const bucketCalls = histogram(
    'shrinkd_bucket_call_duration_seconds',
    'Time to put, read (a record) or fetch (a picture) one object of outputs, all attempts together, by outcome: done, missing, failed, or aborted with its request.',
    durationBuckets.slice(0, -1),
    ['operation', 'outcome'],
  );
  const connections = connectionMetrics(instruments);
  return {
    /** The text in Prometheus' format, and its media type. */
    expose: async () => ({ body: await registry.metrics(), contentType: registry.contentType }),
    request: (route: string, method: string, status: number, seconds: number): void =>
      requests.observe({ route, method, status }, seconds),
    toolRun: (
      run: Readonly<{ tool: string; how: string; waitMs: number; wallMs: number }>,
    ): void => {
      toolTime.observe({ tool: run.tool, how: run.how }, run.wallMs / 1000);
      queueWait.observe(run.waitMs / 1000);
    },
    image: (type: string, bytesIn: number, bytesOut: number): void => {
      imageBytes.inc({ type, direction: 'in' }, bytesIn);
      imageBytes.inc({ type, direction: 'out' }, bytesOut);
      // A picture that is delivered in another type may have more bytes than its source, and counters only grow.
      imageBytes.inc({ type, direction: 'saved' }, Math.max(0, bytesIn - bytesOut));
    },
    quality,
    cacheLookup: (result: 'hit' | 'shared' | 'miss'): void => {
      cacheLookups.inc({ result });
      lookups += 1;
      if (result === 'hit') hits += 1;
    },
    /** Share of look-ups that found a result, 0 to 1; undefined before the first. */
    hitShare: (): number | undefined => (lookups === 0 ? undefined : hits / lookups),
    eviction: (bytes: number, reason: 'space' | 'expired'): void => {
      evictions.inc({ reason });
      evictedBytes.inc({ reason }, bytes);
    },
    storagePut: ({ service, outcome, ms }: Timed<'service'>): void =>
      storagePuts.observe({ service, outcome }, ms / 1000),
    state,
    bucketCall: ({ operation, outcome, ms }: Timed<'operation'>): void =>
      bucketCalls.observe({ operation, outcome }, ms / 1000),
    connections,
    delivery: deliveryMetrics(instruments),
    sweep: sweepMetrics(instruments),
    /** Every metric, in the order of the registry. */
    list: () =>
      registry.getMetricsAsArray().map((metric) => ({
        name: metric.name,
        type: String(metric.type),
        labels: 'labelNames' in metric ? (metric.labelNames as string[]) : [],
        help: metric.help,
      })),
    /** Registers the gauges. */
    observe: (readers: GaugeReaders): void => {
      gauge('shrinkd_jobs', 'Jobs that run or wait.', readers.jobs);
      gauge('shrinkd_permits_held', 'Tools that run now.', readers.permitsHeld);
      gauge('shrinkd_permit_slots', 'Tools that may run at once.', readers.permitSlots);
      gauge('shrinkd_queue_length', 'Tool runs waiting for a permit.', readers.permitsWaiting);
      gauge(
        'shrinkd_overloaded',
        '1 while jobs are refused because more arrive than can be completed, else 0. The log line overload names the account.',
        () => Number(readers.isOverloaded()),
      );
      gauge('shrinkd_output_bytes', 'Disk space of outputs, in bytes.', readers.outputBytes);
      gauge('shrinkd_storage_puts', 'Images being stored.', readers.storagePuts);
      gauge('shrinkd_outputs', 'Outputs kept.', readers.outputEntries);
    },
  };
};

type Timed<Label extends string> = Readonly<Record<Label | 'outcome', string> & { ms: number }>;

/** Metrics of the state that nodes share. */
const stateMetrics = ({ counter, histogram, gauge }: Instruments) => {
  const calls = histogram(
    'shrinkd_state_call_duration_seconds',
    'Time of calls to Redis, by outcome: answered, refused by Redis, late (state.redis.deadlineSeconds), or cut with the connection.',
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    ['outcome'],
  );
  const uncertain = counter(
    'shrinkd_counts_uncertain_total',
    'Compressions of refused requests that may be counted, since Redis was away for an hour. The log has account and number.',
  );
  const readers = { refunds: () => 0, silentMs: () => 0, nodes: () => 1 };
  gauge(
    'shrinkd_refunds_pending',
    'Refused requests whose count is still to be taken back. It is 0 while Redis answers.',
    () => readers.refunds(),
  );
  gauge(
    'shrinkd_state_silent_seconds',
    'Time since Redis has last answered. From 3 on the node is not ready. 0 with files.',
    () => readers.silentMs() / 1000,
  );
  gauge('shrinkd_nodes', 'Nodes that share the state.', () => readers.nodes());
  return {
    call: (outcome: 'answered' | 'refused' | 'late' | 'cut', ms: number): void =>
      calls.observe({ outcome }, ms / 1000),
    /** Counts compressions of refused requests that may be counted. */
    uncertain: (compressions: number): void => uncertain.inc(compressions),
    observe: (given: typeof readers): void => void Object.assign(readers, given),
  };
};

/** Metrics of the connections of clients. */
const connectionMetrics = ({ counter, gauge }: Instruments) => {
  const refused = counter(
    'shrinkd_addresses_refused_total',
    'Times that an address reached limits.connectionsPerAddress and had further connections closed.',
  );
  let expiresAtMs = 0;
  gauge(
    'shrinkd_certificate_expires_timestamp_seconds',
    'Unix time at which the TLS certificate in use expires. 0 where a proxy terminates TLS.',
    () => expiresAtMs / 1000,
  );
  return {
    /** Counts an address that has reached its limit of connections. */
    refused: (): void => refused.inc(),
    /** Notes the end of the certificate that new connections get from now on. */
    certificate: (expiresAt: Date): void => void (expiresAtMs = expiresAt.getTime()),
  };
};
