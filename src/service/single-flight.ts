/** Runs equal work once for all who ask for it at the same time. */
export type SingleFlight<T> = Readonly<{
  /**
   * Joins the work under way for `identity`, or starts it. Rejects with the signal's reason when
   * `signal` aborts; the work itself is aborted when all who wait for it have left.
   */
  run: (
    identity: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
  ) => Promise<T>;
  /** Whether work for `identity` is under way. */
  isUnderWay: (identity: string) => boolean;
}>;

type Shared<T> = {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  askers: number;
};

export const createSingleFlight = <T>(): SingleFlight<T> => {
  const underWay = new Map<string, Shared<T>>();

  const begin = (identity: string, start: (signal: AbortSignal) => Promise<T>): Shared<T> => {
    const controller = new AbortController();
    const result = start(controller.signal).finally(() => {
      if (underWay.get(identity)?.controller === controller) underWay.delete(identity);
    });
    // All askers may have left by the time it fails.
    result.catch(() => undefined);
    const shared = { result, controller, askers: 0 };
    underWay.set(identity, shared);
    return shared;
  };

  const run: SingleFlight<T>['run'] = async (identity, signal, start) => {
    signal.throwIfAborted();
    const shared = underWay.get(identity) ?? begin(identity, start);
    shared.askers += 1;
    const left = Promise.withResolvers<never>();
    const onAbort = (): void => left.reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([shared.result, left.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      shared.askers -= 1;
      if (shared.askers === 0 && underWay.get(identity) === shared) {
        // Nobody may join work that is being given up.
        underWay.delete(identity);
        shared.controller.abort(signal.reason);
      }
    }
  };
  return { run, isUnderWay: (identity) => underWay.has(identity) };
};
