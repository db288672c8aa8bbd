import { anyOf } from '../support/random.ts';
import { mutations, plausible } from '../support/e2e/mutate.ts';
import type { Random } from '../support/random.ts';

export type Sources = Readonly<Record<string, Buffer>>;

/** One body to send, and how it came to be. */
export type Hostile = Readonly<{ name: string; body: Buffer }>;

/** A damaged picture, two pictures in one, or something that only begins like one. */
export const hostilePicture = (sources: Sources, random: Random): Hostile => {
  const name = anyOf(Object.keys(sources), random);
  const file = sources[name]!;
  const kind = random(10);
  if (kind === 0) return spliced(sources, random);
  if (kind === 1) return polyglot(name, file, random);
  const damages = Array.from({ length: random(4) === 0 ? 2 : 1 }, () =>
    anyOf(Object.keys(mutations), random),
  );
  const damaged = damages.reduce((body, damage) => mutatedOr(body, damage, random), file);
  const isMended = random(3) > 0;
  return {
    name: [name, ...damages, ...(isMended ? ['mended'] : [])].join(' '),
    body: isMended && damaged.length > 8 ? plausible(damaged) : damaged,
  };
};

/** A second damage may find no parts any more in what the first one left: then it is a plain cut. */
const mutatedOr = (body: Buffer, damage: string, random: Random): Buffer => {
  try {
    return mutations[damage]!(body, random);
  } catch {
    return body.subarray(0, random(body.length + 1));
  }
};

/** The head of one file and the tail of another, at cuts of their own. */
const spliced = (sources: Sources, random: Random): Hostile => {
  const [one, other] = [anyOf(Object.keys(sources), random), anyOf(Object.keys(sources), random)];
  const [head, tail] = [sources[one]!, sources[other]!];
  return {
    name: `${one} spliced with ${other}`,
    body: Buffer.concat([
      head.subarray(0, random(head.length)),
      tail.subarray(random(tail.length)),
    ]),
  };
};

/** What other programs would take a polyglot for; libvips and ImageMagick know some of these. */
const disguises: readonly string[] = [
  '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\n',
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>',
  'push graphic-context\nviewbox 0 0 640 480\nimage over 0,0 0,0 "|id"\npop graphic-context\n',
  '#!/bin/sh\ntouch escaped\n',
  'GIF89a\x01\x00\x01\x00\x00\x00\x00;',
  'II*\0\x08\0\0\0\0\0',
  'PK\x03\x04\x14\0\0\0',
  'P6\n40 30\n255\n',
  '\0\0\0\x18ftypavif',
  '8BPS\0\x01',
];

const polyglot = (name: string, file: Buffer, random: Random): Hostile => {
  const disguise = Buffer.from(anyOf(disguises, random), 'latin1');
  const at = anyOf([0, 2, 8, 12, random(file.length), file.length], random);
  const isOver = random(2) === 0;
  return {
    name: `${name} polyglot ${isOver ? 'over' : 'at'} ${at}`,
    body: Buffer.concat([
      file.subarray(0, at),
      disguise,
      file.subarray(isOver ? at + disguise.length : at),
    ]),
  };
};
