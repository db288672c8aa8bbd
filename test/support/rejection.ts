/** What a promise rejects with. Rejects itself when the promise resolves. */
export const rejectionOf = async (promise: Promise<unknown>): Promise<unknown> => {
  const resolution = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in resolution) return resolution.error;
  throw new Error(`Resolved, with ${JSON.stringify(resolution.value)}, instead of rejecting`);
};
