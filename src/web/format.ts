import type { Language } from './text/languages.ts';

/** Numbers, sizes and dates as the readers of a language write them. All dates are UTC. */
export type Format = ReturnType<typeof createFormat>;

export const formatIn = (language: Language): Format => {
  const known = formats.get(language) ?? createFormat(language);
  formats.set(language, known);
  return known;
};

const formats = new Map<Language, Format>();

const createFormat = (language: Language) => {
  const utc = { timeZone: 'UTC' } as const;
  const whole = new Intl.NumberFormat(language);
  const percents = new Intl.NumberFormat(language, { style: 'percent' });
  const dates = new Intl.DateTimeFormat(language, { ...utc, dateStyle: 'long' });
  const times = new Intl.DateTimeFormat(language, {
    ...utc,
    dateStyle: 'long',
    timeStyle: 'short',
  });
  const months = new Intl.DateTimeFormat(language, { ...utc, month: 'long', year: 'numeric' });
  const shortMonths = new Intl.DateTimeFormat(language, { ...utc, month: 'short' });
  return {
    count: (value: number): string => whole.format(value),
    bytes: (value: number): string => bytesIn(language, value),
    /** A limit that an operator has set. Whole units of 1024 are written as people say them: `100 MB` for 104,857,600. */
    limit: (bytes: number): string => {
      const power = [4, 3, 2].find((one) => bytes > 0 && bytes % 1024 ** one === 0);
      return power === undefined
        ? bytesIn(language, bytes)
        : `${whole.format(bytes / 1024 ** power)} ${units[power]}`;
    },
    /** A share from 0 to 1. */
    percent: (share: number): string => percents.format(share),
    date: (time: Date): string => dates.format(time),
    dateTime: (time: Date): string => `${times.format(time)} UTC`,
    /** `YYYY-MM` with the year. */
    month: (month: string): string => months.format(firstDayOf(month)),
    /** `YYYY-MM` for a narrow column. */
    shortMonth: (month: string): string => shortMonths.format(firstDayOf(month)),
  };
};

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** Three digits of the largest unit that gives 1 or more. 1 kB is 1000 bytes. */
const bytesIn = (language: Language, value: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), units.length - 1);
  const digits = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  return `${digits.format(value / 1000 ** power)} ${units[power]}`;
};

const firstDayOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);
