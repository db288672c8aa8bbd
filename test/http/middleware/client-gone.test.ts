import { expect } from 'chai';
import { once } from 'node:events';
import { connect } from 'node:net';
import { basic, startApi } from '../../support/http/api.ts';

describe('a client that leaves', () => {
  it('aborts its request, releases its admission and is logged as gone', async () => {
    const entered = Promise.withResolvers<void>();
    const left = Promise.withResolvers<unknown>();
    const api = await startApi({
      receive: async (_input, signal) => {
        entered.resolve();
        await once(signal, 'abort');
        left.resolve(signal.reason);
        throw signal.reason;
      },
    });
    try {
      const socket = connect(api.port, '127.0.0.1');
      socket.write(
        `POST /shrink HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic(`api:${api.key}`)}\r\nContent-Length: 100\r\n\r\npart`,
      );
      await entered.promise;
      expect(api.queue.size()).to.equal(1);
      socket.destroy();
      expect(String(await left.promise)).to.equal('Error: the client has disconnected');
      while (api.queue.size() > 0) await new Promise(setImmediate);
      expect(api.logLines).to.have.length(1);
      // What arrived, not the announced length.
      const line = { msg: 'request abandoned', route: '/shrink', bytesIn: 4 };
      expect(api.logLines[0]).to.include(line);
      expect(api.logLines[0]).not.to.have.any.keys('status', 'bytesOut');
      // Another request is served as ever.
      expect((await api.ask('/nothing')).status).to.equal(404);
    } finally {
      await api.close();
    }
  });

  for (const [title, headers, body] of [
    ['before its JSON begins', [], ''],
    ['in the middle of its JSON', [], '5\r\n{"sou\r\n'],
    ['in the middle of compressed JSON', ['Content-Encoding: gzip'], '2\r\n\x1f\x8b\r\n'],
  ] as const) {
    it(`releases its admission ${title}`, async () => {
      const api = await startApi();
      try {
        const socket = connect(api.port, '127.0.0.1');
        const own = [`Authorization: ${basic(`api:${api.key}`)}`, 'Transfer-Encoding: chunked'];
        const type = 'Content-Type: application/json';
        const lines = ['POST /shrink HTTP/1.1', 'Host: localhost', ...own, type, ...headers];
        socket.write(Buffer.from([...lines, '', body].join('\r\n'), 'latin1'));
        while (api.queue.size() === 0) await new Promise(setImmediate);
        socket.destroy();
        while (api.queue.size() > 0) await new Promise(setImmediate);
        expect(api.logLines).to.have.length(1);
        expect(api.logLines[0]).to.include({ msg: 'request abandoned' });
      } finally {
        await api.close();
      }
    });
  }
});
