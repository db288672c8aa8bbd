import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { WebContext } from '../../src/web/context.ts';
import { partsOf } from '../../src/web/multipart.ts';
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

const end = Buffer.from(`--${boundary}--\r\n`);

const contextOf = (
  body: Readable,
  { type = `multipart/form-data; boundary=${boundary}`, gone = new AbortController().signal } = {},
): WebContext => ({ req: body, get: () => type, state: { gone } }) as unknown as WebContext;

type Read = readonly (readonly [name: string, content: string])[];

/** All parts of a body, whose files are read to their end. */
const read = async (body: Readable, maxFiles = 20): Promise<Read> => {
  const parts: [string, string][] = [];
  for await (const part of partsOf(contextOf(body), { minRate, maxFiles })) {
    const content = part.kind === 'file' ? (await buffer(part.body)).toString('hex') : part.value;
    parts.push([part.name, content]);
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

  it('leaves out files beyond the limit', async () => {
    expect((await read(inPieces(body), 2)).map(([name]) => name)).to.deep.equal([
      'type',
      '0.png',
      '1.png',
      'width',
    ]);
  });

  for (const [title, bytes] of [
    ['in a file', body.subarray(0, 30_000)],
    ['before its end', body.subarray(0, body.length - end.length)],
  ] as const) {
    it(`is refused where it breaks off ${title}`, async () => {
      expect(await rejectionOf(read(inPieces(bytes)))).to.include({ code: 'bad_request' });
    });
  }

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
