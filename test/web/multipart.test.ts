import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { WebContext } from '../../src/web/context.ts';
import { type Part, partsOf } from '../../src/web/multipart.ts';
import { mutantOf } from '../support/mutants.ts';
import { randomNumbers } from '../support/random.ts';
import { rejectionOf } from '../support/rejection.ts';

const boundary = 'XboundaryX';
const minRate = { bytesPerSecond: 0, windowMs: 1000, wholeMs: 10_000 };

const field = (name: string, value: string): Buffer =>
  Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );

const file = (name: string, content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    content,
    Buffer.from('\r\n'),
  ]);

/** A part without headers is no field. */
const nothing = Buffer.from(`--${boundary}\r\n\r\n\r\n`);

const end = Buffer.from(`--${boundary}--\r\n`);

const contextOf = (
  body: Readable,
  { type = `multipart/form-data; boundary=${boundary}`, gone = new AbortController().signal } = {},
): WebContext => ({ req: body, get: () => type, state: { gone } }) as unknown as WebContext;

type Read = readonly (readonly [name: string, content: string])[];

const contentOf = async (part: Part): Promise<string> => {
  if (part.kind === 'left out') return part.kind;
  return part.kind === 'file' ? (await buffer(part.body)).toString('hex') : part.value;
};

/** All parts of a body, whose files are read to their end. */
const read = async (body: Readable, maxFiles = 20): Promise<Read> => {
  const parts: [string, string][] = [];
  for await (const part of partsOf(contextOf(body), { minRate, maxFiles })) {
    parts.push([part.name, await contentOf(part)]);
  }
  return parts;
};

/** The bytes in pieces of random lengths. */
const inPieces = (bytes: Buffer): Readable => {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = 1 + Math.floor(Math.random() * (Math.random() < 0.5 ? 7 : 3000));
    pieces.push(bytes.subarray(at, at + length));
    at += length;
  }
  return Readable.from(pieces, { objectMode: false });
};

const linesOf = (part: Buffer): readonly Buffer[] =>
  part
    .toString('latin1')
    .split(/(?<=\r\n)/)
    .map((line) => Buffer.from(line, 'latin1'));

const asIs = (error: unknown): unknown => error;

describe('a form with files', () => {
  const pictures = [
    randomBytes(50_000),
    Buffer.from(`\r\n--${boundary.slice(0, -1)}\r\n--\r`),
    randomBytes(3),
  ];
  const body = Buffer.concat([
    field('type', 'image/webp'),
    ...pictures.map((picture, index) => file(`${index}.png`, picture)),
    field('width', '20'),
    end,
  ]);
  const expected = [
    ['type', 'image/webp'],
    ...pictures.map((picture, index) => [`${index}.png`, picture.toString('hex')]),
    ['width', '20'],
  ];

  it('is read in whatever pieces it arrives', async () => {
    for (let run = 0; run < 20; run += 1) {
      expect(await read(inPieces(body))).to.deep.equal(expected);
    }
  });

  it('goes on behind a file that is not read to its end', async () => {
    const names: string[] = [];
    const large = Buffer.concat([
      file('large.png', randomBytes(3_000_000)),
      file('small.png', randomBytes(10)),
      end,
    ]);
    for await (const part of partsOf(contextOf(inPieces(large)), { minRate, maxFiles: 20 })) {
      names.push(part.name);
      if (part.kind === 'file') part.body.destroy(new Error('no picture'));
    }
    expect(names).to.deep.equal(['large.png', 'small.png']);
  });

  it('has no part for a field of files in which none was chosen', async () => {
    expect(await read(inPieces(Buffer.concat([file('', Buffer.alloc(0)), end])))).to.deep.equal([]);
  });

  it('has of files beyond the limit their names alone', async () => {
    expect((await read(inPieces(body), 2)).slice(-2)).to.deep.equal([
      ['2.png', 'left out'],
      ['width', '20'],
    ]);
  });

  it('has well-formed names that turn nothing around', async () => {
    const named = (name: string): Buffer =>
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename*=${name}\r\n\r\nx\r\n`,
      );
    const names = [
      "utf-16le''%00%D8.%00p%00n%00g%00",
      "utf-8''gpj%E2%80%AEexe",
      "utf-8''%E2%80%AE",
    ];
    const parts = await read(inPieces(Buffer.concat([...names.map(named), end])));
    expect(parts.map(([name]) => name)).to.deep.equal(['.png', 'gpjexe', '?']);
  });

  for (const [title, parts] of [
    ['a field that is too long', [field('width', '1'.repeat(300))]],
    ['too many fields', Array.from({ length: 30 }, () => field('width', '1'))],
    ['far too many files', Array.from({ length: 1100 }, () => file('a', Buffer.of(1)))],
    ['far too many parts of nothing', Array<Buffer>(1100).fill(nothing)],
  ] as const) {
    it(`is refused with ${title}`, async () => {
      const reading = read(inPieces(Buffer.concat([...parts, end])));
      expect(await rejectionOf(reading)).to.include({ code: 'bad_request' });
    });
  }

  for (const [title, bytes] of [
    ['in a file', body.subarray(0, 30_000)],
    ['before its end', body.subarray(0, body.length - end.length)],
    ['in a field of files in which none was chosen', file('', Buffer.from('abc')).subarray(0, -2)],
    ['in a file beyond the limit', Buffer.concat([file('a', pictures[2]!), body]).subarray(0, 999)],
  ] as const) {
    it(`is refused where it breaks off ${title}`, async () => {
      expect(await rejectionOf(read(inPieces(bytes), 1))).to.include({ code: 'bad_request' });
    });
  }

  it('is read or refused, whatever mistake is in it', async () => {
    const random = randomNumbers(20_261_125);
    const parts = [field('type', 'image/webp'), file('a.png', pictures[1]!), file('', Buffer.of())]
      .concat(file('b.png', pictures[2]!), field('width', '20'), end)
      .flatMap(linesOf);
    let refused = 0;
    for (let run = 0; run < 2000; run += 1) {
      const mutant = mutantOf(parts, random);
      const problem = await read(inPieces(mutant)).then(() => undefined, asIs);
      if (problem === undefined) continue;
      expect(problem, mutant.toString('latin1')).to.include({ code: 'bad_request' });
      refused += 1;
    }
    expect(refused).to.be.within(300, 1500);
  });

  it('is refused without a boundary', async () => {
    const parts = partsOf(contextOf(inPieces(body), { type: 'multipart/form-data' }), {
      ...{ minRate, maxFiles: 1 },
    });
    expect(await rejectionOf(parts.next())).to.include({ code: 'bad_request' });
  });

  it('ends when its client disconnects', async () => {
    const leaving = new AbortController();
    const open = new PassThrough();
    open.write(body.subarray(0, 20_000));
    const context = contextOf(open, { gone: leaving.signal });
    const reading = (async () => {
      for await (const part of partsOf(context, { minRate, maxFiles: 20 })) {
        if (part.kind !== 'file') continue;
        setImmediate(() => leaving.abort(new Error('gone')));
        await buffer(part.body);
      }
    })();
    expect(await rejectionOf(reading)).to.include({ message: 'gone' });
  });
});
