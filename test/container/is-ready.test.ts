import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const program = fileURLToPath(new URL('../../bin/is-ready', import.meta.url));

/** The exit code of the container's health check beside a listener on `port`. */
const checked = async (port: number): Promise<number> => {
  const env = { ...process.env, SHRINKD_INTERNAL_PORT: String(port) };
  const [code] = (await once(execFile(program, { env }), 'exit')) as [number];
  return code;
};

describe('the health check of the container', () => {
  const paths: (string | undefined)[] = [];
  let status = 0;
  const server = createServer(({ url }, response) => {
    paths.push(url);
    response.writeHead(status).end();
  });

  before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  after(() => server.close());

  const port = (): number => (server.address() as AddressInfo).port;

  for (const [answer, code] of [
    [200, 0],
    [503, 1],
    [404, 1],
  ] as const) {
    it(`ends with ${code} where readiness is answered ${answer}`, async () => {
      status = answer;
      expect(await checked(port())).to.equal(code);
      expect(paths.at(-1)).to.equal('/readyz');
    });
  }

  it('fails in good time where nothing is answered', async function () {
    this.timeout(30_000);
    const silent = createTcpServer((socket) => socket.resume());
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    expect(await checked((silent.address() as AddressInfo).port)).to.equal(1);
    silent.close();
  });

  it('fails where nothing listens', async () => {
    const other = createServer();
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const { port: free } = other.address() as AddressInfo;
    await new Promise((resolve) => other.close(resolve));
    expect(await checked(free)).to.equal(1);
  });
});
