import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { ServiceError } from '../../src/errors.ts';
import { mutantOf } from '../support/mutants.ts';
import { type Random, randomNumbers } from '../support/random.ts';
import { fetchWhole } from '../support/source/fetching.ts';

/** More are made by hand: `SHRINKD_MUTANTS=50000 bin/test test/source/mutants.test.ts`. */
const count = Number(process.env['SHRINKD_MUTANTS'] ?? 400);

const picture = Buffer.from('picture '.repeat(400));
const packed = gzipSync(picture);
const ok = 'HTTP/1.1 200 OK\r\n';
const length = ({ length: bytes }: Buffer): string => `Content-Length: ${bytes}\r\n`;
const chunks = [picture.subarray(0, 1000), picture.subarray(1000)].flatMap((part) => [
  `${part.length.toString(16)};a=b\r\n`,
  part,
  '\r\n',
]);

/** Right answers, each as its parts. */
const answers: readonly (readonly (string | Buffer)[])[] = [
  [ok, 'Content-Type: image/jpeg\r\n', length(picture), '\r\n', picture],
  [ok, length(picture), length(picture), 'Connection: close\r\n', '\r\n', picture],
  [ok, 'Transfer-Encoding: chunked\r\n', '\r\n', ...chunks, '0\r\n', 'A: b\r\n', '\r\n'],
  ['HTTP/1.0 200 OK\r\n', 'Server: x\r\n', '\r\n', picture],
  [ok, 'Content-Encoding: gzip\r\n', length(packed), '\r\n', packed],
  ['HTTP/1.1 103 Early Hints\r\n', 'Link: </a>\r\n', '\r\n', ok, length(picture), '\r\n', picture],
  ['HTTP/1.1 302 Found\r\n', 'Location: /caf\xe9\r\n', 'Content-Length: 5\r\n', '\r\n', 'moved'],
  ['HTTP/1.1 404 Not Found\r\n', 'Content-Length: 2\r\n', '\r\n', 'no'],
];

const partsOf = (answer: readonly (string | Buffer)[]): readonly Buffer[] =>
  answer.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part));

/** Sends an answer in up to three writes, and then ends the connection or resets it. */
const startOriginOf = async (answerOf: () => Buffer, random: Random) => {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const answer = answerOf();
      const at = random(answer.length + 1);
      socket.write(answer.subarray(0, at));
      setImmediate(() => {
        if (random(8) === 0) socket.resetAndDestroy();
        else socket.end(answer.subarray(at));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const connections = async (): Promise<number> =>
    new Promise((resolve) => server.getConnections((_error, open) => resolve(open)));
  return { url: `http://127.0.0.1:${port}/`, connections, close: () => server.close() };
};

describe('a fetch from a server that makes mistakes', () => {
  it(`gives the file or says what is wrong, ${count} times, and leaves no connection`, async () => {
    const random = randomNumbers(7);
    let answer: Buffer = Buffer.alloc(0);
    const origin = await startOriginOf(() => answer, random);
    const outcomes = { whole: 0, refused: 0 };
    for (let index = 0; index < count; index += 1) {
      answer = mutantOf(partsOf(answers[index % answers.length]!), random);
      try {
        await fetchWhole(origin.url);
        outcomes.whole += 1;
      } catch (error) {
        if (!(error instanceof ServiceError)) {
          throw new Error(`mutant ${index}: ${JSON.stringify(answer.toString('latin1'))}`, {
            cause: error,
          });
        }
        outcomes.refused += 1;
      }
    }
    // Otherwise the mistakes were such that one of both was not tried.
    expect(outcomes.whole).to.be.within(count / 20, (count * 19) / 20);
    origin.close();
    while ((await origin.connections()) > 0) await new Promise((resolve) => setImmediate(resolve));
  }).timeout(60_000 + count * 20);
});
