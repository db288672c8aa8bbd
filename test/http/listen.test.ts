import { expect } from 'chai';
import { once } from 'node:events';
import { rename, utimes, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { StartError } from '../../src/errors.ts';
import { type KeyPair, type KeyPairFiles, selfSignedKeyPair } from '../../src/http/certificate.ts';
import {
  type ClientTimes,
  listen,
  type Listening,
  plainServer,
  reloadOnChange,
  type RequestListener,
  secureServer,
} from '../../src/http/listen.ts';
import { rejectionOf } from '../helpers/rejection.ts';
import { temporaryFolders } from '../helpers/temporary-folders.ts';

const times: ClientTimes = { firstByteMs: 5000, headersMs: 5000, requestMs: 5000, idleMs: 5000 };
const host = '127.0.0.1';
const hello: RequestListener = (request, response) => {
  response.setHeader('X-Version', request.httpVersion);
  response.end('hello');
};

describe('the port of the API', () => {
  const inFolder = temporaryFolders();
  let files: KeyPairFiles;
  /** Made once: that takes longer than the tests. */
  let pair: KeyPair | undefined;
  let server: http2.Http2SecureServer;
  let listening: Listening;

  const open = async (given: Partial<ClientTimes> = {}, listener = hello): Promise<void> => {
    server = secureServer(listener, pair!, { ...times, ...given });
    listening = await listen(server, { host, port: 0 });
  };
  beforeEach(async () => {
    files = { cert: inFolder('cert.pem'), key: inFolder('key.pem') };
    pair ??= await selfSignedKeyPair(files, new Date());
    await writeFile(files.cert, pair.cert);
    await writeFile(files.key, pair.key);
  });
  afterEach(async () => {
    listening.destroy();
    if (server.listening) await listening.close();
  });

  const overHttp1 = async (agent: https.Agent | false = false): Promise<http.IncomingMessage> => {
    const request = https.get({ host, port: listening.port, ca: pair!.cert, agent });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return response;
  };

  const secured = async (options: tls.ConnectionOptions = {}): Promise<tls.TLSSocket> => {
    const socket = tls.connect({
      host,
      port: listening.port,
      rejectUnauthorized: false,
      ...options,
    });
    await once(socket, 'secureConnect');
    return socket;
  };

  it('speaks HTTP/1.1', async () => {
    await open();
    const response = await overHttp1();
    expect(response.headers['x-version']).to.equal('1.1');
    expect(await text(response)).to.equal('hello');
  });

  it('speaks HTTP/2', async () => {
    await open();
    const session = http2.connect(`https://${host}:${listening.port}`, { ca: pair!.cert });
    const request = session.request({ ':path': '/' });
    const [headers] = (await once(request, 'response')) as [http2.IncomingHttpHeaders];
    expect(headers).to.include({ ':status': 200, 'x-version': '2.0' });
    expect(await text(request)).to.equal('hello');
    session.destroy();
  });

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`takes ${version}`, async () => {
      await open();
      const socket = await secured({ minVersion: version, maxVersion: version });
      expect(socket.getProtocol()).to.equal(version);
      socket.destroy();
    });
  }

  it('refuses TLS 1.1', async () => {
    await open();
    const socket = tls.connect({
      host,
      port: listening.port,
      rejectUnauthorized: false,
      minVersion: 'TLSv1.1',
      maxVersion: 'TLSv1.1',
      // Or our own OpenSSL would not even offer it.
      ciphers: 'DEFAULT:@SECLEVEL=0',
    });
    const [error] = (await once(socket, 'error')) as unknown as [Error & { code: string }];
    expect(error.code).to.match(/PROTOCOL_VERSION|ECONNRESET/);
  });

  it('tells plain HTTP to use HTTPS, in JSON', async () => {
    await open();
    const response = await fetch(`http://${host}:${listening.port}/shrink`, {
      method: 'POST',
      body: 'picture',
    });
    expect(response.status).to.equal(403);
    expect(response.headers.get('content-type')).to.equal('application/json');
    expect(await response.json()).to.deep.equal({
      error: 'HTTPS required',
      message: 'Use https:// instead of http://.',
    });
  });

  it('cuts a connection that says nothing', async () => {
    await open({ firstByteMs: 100 });
    const socket = connect(listening.port, host);
    expect(await text(socket)).to.equal('');
  });

  it('cuts a connection that stops in the middle of its first TLS record', async () => {
    await open({ headersMs: 100 });
    const socket = connect(listening.port, host);
    socket.write(Buffer.from([0x16, 3, 1]));
    await once(socket.resume(), 'close');
  });

  it('cuts a client that goes silent in the middle of its upload', async () => {
    await open({ idleMs: 200 }, (request, response) => {
      request.on('error', () => undefined);
      request.resume().on('end', () => response.end());
    });
    const socket = await secured({ ALPNProtocols: ['http/1.1'] });
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\npart');
    expect(await text(socket)).to.match(/^(HTTP\/1\.1 408 .*)?$/s);
  });

  it('survives clients that break the protocol', async () => {
    await open();
    const broken = [
      Buffer.from([0x16, 3, 1, 0, 5, 1, 2, 3, 4, 5]),
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.from([0]),
    ];
    for (const bytes of broken) {
      const socket = connect(listening.port, host);
      socket.on('error', () => undefined);
      socket.end(bytes);
      await once(socket.resume(), 'close');
    }
    const socket = await secured({ ALPNProtocols: ['h2'] });
    socket.on('error', () => undefined);
    socket.write('this is no preface of HTTP/2, but long enough to be seen as something else');
    await once(socket.resume(), 'close');
    expect((await overHttp1()).statusCode).to.equal(200);
  });

  describe('when it is closed', () => {
    it('ends idle connections, of both protocols, at once', async () => {
      await open();
      const agent = new https.Agent({ keepAlive: true });
      await text(await overHttp1(agent));
      const session = http2.connect(`https://${host}:${listening.port}`, { ca: pair!.cert });
      const request = session.request({ ':path': '/' });
      await text(request);
      await listening.close();
      agent.destroy();
      session.destroy();
    });

    it('lets a request under way finish, and takes no other', async () => {
      const finish = Promise.withResolvers<void>();
      const begun = Promise.withResolvers<void>();
      await open({}, async (_request, response) => {
        begun.resolve();
        await finish.promise;
        response.end('finished');
      });
      const answer = overHttp1();
      await begun.promise;
      const closed = listening.close();
      const late = connect(listening.port, host);
      const [error] = (await once(late, 'error')) as unknown as [Error & { code: string }];
      expect(error.code).to.equal('ECONNREFUSED');
      finish.resolve();
      expect(await text(await answer)).to.equal('finished');
      await closed;
    });

    it('cuts what is left when told to', async () => {
      await open({}, () => undefined);
      const answer = rejectionOf(overHttp1());
      const socket = connect(listening.port, host);
      await Promise.all([once(socket, 'connect'), once(server, 'request')]);
      const closed = listening.close();
      listening.destroy();
      await closed;
      expect(await answer).to.have.property('code', 'ECONNRESET');
      if (!socket.closed) await once(socket.resume(), 'close');
    });
  });

  describe('when its certificate changes', () => {
    const shownSerial = async (): Promise<string> => {
      const socket = await secured();
      const { serialNumber } = socket.getPeerCertificate();
      socket.destroy();
      return serialNumber;
    };
    let reloads: unknown[];
    let stop: () => void;
    beforeEach(async () => {
      await open();
      await Promise.all([files.cert, files.key].map((path) => utimes(path, 1000, 1000)));
      reloads = [];
      stop = reloadOnChange(server, files, (problem) => reloads.push(problem));
    });
    afterEach(() => stop());

    const reloaded = async (count: number): Promise<void> => {
      while (reloads.length < count) await new Promise((resolve) => setTimeout(resolve, 20));
    };

    it('shows the new one to new connections', async () => {
      const before = await shownSerial();
      const others = { cert: inFolder('new-cert.pem'), key: inFolder('new-key.pem') };
      await selfSignedKeyPair(others, new Date());
      await rename(others.key, files.key);
      await rename(others.cert, files.cert);
      while ((await shownSerial()) === before) await new Promise(setImmediate);
      expect(reloads).to.include(undefined);
    });

    it('keeps the present one when the files are broken, and says so', async () => {
      const before = await shownSerial();
      await writeFile(files.cert, 'broken');
      await reloaded(1);
      expect(reloads[0]).to.be.instanceOf(Error);
      expect(await shownSerial()).to.equal(before);
    });

    it('does not read files again that were only read by somebody', async () => {
      await utimes(files.cert, 2000, 1000);
      // The change that shows when both have been looked at.
      await utimes(files.key, 2000, 2000);
      await reloaded(1);
      expect(reloads).to.deep.equal([undefined]);
    });
  });
});

describe('a port', () => {
  it('that another program uses is named, with what to do', async () => {
    const first = await listen(plainServer(hello, times), { host, port: 0 });
    const error = await rejectionOf(listen(plainServer(hello, times), { host, port: first.port }));
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain(
      `Cannot listen on port ${first.port} of 127.0.0.1: another program does. Choose another with --port or SHRINKD_PORT.`,
    );
    await first.close();
  });

  it('of an address that this machine does not have is refused', async () => {
    const error = await rejectionOf(
      listen(plainServer(hello, times), { host: '192.0.2.1', port: 0 }),
    );
    expect(error).to.be.instanceOf(StartError);
    expect(String(error)).to.contain('Cannot listen on port 0 of 192.0.2.1: ');
  });
});
