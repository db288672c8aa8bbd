import type { Language } from './text/languages.ts';

/** Numbers, sizes and dates as the readers of a language write them. All dates are UTC. */
export type Format = Readonly<{
  count: (value: number) => string;
  bytes: (value: number) => string;
  /** A limit that an operator has set. Whole units of 1024 are written as people say them: `100 MB` for 104,857,600. */
  limit: (bytes: number) => string;
  /** A share from 0 to 1. */
  percent: (share: number) => string;
  date: (time: Date) => string;
  dateTime: (time: Date) => string;
  /** `YYYY-MM` with the year. */
  month: (month: string) => string;
  /** `YYYY-MM` for a narrow column. */
  shortMonth: (month: string) => string;
}>;

export const formatIn = (language: Language): Format => {
  const known = formats.get(language) ?? createFormat(language);
  formats.set(language, known);
  return known;
};

const formats = new Map<Language, Format>();

const createFormat = (language: Language): Format => {
  const whole = new Intl.NumberFormat(language);
  const percents = new Intl.NumberFormat(language, { style: 'percent' });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(language, {
    ...{ dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' },
  });
  const months = new Intl.DateTimeFormat(language, {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  });
  const shortMonths = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
  return {
    count: (value) => whole.format(value),
    bytes: (value) => bytesIn(language, value),
    limit: (value) => {
      const power = [4, 3, 2].find((one) => value > 0 && value % 1024 ** one === 0);
      return power === undefined
        ? bytesIn(language, value)
        : `${whole.format(value / 1024 ** power)} ${units[power]}`;
    },
    percent: (share) => percents.format(share),
    date: (time) => dates.format(time),
    dateTime: (time) => `${times.format(time)} UTC`,
    month: (month) => months.format(firstDayOf(month)),
    shortMonth: (month) => shortMonths.format(firstDayOf(month)),
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
