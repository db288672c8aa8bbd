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
