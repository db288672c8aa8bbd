/**
 * Counts requests of clients, of which each has a window of time that begins with its first request. A client is an
 * address, a network or an account.
 */
export type Windows = Readonly<{
  /**
   * Counts one more request of `client`, unless `most` (1 or more) are counted in its window. Resolves with
   * undefined where it is counted, else with the milliseconds until the window ends. Refused requests do not
   * prolong it. `most` may be another one for each request.
   */
  take: (client: string, most: number) => Promise<number | undefined>;
  /** Undoes one `take` of `client` in its present window. */
  giveBack: (client: string) => void;
}>;

/** Makes the windows of one kind of request. No two kinds have the same name. */
export type CreateWindows = (kind: WindowKind) => Windows;

export type WindowKind = Readonly<{
  name: string;
  /** 1 or more. */
  seconds: number;
  /** Without what nodes share, each node lets its share of `most` through. Otherwise it lets all of `most` through. */
  isDivided?: boolean;
}>;

type Counted = { requests: number; readonly startedAt: number };

/** The name of the window that further clients share. */
const others = 'others';

/**
 * Windows in the memory of this process.
 * @param now Milliseconds since 1970.
 * @param maxClients Clients with a window of their own. Further ones share one, so that memory stays bounded:
 * anybody may have any number of addresses.
 */
export const memoryWindows =
  (now: () => number, maxClients = 100_000): CreateWindows =>
  ({ seconds }) => {
    /** Those that began first are first. */
    const windows = new Map<string, Counted>();

    /** 0 or less where the window is over. */
    const leftMs = ({ startedAt }: Counted): number => {
      const passedMs = now() - startedAt;
      // A clock that was set back would prolong the window.
      return passedMs < 0 ? 0 : seconds * 1000 - passedMs;
    };

    const removeEnded = (): void => {
      for (const [client, window] of windows) {
        if (leftMs(window) > 0) return;
        windows.delete(client);
      }
    };

    return {
      take: async (client, most) => {
        removeEnded();
        const name = windows.has(client) || windows.size < maxClients ? client : others;
        const known = windows.get(name);
        const isOpen = known !== undefined && leftMs(known) > 0;
        const window = isOpen ? known : { requests: 0, startedAt: now() };
        if (window.requests >= most) return leftMs(window);
        window.requests += 1;
        windows.set(name, window);
        return undefined;
      },
      giveBack: (client) => {
        const name = windows.has(client) ? client : others;
        const window = windows.get(name);
        if (window !== undefined && window.requests > 1) window.requests -= 1;
        else windows.delete(name);
      },
    };
  };
