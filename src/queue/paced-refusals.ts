/** In an overload hundreds are sent away together: to answer them all at once would hold up what is being made. */
const [groupSize, pauseMs] = [4, 20];

/** Runs what it is given a few at a time, with pauses in which others have their turn. */
export const createFarewell = (): ((say: () => void) => void) => {
  const waiting: (() => void)[] = [];
  const sayNext = (): void => {
    for (const say of waiting.splice(0, groupSize)) say();
    if (waiting.length > 0) setTimeout(sayNext, pauseMs);
  };
  return (say) => {
    if (waiting.push(say) === 1) setImmediate(sayNext);
  };
};
