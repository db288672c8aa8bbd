import { Counter, Histogram, type Registry } from 'prom-client';
import { addGauge } from './gauge.ts';

/** Metrics of the state that nodes share. */
export type StateMetrics = Readonly<{
  call: (outcome: 'answered' | 'refused' | 'late' | 'cut', ms: number) => void;
  /** Counts compressions of refused requests that may be counted. */
  uncertain: (compressions: number) => void;
  observe: (
    readers: Readonly<{ refunds: () => number; silentMs: () => number; nodes: () => number }>,
  ) => void;
}>;

export const createStateMetrics = (registry: Registry): StateMetrics => {
  const registers = [registry];
  const calls = new Histogram({
    name: 'shrinkd_state_call_duration_seconds',
    help: 'Time of calls to Redis, by outcome: answered, refused by Redis, late (state.redis.deadlineSeconds), or cut with the connection.',
    labelNames: ['outcome'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers,
  });
  const uncertain = new Counter({
    name: 'shrinkd_counts_uncertain_total',
    help: 'Compressions of refused requests that may be counted, since Redis was away for an hour. The log has account and number.',
    registers,
  });
  const readers = {
    refunds: () => 0,
    silentMs: () => 0,
    nodes: () => 1,
  };
  addGauge(
    registry,
    'shrinkd_refunds_pending',
    'Refused requests whose count is still to be taken back. It is 0 while Redis answers.',
    () => readers.refunds(),
  );
  addGauge(
    registry,
    'shrinkd_state_silent_seconds',
    'Time since Redis has last answered. From 3 on the node is not ready. 0 with files.',
    () => readers.silentMs() / 1000,
  );
  addGauge(registry, 'shrinkd_nodes', 'Nodes that share the state.', () => readers.nodes());
  return {
    call: (outcome, ms) => calls.observe({ outcome }, ms / 1000),
    uncertain: (compressions) => uncertain.inc(compressions),
    observe: (given) => void Object.assign(readers, given),
  };
};
