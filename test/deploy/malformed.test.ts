import { expect } from 'chai';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { startNginx } from '../support/deploy/balancers.ts';
import { operatorsPair } from '../support/http/certificates.ts';
import { requireProgram } from '../support/deploy/programs.ts';
import { freePort } from '../support/ports.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';

/** haproxy has a text of its own for these, which no configuration replaces. */
const malformed: Readonly<Record<string, string>> = {
  'a line without an address': '0\r\n\r\n',
  'a method alone': 'GET\r\n\r\n',
  'no Host': 'GET / HTTP/1.1\r\n\r\n',
  'two lengths': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
  'an odd coding': 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: odd\r\n\r\n',
  'a long address': `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'a long header': `GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(40_000)}\r\n\r\n`,
  'a tunnel': 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n',
};

describe('the nginx of deploy/', () => {
  const inFolder = temporaryFolders();

  it('answers what is no request for it with 400 in JSON', async function () {
    requireProgram(this, 'nginx');
    const port = await freePort();
    const nodes = [1, 2, 3].map(() => [1, 1] as const);
    const balancer = await startNginx({
      folder: inFolder(),
      port,
      pair: await operatorsPair({ commonName: 'localhost' }),
      nodes,
    });
    try {
      for (const [title, request] of Object.entries(malformed)) {
        const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
        socket.on('error', () => undefined);
        socket.write(request);
        const [answer] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        expect(String(answer), title).to.match(
          /^HTTP\/1\.[01] 400 .*\r\nContent-Type: application\/json\r\n/s,
        );
      }
    } finally {
      await balancer.close();
    }
  });
});
