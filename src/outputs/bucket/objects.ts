import { randomBytes } from 'node:crypto';

/*
 * The objects of an output are `o/DAY/BASE/source`, `result` and `record.json`; those of an operation's result are
 * `r/DAY/BASE/result` and `record.json`. All names are computed: a bucket is never listed.
 */

/** The beginnings of all objects. Rules of the bucket remove what is too old under them. */
export const objectPrefixes = ['o/', 'r/'] as const;

/** The folder of new objects. `base` is not used for others. */
export const folderOf = (kind: 'o' | 'r', base: string, nowMs: number): string =>
  `${kind}/${dayOf(nowMs)}/${base}`;

/** The same objects under today's date. */
export const withFreshDate = (folder: string, nowMs: number): string => {
  const [kind, , base] = folder.split('/');
  return `${kind}/${dayOf(nowMs)}/${base}`;
};

/** Whether a folder is that of an output, and not of an operation's result. */
export const isOutput = (folder: string): boolean => folder.startsWith('o/');

/** 160 random bits: 40 of `0-9`, `a-f`. */
export const randomBase = (): string => randomBytes(20).toString('hex');

/** `20261122`, in UTC. */
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '');

const secondsPerDay = 86_400;

/**
 * Days after which the bucket may remove an object. One is copied under a new date when it is used on a later day
 * than its own, so the last use of its pointer may be a day later than it.
 */
export const expiryDays = (retentionSeconds: number): number =>
  Math.ceil(retentionSeconds / secondsPerDay) + 2;
