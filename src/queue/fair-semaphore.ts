/** One of the semaphore's slots. The caller must release it. A second release does nothing. */
export type Permit = Readonly<{ release: () => void }>;

/** A request for a permit. Permits are granted to the keys in turn. */
type PermitRequest<T> = Readonly<{
  key: string;
  /** Passed to `choose` and `granted`. Must be a different object for each request. */
  item: T;
  signal: AbortSignal;
  /** Longest wait in milliseconds; without limit when undefined. */
  maxWaitMs?: number | undefined;
}>;

type FairSemaphoreOptions<T> = Readonly<{
  slots: number;
  /**
   * Further slots, for keys that hold no permit; 0 when absent. A key that holds all slots for long delays no other one
   * then, and loses none of them while it is alone.
   */
  spareSlots?: number;
  /**
   * Most slots of a key that may have so many alone: it gets one that is free while no key waits that has no such limit,
   * and no spare one. Undefined for a key without.
   */
  slotsOf?: (key: string) => number | undefined;
  /** The waiting item of a key that is next; the oldest one when absent. */
  choose?: (key: string) => T | undefined;
  /** Called just before the item's request gets its permit. */
  granted?: (item: T) => void;
  /** Called when the waiting items of a key have changed. */
  changed?: (key: string) => void;
  /** The error for a request that has waited too long. */
  timedOut: (item: T) => Error;
}>;

type Waiter<T> = Readonly<{ item: T; grant: () => void; reject: (error: Error) => void }>;

/** A counting semaphore that grants permits to the keys in turn, so that no key's backlog delays another key. */
export const createFairSemaphore = <T>(options: FairSemaphoreOptions<T>) => {
  const { slots, spareSlots = 0, slotsOf = () => undefined, timedOut } = options;
  const { choose = (key) => waitingOf(key)[0], granted, changed } = options;
  // Keys are served in insertion order. The key that was served last is at the end.
  const queues = new Map<string, readonly Waiter<T>[]>();
  const heldBy = new Map<string, number>();
  let held = 0;

  /** The waiting items of a key, oldest first. */
  const waitingOf = (key: string): readonly T[] => (queues.get(key) ?? []).map(({ item }) => item);

  const remove = (key: string, waiter: Waiter<T>): void => {
    const rest = (queues.get(key) ?? []).filter((other) => other !== waiter);
    if (rest.length > 0) queues.set(key, rest);
    else queues.delete(key);
    changed?.(key);
  };

  const moveToEnd = (key: string): void => {
    const queue = queues.get(key);
    queues.delete(key);
    if (queue !== undefined) queues.set(key, queue);
  };

  const waiterOf = (key: string, item: T | undefined): Waiter<T> | undefined =>
    queues.get(key)?.find((waiter) => waiter.item === item);

  const mayHold = (key: string): boolean =>
    held < slots || (held < slots + spareSlots && !heldBy.has(key));

  const mayHoldFree = (key: string): boolean =>
    held < slots && (heldBy.get(key) ?? 0) < (slotsOf(key) ?? 0);

  const nextKey = (): string | undefined => {
    const keys = [...queues.keys()];
    const others = keys.filter((key) => slotsOf(key) === undefined);
    return others.length > 0 ? others.find(mayHold) : keys.find(mayHoldFree);
  };

  const serve = (): void => {
    for (;;) {
      const key = nextKey();
      const waiter = key === undefined ? undefined : waiterOf(key, choose(key));
      if (key === undefined || waiter === undefined) return;
      granted?.(waiter.item);
      remove(key, waiter);
      moveToEnd(key);
      count(key, 1);
      waiter.grant();
    }
  };

  const count = (key: string, more: 1 | -1): void => {
    held += more;
    const own = (heldBy.get(key) ?? 0) + more;
    if (own > 0) heldBy.set(key, own);
    else heldBy.delete(key);
  };

  const permitOf = (key: string): Permit => {
    let isReleased = false;
    const release = (): void => {
      if (isReleased) return;
      isReleased = true;
      count(key, -1);
      serve();
    };
    return { release };
  };

  /**
   * Resolves with a permit when it is the request's turn.
   * @throws the error of `timedOut` after `maxWaitMs`; the error given to the function that `withdraw`
   * returned; the signal's reason when it aborts.
   */
  const acquire = async (request: PermitRequest<T>): Promise<Permit> => {
    const { key, item, signal, maxWaitMs } = request;
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const stopWaiting = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
    const waiter: Waiter<T> = {
      item,
      grant: () => {
        stopWaiting();
        resolve(permitOf(key));
      },
      reject: (error) => {
        stopWaiting();
        remove(key, waiter);
        reject(error);
      },
    };
    const onAbort = (): void => waiter.reject(asError(signal.reason));
    const onTimeout = (): void => waiter.reject(timedOut(item));
    const timer = maxWaitMs === undefined ? undefined : setTimeout(onTimeout, maxWaitMs);
    signal.addEventListener('abort', onAbort);
    queues.set(key, [...(queues.get(key) ?? []), waiter]);
    changed?.(key);
    serve();
    return promise;
  };

  /** Removes a waiting request from the queue, and returns the function that rejects it. */
  const withdraw = (key: string, item: T): ((error: Error) => void) => {
    const waiter = waiterOf(key, item);
    if (waiter === undefined) return () => undefined;
    remove(key, waiter);
    return waiter.reject;
  };

  return {
    acquire,
    withdraw,
    /** The keys of all waiting requests. */
    keys: (): readonly string[] => [...queues.keys()],
    waitingOf,
    waiting: (): number => [...queues.values()].reduce((sum, queue) => sum + queue.length, 0),
    held: (): number => held,
  };
};

export type FairSemaphore<T> = ReturnType<typeof createFairSemaphore<T>>;

const asError = (reason: unknown): Error =>
  reason instanceof Error ? reason : new Error(String(reason));
