import { expect } from 'chai';
import { createLengthFilter } from '../../src/source/content-length.ts';
import { failureOf, fetchWhole, notFound } from '../support/source/fetching.ts';
import { startRawOrigin } from '../support/source/origin.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const four = 'Content-Length: 4\r\n';

const through = (chunks: readonly string[]): string => {
  const filter = createLengthFilter();
  return chunks.map((chunk) => filter(Buffer.from(chunk)).toString()).join('');
};

describe('repeated Content-Length headers', () => {
  const cases: readonly (readonly [title: string, answer: string, filtered: string])[] = [
    ['equal ones', `${ok}${four}A: b\r\n${four}\r\npart`, `${ok}${four}A: b\r\n\r\npart`],
    ['a list', `${ok}Content-Length: 4, 4\r\n\r\npart`, `${ok}${four}\r\npart`],
    ['other letters', `${ok}${four}content-length:4\r\n\r\npart`, `${ok}${four}\r\npart`],
    [
      'lines without CR',
      'HTTP/1.1 200 OK\nContent-Length: 4\nContent-Length: 4\n\npart',
      `HTTP/1.1 200 OK\n${four}\npart`,
    ],
    [
      'different ones',
      `${ok}${four}Content-Length: 5\r\n\r\n`,
      `${ok}${four}Content-Length: 5\r\n\r\n`,
    ],
    ['a different list', `${ok}Content-Length: 4, 5\r\n\r\n`, `${ok}Content-Length: 4, 5\r\n\r\n`],
    [
      'behind an early answer',
      `HTTP/1.1 103 E\r\n\r\n${ok}${four}${four}\r\npart`,
      `HTTP/1.1 103 E\r\n\r\n${ok}${four}\r\npart`,
    ],
    ['in the body', `${ok}${four}\r\n${four}${four}`, `${ok}${four}\r\n${four}${four}`],
    [
      'a long header',
      `${ok}A: ${'b'.repeat(1000)}\r\n${four}${four}\r\n`,
      `${ok}A: ${'b'.repeat(1000)}\r\n${four}\r\n`,
    ],
  ];
  for (const [title, answer, filtered] of cases) {
    it(`become one where they are equal: ${title}`, () => {
      expect(through([answer])).to.equal(filtered);
      expect(through([...answer]), 'byte by byte').to.equal(filtered);
    });
  }

  const fetched = async (head: string): Promise<string> => {
    const origin = await startRawOrigin(`${ok}${head}\r\npart`);
    try {
      return (await fetchWhole(`http://127.0.0.1:${origin.port}/`)).toString();
    } finally {
      await origin.close();
    }
  };

  it('are taken from a server where they are equal, and refused where they differ', async () => {
    expect(await fetched(four + four)).to.equal('part');
    expect(await failureOf(fetched(`${four}Content-Length: 5\r\n`))).to.deep.equal(
      notFound('Server sent an invalid response'),
    );
  });
});
