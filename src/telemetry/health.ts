/** How this node is, for the administrators' page. The numbers are those of the metrics. */
export type Health = Readonly<{
  queue: Readonly<{
    jobs: number;
    /** Tool runs that wait for a permit. */
    waiting: number;
    permitsHeld: number;
    permitSlots: number;
    isOverloaded: boolean;
  }>;
  cache: Readonly<{
    bytes: number;
    maxBytes: number;
    entries: number;
    /** Share of look-ups that found a result, 0 to 1; undefined before the first. */
    hitShare: number | undefined;
  }>;
  /** Free space of the data folder. */
  freeBytes: number;
  sandbox: string;
  /** Of the service. */
  version: string;
  /** Undefined where a proxy has the certificate. */
  certificate: Readonly<{ validUntil: Date; isSelfSigned: boolean }> | undefined;
  /** As they were checked at the start. */
  tools: readonly Readonly<{
    name: string;
    path: string | undefined;
    version: string;
    works: boolean;
    /** Why it does not work, and how to fix that. */
    problem?: string | undefined;
  }>[];
}>;

type Report = (result: 'hit' | 'shared' | 'miss') => void;

export type HitShare = ReturnType<typeof createHitShare>;

/** Counts look-ups of the cache. Each is passed on to `report` too. */
export const createHitShare = (report: Report) => {
  let [lookups, hits] = [0, 0];
  return {
    count: (result: Parameters<Report>[0]): void => {
      report(result);
      lookups += 1;
      if (result === 'hit') hits += 1;
    },
    /** Share of look-ups that found a result, 0 to 1; undefined before the first. */
    value: (): number | undefined => (lookups === 0 ? undefined : hits / lookups),
  };
};
