/** What `promise` gives. Rejects with `Late` where it takes longer; what comes of it afterwards is not reported. */
export const inTime = async <T>(promise: Promise<T>, deadlineMs: number): Promise<T> => {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Late(`no answer in ${deadlineMs} ms`)), deadlineMs);
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearTimeout(timer);
  }
};

export class Late extends Error {}
