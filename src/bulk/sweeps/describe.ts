import { type FailedObject, isUnderWay, lookedAt, type Sweep } from './ledger.ts';

/** A sweep as people see it. */
export type DescribedSweep = ReturnType<typeof describeSweep>;

/** A sweep as the API tells it. `now`: milliseconds since 1970. */
export const describeSweep = (
  sweep: Sweep & Readonly<{ failures?: readonly FailedObject[] }>,
  now: number,
) => {
  const { id, kind, undoes, status, reason, detail, account, wishes, startedAt, endedAt } = sweep;
  const { total, counts, before, after, estimate, failures, since } = sweep;
  const lookedAtNow = lookedAt(sweep);
  const seconds = (now - since.at) / 1000;
  const isTimed = status === 'running' && seconds > 0;
  const rate = isTimed ? (lookedAtNow - since.objects) / seconds : null;
  const left = total === null ? null : Math.max(0, total - lookedAtNow);
  return {
    ...{ id, kind, undoes: undoes ?? null, status, reason, detail, account, request: wishes },
    ...{ startedAt, endedAt },
    objects: { total: isUnderWay(sweep) ? total : lookedAtNow, lookedAt: lookedAtNow, ...counts },
    bytes: { before, after, saved: before - after },
    objectsPerSecond: rate === null ? null : Number(rate.toFixed(2)),
    secondsLeft: rate === null || rate === 0 || left === null ? null : Math.round(left / rate),
    estimate: estimate && { ...estimate, saved: Math.round(estimate.saved) },
    ...(failures !== undefined && { failures }),
  };
};
