import type { Outputs } from '../outputs/output.ts';
import type { AccountLoads } from '../queue/account-loads.ts';
import type { JobQueue } from '../queue/admission.ts';
import type { Permits } from '../queue/permits.ts';
import type { PutReport, Storage } from '../storage/storage.ts';
import type { Log } from '../telemetry/log.ts';
import type { GaugeReaders, Metrics } from '../telemetry/metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { ToolRun } from '../tools/tool-runner.ts';

/** What parts report is logged, measured and traced here. */
export const createObservers = ({
  log,
  metrics,
  tracing,
}: Readonly<{ log: Log; metrics: Metrics; tracing: Tracing | undefined }>) => ({
  toolRun: (run: ToolRun): void => {
    metrics.toolRun(run);
    log.info(run, 'tool');
    if (tracing !== undefined) traceTool(tracing, run);
  },
  storagePut: (put: PutReport): void => {
    const { service, outcome, ms, attempts } = put;
    metrics.storagePut(put);
    log[outcome === 'failed' ? 'warn' : 'info'](put, 'storage');
    tracing?.record({
      name: 'store',
      ms,
      attributes: { service, outcome, attempts },
      isFailure: outcome !== 'stored',
    });
  },
  bucketCall: (call: Parameters<Metrics['bucketCall']>[0]): void => {
    const { operation, outcome, ms } = call;
    metrics.bucketCall(call);
    const isFailure = outcome === 'failed';
    tracing?.record({ name: `bucket ${operation}`, ms, attributes: { outcome }, isFailure });
  },
  state: {
    ...metrics.state,
    call: (...[outcome, ms]: Parameters<Metrics['state']['call']>): void => {
      metrics.state.call(outcome, ms);
      const attributes = { 'db.system.name': 'redis', outcome };
      tracing?.record({ name: 'redis', ms, attributes, isFailure: outcome !== 'answered' });
    },
  },
});

/** What the gauges read of the parts. */
export const readingsOf = ({
  queue,
  permits,
  loads,
  outputs,
  storage,
}: Readonly<{
  queue: Pick<JobQueue, 'size'>;
  permits: Pick<Permits, 'held' | 'slots' | 'waiting'>;
  loads: Pick<AccountLoads, 'isOverloaded'>;
  outputs: Pick<Outputs, 'stats'>;
  storage: Pick<Storage, 'underWay'>;
}>): GaugeReaders => ({
  jobs: queue.size,
  permitsHeld: permits.held,
  permitSlots: () => permits.slots,
  permitsWaiting: permits.waiting,
  isOverloaded: loads.isOverloaded,
  outputBytes: () => outputs.stats().bytes,
  outputEntries: () => outputs.stats().entries,
  storagePuts: storage.underWay,
});

/** Others are `exceeded`, which the tool runner judges, and `cancelled`, as the losers of a race. */
const failures: readonly string[] = ['signalled', 'deadline', 'lost', 'not_started'];

/** A wait that is shorter has no span, since most runs do not wait. */
const shortestWaitMs = 1;

const traceTool = (tracing: Tracing, run: ToolRun): void => {
  const { tool, how, wallMs, waitMs, bytesIn, bytesOut } = run;
  if (waitMs >= shortestWaitMs) tracing.record({ name: 'queue', ms: waitMs, endedMsAgo: wallMs });
  tracing.record({
    name: `tool ${tool}`,
    ms: wallMs,
    attributes: { how, bytesIn, bytesOut },
    isFailure: failures.includes(how),
  });
};
