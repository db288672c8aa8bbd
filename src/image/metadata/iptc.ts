import { viewOf } from '../bytes.ts';
import { creationOf } from './dates.ts';
import type { PreservedMetadata } from './preserved.ts';
import { decodedText, noticeOf, type Encoding } from './text.ts';

/** ISO 2022 escapes that writers use; without one of these the encoding is guessed. */
const encodings: Readonly<Record<string, Encoding>> = {
  '\x1b%G': 'utf-8',
  '\x1b.A': 'latin-1',
  '\x1b-A': 'latin-1',
};

/** The metadata of IPTC IIM datasets: the copyright notice, and the date created. */
export const iptcMetadataOf = (iim: Uint8Array): PreservedMetadata => {
  const sets = dataSetsIn(iim);
  const encoding = encodings[textIn(sets, characterSet)] ?? 'unknown';
  const text = noticeOf(textIn(sets, copyrightNotice, encoding));
  const date = dateIn(sets);
  const creation = creationOf(`${date}T${timeIn(sets)}`) ?? creationOf(date);
  return {
    ...(text === undefined ? {} : { copyright: { text } }),
    ...(creation === undefined ? {} : { creation }),
  };
};

type DataSets = ReadonlyMap<number, Uint8Array>;

const headerBytes = 5;

/** IIM 4.2, 1.6: a tag marker, record, dataset, length; a length with its top bit set is an extended one. */
const tagMarker = 0x1c;

const extended = 0x8000;

/** The first dataset of each number. Reading stops at an extended dataset, which holds a preview. */
const dataSetsIn = (iim: Uint8Array): DataSets => {
  const found = new Map<number, Uint8Array>();
  const view = viewOf(iim);
  let position = 0;
  while (position + headerBytes <= iim.length && iim[position] === tagMarker) {
    const id = view.getUint16(position + 1);
    const length = view.getUint16(position + 3);
    const start = position + headerBytes;
    if (length >= extended || start + length > iim.length) break;
    if (!found.has(id)) found.set(id, iim.subarray(start, start + length));
    position = start + length;
  }
  return found;
};

const textIn = (sets: DataSets, id: number, encoding: Encoding = 'latin-1'): string =>
  decodedText(sets.get(id) ?? new Uint8Array(0), encoding);

const dataSet = (record: number, number: number): number => (record << 8) | number;

const characterSet = dataSet(1, 90);

const copyrightNotice = dataSet(2, 116);

/** The known parts of `YYYYMMDD`, where 0 stands for an unknown part. IIM 4.2, 2:55. */
const dateIn = (sets: DataSets): string => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)/.exec(textIn(sets, dateCreated)) ?? [];
  if (year === undefined || month === '00') return year ?? '';
  return day === '00' ? `${year}-${month}` : `${year}-${month}-${day}`;
};

const dateCreated = dataSet(2, 55);

/** `HHMMSS` with an offset as `+HHMM`, which some leave out. IIM 4.2, 2:60. */
const timeIn = (sets: DataSets): string =>
  textIn(sets, timeCreated).replace(/^(\d\d)(\d\d)(\d\d)/, '$1:$2:$3');

const timeCreated = dataSet(2, 60);
