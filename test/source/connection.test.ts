import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { connectTo, inPieces } from '../../src/source/connection.ts';
import { ServiceError } from '../../src/errors.ts';
import { createOverhead } from '../../src/source/overhead.ts';
import { startOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

describe('a connection that is read in pieces', () => {
  let origin: Origin;
  let socket: Socket;
  const connect = async (sentBytes: number): Promise<void> => {
    origin = await startOrigin(createServer((peer) => peer.end('x'.repeat(sentBytes))));
    const url = new URL(`http://127.0.0.1:${origin.port}/`);
    const addresses = [{ address: '127.0.0.1', family: 4 }];
    socket = connectTo({ url, host: '127.0.0.1', port: origin.port, addresses });
  };
  afterEach(() => origin.close());

  const answer = (headers: IncomingMessage['headers']) =>
    ({ headers, readableLength: 0 }) as IncomingMessage;

  const cases: readonly (readonly [string, IncomingMessage | undefined, boolean])[] = [
    ['small ones before the answer', undefined, true],
    ['small ones of a body in chunks', answer({ 'transfer-encoding': 'chunked' }), true],
    ['small ones after the end of the body', answer({ 'content-length': '0' }), true],
    ['large ones of a body with a length', answer({ 'content-length': '300000' }), false],
    ['large ones of a body without a length', answer({}), false],
  ];
  for (const [title, response, areSmall] of cases) {
    it(`gives ${title}`, async () => {
      await connect(300_000);
      const overhead = createOverhead();
      if (response !== undefined) overhead.answered(response);
      const stream = inPieces(socket, { ...overhead, problem: () => undefined });
      const sizes: number[] = [];
      stream.on('data', (piece: Buffer) => {
        sizes.push(piece.length);
        overhead.bodyRead(piece.length);
      });
      await once(stream, 'end');
      expect(sizes.reduce((sum, size) => sum + size, 0)).to.equal(300_000);
      expect(Math.max(...sizes) <= 4096).to.equal(areSmall);
    });
  }

  it('gives no piece after a problem, and is closed with it', async () => {
    await connect(300_000);
    const problem = new ServiceError('source_not_found', 'enough');
    const stream = inPieces(socket, { ...createOverhead(), problem: () => problem });
    let pieces = 0;
    stream.on('data', () => (pieces += 1));
    const [error] = (await once(stream, 'close').catch((cause: unknown) => [cause])) as unknown[];
    expect(error).to.equal(problem);
    expect(pieces).to.equal(1);
    await origin.idle();
  });

  it('is read to its end after the socket has closed', async () => {
    await connect(20_000);
    const stream = inPieces(socket, createOverhead());
    await once(socket, 'close');
    expect((await buffer(stream)).length).to.equal(20_000);
  });
});
