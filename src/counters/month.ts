/** The UTC calendar month of a time (milliseconds since 1970), as `2026-11`. Such names sort by time. */
export const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

/** When the next UTC calendar month begins, in milliseconds since 1970. Monthly limits start again then. */
export const nextMonthStart = (time: number): number => {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
};

/** Whether a text is a month as `monthOf` writes it. */
export const isMonth = (text: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
