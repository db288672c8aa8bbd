import { misused, ServiceError } from '../errors.ts';
import type { KnownTypes } from '../service/convert-types.ts';
import { type Operation, parseOperation } from '../service/operation.ts';
import type { RawPath } from './raw-path.ts';
import type { Destination } from './target.ts';

/** What was typed, by names without dashes. */
export type TypedLine = Readonly<{
  flags: Readonly<Record<string, string | undefined>>;
  switches: ReadonlySet<string>;
}>;

const defaultOut = 'compressed';

/**
 * Where results go. `absolute` makes a folder of results absolute, and makes it where it is missing.
 * @throws StartError for flags that exclude each other.
 */
export const destinationOf = (
  { flags, switches }: TypedLine,
  absolute: (folder: string) => RawPath,
): Destination => {
  const { out, to = 'same' } = flags;
  const [isInPlace, isBeside] = [switches.has('in-place'), switches.has('beside')];
  if (isInPlace && (out !== undefined || isBeside)) {
    throw misused('--in-place changes the files themselves: leave out --out and --beside.');
  }
  if (isInPlace && to !== 'same') {
    throw misused(
      `--in-place keeps the type of each file, since its name says it. --to ${to} needs --out or --beside.`,
    );
  }
  if (isBeside && to === 'same') {
    throw misused('--beside adds files of another type: say which with --to.');
  }
  if (switches.has('check') || switches.has('dry-run')) return { kind: 'nowhere' };
  if (isInPlace) return { kind: 'in-place' };
  if (isBeside && out === undefined) return { kind: 'beside' };
  return { kind: 'out', folder: absolute(out ?? defaultOut), isAppended: isBeside };
};

/** The operation for each file. @throws StartError that names what is wrong. */
export const operationOf = ({ flags }: TypedLine, known: KnownTypes): Operation => {
  const { to = 'same', resize, preserve } = flags;
  const body = {
    ...(to !== 'same' && { convert: { type: typeOf(to) } }),
    ...(resize !== undefined && { resize: resizeOf(resize) }),
    ...(preserve !== undefined && { preserve: preserve.split(',').map((kind) => kind.trim()) }),
  };
  try {
    return parseOperation(body, known).operation;
  } catch (error) {
    if (error instanceof ServiceError) throw misused(error.message);
    throw error;
  }
};

const types = ['webp', 'avif', 'jpeg', 'png'];

const typeOf = (to: string): string => {
  if (to === 'smallest') return '*/*';
  if (types.includes(to)) return `image/${to}`;
  throw misused(`--to: expected same, ${types.join(', ')} or smallest, got "${to}".`);
};

const resizeOf = (text: string): object => {
  const [, method, width = '', height = ''] = /^([a-z]+) +(\d*)x(\d*)$/.exec(text.trim()) ?? [];
  if (method === undefined) {
    throw misused(
      `--resize: expected a method and a size such as 'fit 2000x2000' or 'scale 800x', got "${text}".`,
    );
  }
  return {
    method,
    ...(width !== '' && { width: Number(width) }),
    ...(height !== '' && { height: Number(height) }),
  };
};

const factors: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** `200kB` as bytes. @throws StartError for anything else. */
export const bytesIn = (flag: string, text: string): number => {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?) *([kMG]?B?)$/i.exec(text.trim()) ?? [];
  const factor = factors[unit.toLowerCase().replace(/^([kmg])$/, '$1b')];
  if (number === undefined || factor === undefined || Number(number) === 0) {
    throw misused(`--${flag}: expected bytes such as 200kB, got "${text}".`);
  }
  return Math.floor(Number(number) * factor);
};

/** `3%` as a share. @throws StartError for anything else. */
export const shareIn = (flag: string, text: string): number => {
  const [, number] = /^(\d+(?:\.\d+)?) *%?$/.exec(text.trim()) ?? [];
  if (number === undefined || Number(number) > 100) {
    throw misused(`--${flag}: expected a percentage such as 3%, got "${text}".`);
  }
  return Number(number) / 100;
};

/** A whole number from 1 to `most`. @throws StartError for anything else. */
export const numberIn = (flag: string, text: string, most: number): number => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || number > most) {
    throw misused(`--${flag}: expected a whole number from 1 to ${most}, got "${text}".`);
  }
  return number;
};
