import { Counter, type Registry } from 'prom-client';

/** Notes what happened to one object of a sweep. */
export type SweepMetrics = (
  result: Readonly<{ happened: string; before: number; after: number }>,
) => void;

export const createSweepMetrics = (registry: Registry): SweepMetrics => {
  const registers = [registry];
  const objects = new Counter({
    name: 'shrinkd_sweep_objects_total',
    help: 'Objects of buckets that sweeps on this node have looked at: compressed; done by an earlier sweep (done); left as they are (left); failed; given back by an undo (restored).',
    labelNames: ['happened'],
    registers,
  });
  const saved = new Counter({
    name: 'shrinkd_sweep_saved_bytes_total',
    help: 'Bytes that objects have lost to sweeps on this node.',
    registers,
  });
  return ({ happened, before, after }) => {
    // A dry run is no object.
    if (happened === 'estimated') return;
    objects.inc({ happened });
    if (happened === 'compressed') saved.inc(Math.max(0, before - after));
  };
};
