import type { Space } from './space.ts';

export type Erasures = ReturnType<typeof createErasures>;

/** Removals from disk. The space of each is returned when it has succeeded: at once, or at a later attempt. */
export const createErasures = (
  space: Pick<Space, 'free'>,
  onProblem: (message: string) => void,
) => {
  // What may still be on the disk continues to count.
  const failed = new Map<() => Promise<void>, number>();

  const attempt = async (remove: () => Promise<void>, bytes: number): Promise<void> => {
    await remove();
    failed.delete(remove);
    space.free(bytes);
  };

  return {
    /**
     * Has `remove` remove what has `bytes`, which count as used and not as held. Resolves with whether it is gone. A
     * failure is reported as one of `what`, and attempted again by `retry`.
     */
    erase: async (what: string, bytes: number, remove: () => Promise<void>): Promise<boolean> => {
      try {
        await attempt(remove, bytes);
        return true;
      } catch (error) {
        failed.set(remove, bytes);
        onProblem(`${what} cannot be removed: ${String(error)}`);
        return false;
      }
    },
    /** Attempts again what failed before, one after the other. */
    retry: async (): Promise<void> => {
      for (const [remove, bytes] of failed) await attempt(remove, bytes).catch(() => undefined);
    },
  };
};
