import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { failureOf, fetchWhole, notFound } from '../support/source/fetching.ts';
import { startOrigin, startRawOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

const informational = notFound('Server sent too many informational responses');
const overhead = notFound('Server sent more than 131072 bytes besides the file');
const cut = notFound('Connection closed before the whole file arrived');
const invalid = notFound('Server sent an invalid response');

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;
const early = 'HTTP/1.1 103 E\r\n\r\n';

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

describe('a fetch', () => {
  let origin: Origin;
  const url = (): string => `http://127.0.0.1:${origin.port}/`;
  afterEach(() => origin.close());

  describe('from an origin that sends without end', () => {
    const floods: readonly (readonly [title: string, start: string, unit: string, object])[] = [
      ['informational answers', '', early, informational],
      ['informational answers with headers', '', `HTTP/1.1 102 P\r\nA: b\r\n\r\n`, informational],
      ['empty lines before its answer', '', '\r\n', overhead],
      ['a status line', 'HTTP/1.1 200 ', 'x', invalid],
      ['a header', `${ok}A: `, 'x', invalid],
      ['headers', ok, 'A: b\r\n', overhead],
      ['headers without value', ok, 'A:\r\n', overhead],
      ['spaces in a header', `${ok}A:`, ' ', overhead],
      ['something that is no HTTP', '', 'GIF89a', invalid],
      ['chunks of one byte', chunked, '1\r\nx\r\n', overhead],
      ['chunks with long extensions', chunked, `1;${'e'.repeat(2000)}\r\nx\r\n`, overhead],
      ['a chunk extension', `${chunked}1;`, 'e', cut],
      ['the size of a chunk', chunked, '0', overhead],
      ['trailers', `${chunked}1\r\nx\r\n0\r\n`, 'A:\r\n', overhead],
    ];
    for (const [title, start, unit, failure] of floods) {
      it(`fails soon: ${title}`, async () => {
        origin = await startFlood(start, unit);
        expect(await failureOf(fetchWhole(url()))).to.deep.equal(failure);
        await origin.idle();
      });
    }
  });

  describe('of answers with more than the file', () => {
    const fits: readonly (readonly [title: string, answer: string, bytes: number])[] = [
      ['ten informational answers', `${early.repeat(10)}${ok}\r\nx`, 1],
      ['thousands of small chunks', `${chunked}${'1\r\nx\r\n'.repeat(9000)}0\r\n\r\n`, 9000],
      [
        'small chunks in proportion to the file',
        `${chunked}${`80;a\r\n${'x'.repeat(128)}\r\n`.repeat(16_000)}0\r\n\r\n`,
        2_048_000,
      ],
      ['trailers', `${chunked}1\r\nx\r\n0\r\nA: ${'b'.repeat(10_000)}\r\n\r\n`, 1],
      ['headers', `${ok}A: ${'b'.repeat(60_000)}\r\n\r\nx`, 1],
    ];
    for (const [title, answer, bytes] of fits) {
      it(`accepts ${title}`, async () => {
        origin = await startRawOrigin(answer);
        expect((await fetchWhole(url(), { maxBytes: 4_000_000 })).length).to.equal(bytes);
      });
    }

    const overRedirects: readonly (readonly [string, head: string, hops: number, object])[] = [
      ['informational answers', `${early.repeat(3)}HTTP/1.1 302 F\r\n`, 3, informational],
      ['headers', `HTTP/1.1 302 F\r\nA: ${'b'.repeat(60_000)}\r\n`, 2, overhead],
    ];
    for (const [title, head, hops, failure] of overRedirects) {
      it(`adds up over all redirects: ${title}`, async () => {
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
