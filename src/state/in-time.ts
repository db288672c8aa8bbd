/** A deadline passes in so many parts. */
const parts = 4;

/**
 * What `promise` gives. Rejects with `Late` where it takes longer; what comes of it afterwards is not reported. Time in
 * which this process was too busy to send and read anything counts as one part of the deadline at most, so that a burst
 * of requests does not look like a server that is away.
 */
export const inTime = async <T>(promise: Promise<T>, deadlineMs: number): Promise<T> => {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  let left = parts;
  const timer = setInterval(() => {
    left -= 1;
    if (left === 0) reject(new Late(`no answer in ${deadlineMs} ms`));
  }, deadlineMs / parts);
  try {
    return await Promise.race([promise, expired]);
  } finally {
    clearInterval(timer);
  }
};

export class Late extends Error {}
