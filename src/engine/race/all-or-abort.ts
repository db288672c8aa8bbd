/**
 * The values of tasks that run side by side, when all have ended. The first failure aborts the other
 * tasks, and is thrown once they have ended too, so that no task still writes to the job's folder.
 * `signal` aborts them all.
 */
export const allOrAbort = async <T>(
  tasks: readonly ((signal: AbortSignal) => Promise<T>)[],
  signal: AbortSignal,
): Promise<readonly T[]> => {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const settled = await Promise.allSettled(
    tasks.map(async (task) => {
      try {
        return await task(either);
      } catch (error) {
        failed.abort(error);
        throw error;
      }
    }),
  );
  signal.throwIfAborted();
  failed.signal.throwIfAborted();
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
};
