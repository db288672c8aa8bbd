import { anyOf } from '../support/random.ts';
import type { Random } from '../support/random.ts';
import type { Hostile } from './hostile-pictures.ts';

/** Requests as clients send them; none of their addresses is reached (RFC 6761, and closed ports). */
const requests: readonly unknown[] = [
  { source: { url: 'http://nothing.invalid/picture.png' } },
  { source: { url: 'http://127.0.0.1:9/picture.png' } },
  { resize: { method: 'scale', width: 20 } },
  { resize: { method: 'fit', width: 20, height: 20 } },
  { resize: { method: 'cover', width: 9, height: 12 } },
  { resize: { method: 'thumb', width: 10, height: 10 } },
  { convert: { type: ['image/webp', 'image/png'] } },
  { convert: { type: 'image/avif' } },
  { convert: { type: '*/*' }, transform: { background: '#ff0000' } },
  { preserve: ['copyright', 'creation', 'location'] },
  { resize: { method: 'fit', width: 9, height: 9 }, convert: { type: 'image/jpeg' }, preserve: [] },
];

/** JSON text of values that readers trip over; numbers and doubled names only exist as text. */
const oddities: readonly string[] = [
  ...['null', 'true', '0', '-1', '1.5', '1e309', '-0', '9007199254740993', '65536', '0.1e-400'],
  ...['123456789012345678901234567890', '""', '"\\u0000"', '"\\ud800"', '"\u202e\u{1f4a3}"', '[]'],
  ...['{}', '[[[]]]', '{"__proto__":{"width":1}}', '{"constructor":{"prototype":{"a":1}}}'],
  ...['{"width":1,"width":2}', '"constructor"', '"toString"', '"__proto__"', '[null]', '"../../x"'],
];
const oddNames: readonly string[] = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'width', 'method', 'type'],
  ...['\u0000', '\ud800', 'x'.repeat(2000), 'url', 'source', 'preserve', 'store', 'resize'],
];

/** A JSON body that is nearly a request, or not even JSON. */
export const hostileJson = (random: Random): Hostile => {
  const text = textOf(anyOf(requests, random), random, 5 + random(40));
  switch (random(8)) {
    case 0:
      return { name: 'json cut', body: Buffer.from(text.slice(0, random(text.length + 1))) };
    case 1:
      return { name: 'json with a byte changed', body: withByteChanged(text, random) };
    case 2: {
      const depth = anyOf([10, 1000, 20_000], random);
      const deep = `${'[{"a":'.repeat(depth)}1`;
      return { name: `json of depth ${depth}`, body: Buffer.from(deep) };
    }
    case 3:
      return { name: 'json and more', body: Buffer.from(`${text}${anyOf(oddities, random)}`) };
    default:
      return { name: 'json', body: Buffer.from(text) };
  }
};

const withByteChanged = (text: string, random: Random): Buffer => {
  const body = Buffer.from(text);
  body[random(body.length)] = random(256);
  return body;
};

/** The value as text, one part in `rarity` replaced by something odd, or with an odd name added. */
const textOf = (value: unknown, random: Random, rarity: number): string => {
  if (random(rarity) === 0) return anyOf(oddities, random);
  if (Array.isArray(value)) {
    return `[${value.map((item) => textOf(item, random, rarity)).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, field]) => `${JSON.stringify(name)}:${textOf(field, random, rarity)}`,
  );
  if (random(rarity) === 0) {
    fields.push(`${JSON.stringify(anyOf(oddNames, random))}:${anyOf(oddities, random)}`);
  }
  return `{${fields.join(',')}}`;
};
