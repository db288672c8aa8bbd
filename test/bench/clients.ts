/** How many ask at once. */
export const clients = 4;

/** Has as many clients, or `count`, work through the items, each with one at a time. */
export const byClients = async <T>(
  items: readonly T[],
  ask: (item: T) => Promise<unknown>,
  count = clients,
): Promise<void> => {
  const waiting = [...items];
  const client = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await ask(next);
  };
  await Promise.all(Array.from({ length: count }, client));
};
