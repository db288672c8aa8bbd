type Flight<T> = {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
};

/** Runs equal work once for all callers that ask for it at the same time. */
export const createSingleFlight = <T>() => {
  const underWay = new Map<string, Flight<T>>();

  const begin = (key: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> => {
    const controller = new AbortController();
    const result = start(controller.signal).finally(() => {
      if (underWay.get(key)?.controller === controller) underWay.delete(key);
    });
    // All callers may have aborted by the time it fails.
    result.catch(() => undefined);
    const flight = { result, controller, callers: 0 };
    underWay.set(key, flight);
    return flight;
  };

  /**
   * Joins the work under way for `key`, or starts it. Rejects with the signal's reason when `signal`
   * aborts. The work itself is aborted when all its callers have aborted.
   */
  const run = async (
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    signal.throwIfAborted();
    const flight = underWay.get(key) ?? begin(key, start);
    flight.callers += 1;
    const aborted = Promise.withResolvers<never>();
    const onAbort = (): void => aborted.reject(signal.reason);
    signal.addEventListener('abort', onAbort);
    try {
      return await Promise.race([flight.result, aborted.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
      flight.callers -= 1;
      if (flight.callers === 0 && underWay.get(key) === flight) {
        // No caller may join work that is being aborted.
        underWay.delete(key);
        flight.controller.abort(signal.reason);
      }
    }
  };
  return {
    run,
    /** Whether work for `key` is under way. */
    isUnderWay: (key: string) => underWay.has(key),
  };
};

export type SingleFlight<T> = ReturnType<typeof createSingleFlight<T>>;
