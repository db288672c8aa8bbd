/** An overload refuses hundreds of jobs together. Answering all at once would delay the running jobs. */
const [groupSize, pauseMs] = [4, 20];

/** Returns a function that calls the given functions a few at a time, with pauses for other work. */
export const createPacedRefusals = (): ((refuse: () => void) => void) => {
  const waiting: (() => void)[] = [];
  const refuseNext = (): void => {
    for (const refuse of waiting.splice(0, groupSize)) refuse();
    if (waiting.length > 0) setTimeout(refuseNext, pauseMs);
  };
  return (refuse) => {
    if (waiting.push(refuse) === 1) setImmediate(refuseNext);
  };
};
