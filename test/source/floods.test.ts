import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { failureOf, fetchWhole, notFound } from '../support/source/fetching.ts';
import { startOrigin, startRawOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

const INFORMATIONAL = notFound('Server sent too many informational responses');
const OVERHEAD = notFound('Server sent more than 65536 bytes besides the file');
const CUT = notFound('Connection closed before the whole file arrived');
const INVALID = notFound('Server sent an invalid response');

const OK = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`;
const EARLY = 'HTTP/1.1 103 E\r\n\r\n';

/** Answers each request with `start` and then `unit` over and over, as fast as it is read. */
const startFlood = (start: string, unit: string): Promise<Origin> => {
  const block = unit.repeat(Math.ceil(65_536 / unit.length));
  const flood = (socket: Socket): void => {
    while (!socket.destroyed && socket.write(block));
  };
  const server = createServer((socket) =>
    socket.once('data', () => {
      socket.on('drain', () => flood(socket)).write(start);
      flood(socket);
    }),
  );
  return startOrigin(server);
};

describe('an origin that floods', () => {
  let origin: Origin;
  const url = (): string => `http://127.0.0.1:${origin.port}/`;
  afterEach(() => origin.close());

  describe('what it sends without end', () => {
    const floods: readonly (readonly [title: string, start: string, unit: string, object])[] = [
      ['informational answers', '', EARLY, INFORMATIONAL],
      ['informational answers with headers', '', `HTTP/1.1 102 P\r\nA: b\r\n\r\n`, INFORMATIONAL],
      ['empty lines before its answer', '', '\r\n', OVERHEAD],
      ['a status line', 'HTTP/1.1 200 ', 'x', INVALID],
      ['a header', `${OK}A: `, 'x', INVALID],
      ['headers', OK, 'A: b\r\n', INVALID],
      ['headers without value', OK, 'A:\r\n', INVALID],
      ['spaces in a header', `${OK}A:`, ' ', OVERHEAD],
      ['something that is no HTTP', '', 'GIF89a', INVALID],
      ['chunks of one byte', CHUNKED, '1\r\nx\r\n', OVERHEAD],
      ['chunks with long extensions', CHUNKED, `1;${'e'.repeat(2000)}\r\nx\r\n`, OVERHEAD],
      ['a chunk extension', `${CHUNKED}1;`, 'e', CUT],
      ['the size of a chunk', CHUNKED, '0', OVERHEAD],
      ['trailers', `${CHUNKED}1\r\nx\r\n0\r\n`, 'A:\r\n', OVERHEAD],
    ];
    for (const [title, start, unit, failure] of floods) {
      it(`is left soon: ${title}`, async () => {
        origin = await startFlood(start, unit);
        expect(await failureOf(fetchWhole(url()))).to.deep.equal(failure);
        await origin.idle();
      });
    }
  });

  describe('what the answers to one fetch may carry besides the file', () => {
    const fits: readonly (readonly [title: string, answer: string, bytes: number])[] = [
      ['ten informational answers', `${EARLY.repeat(10)}${OK}\r\nx`, 1],
      ['thousands of small chunks', `${CHUNKED}${'1\r\nx\r\n'.repeat(9000)}0\r\n\r\n`, 9000],
      [
        'small chunks in proportion to the file',
        `${CHUNKED}${`80;a\r\n${'x'.repeat(128)}\r\n`.repeat(16_000)}0\r\n\r\n`,
        2_048_000,
      ],
      ['trailers', `${CHUNKED}1\r\nx\r\n0\r\nA: ${'b'.repeat(10_000)}\r\n\r\n`, 1],
      ['headers', `${OK}A: ${'b'.repeat(16_000)}\r\n\r\nx`, 1],
    ];
    for (const [title, answer, bytes] of fits) {
      it(`is enough for ${title}`, async () => {
        origin = await startRawOrigin(answer);
        expect((await fetchWhole(url(), { maxBytes: 4_000_000 })).length).to.equal(bytes);
      });
    }

    const overRedirects: readonly (readonly [string, head: string, hops: number, object])[] = [
      ['informational answers', `${EARLY.repeat(3)}HTTP/1.1 302 F\r\n`, 3, INFORMATIONAL],
      ['headers', `HTTP/1.1 302 F\r\nA: ${'b'.repeat(16_000)}\r\n`, 4, OVERHEAD],
    ];
    for (const [title, head, hops, failure] of overRedirects) {
      it(`is counted over all redirects: ${title}`, async () => {
        origin = await startRawOrigin(`${head}Location: /\r\n\r\n`);
        const fetch = (maxRedirects: number) => failureOf(fetchWhole(url(), { maxRedirects }));
        expect(await fetch(hops - 1)).to.deep.equal(notFound('Too many redirects'));
        expect(await fetch(hops)).to.deep.equal(failure);
      });
    }

    it('does not count the body of a redirect', async () => {
      const page = 'x'.repeat(60_000);
      const redirect = `HTTP/1.1 302 F\r\nContent-Length: ${page.length}\r\nLocation: /\r\n\r\n${page}`;
      origin = await startRawOrigin(redirect);
      const failure = await failureOf(fetchWhole(url(), { maxRedirects: 5 }));
      expect(failure).to.deep.equal(notFound('Too many redirects'));
    });
  });
});
