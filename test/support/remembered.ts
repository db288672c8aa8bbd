/** The function, computed once for each list of arguments: for what many tests compare with, and tools make. */
export const remembered = <Given extends readonly string[], Result>(
  make: (...given: Given) => Result,
): ((...given: Given) => Result) => {
  const known = new Map<string, Result>();
  return (...given) => {
    const key = JSON.stringify(given);
    const found = known.get(key) ?? make(...given);
    known.set(key, found);
    return found;
  };
};
