import { expect } from 'chai';
import { once } from 'node:events';
import http2 from 'node:http2';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { rejectionOf } from '../../support/rejection.ts';
import { host, securePorts } from '../../support/http/secure-port.ts';

describe('the server of the API', () => {
  const open = securePorts();

  it('speaks HTTP/1.1', async () => {
    const { overHttp1 } = await open();
    const response = await overHttp1();
    expect(response.headers['x-version']).to.equal('1.1');
    expect(await text(response)).to.equal('hello');
  });

  it('speaks HTTP/2', async () => {
    const { listening, pair } = await open();
    const session = http2.connect(`https://${host}:${listening.port}`, { ca: pair.cert });
    const request = session.request({ ':path': '/' });
    const [headers] = (await once(request, 'response')) as [http2.IncomingHttpHeaders];
    expect(headers).to.include({ ':status': 200, 'x-version': '2.0' });
    expect(await text(request)).to.equal('hello');
    session.destroy();
  });

  for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
    it(`takes ${version}`, async () => {
      const { secured } = await open();
      const socket = await secured({ minVersion: version, maxVersion: version });
      expect(socket.getProtocol()).to.equal(version);
      socket.destroy();
    });
  }

  for (const [offered, chosen, status] of [
    [['h2', 'http/1.1'], 'h2', undefined],
    [['http/1.1', 'h2'], 'h2', undefined],
    [['http/1.1', 'http/1.0'], 'http/1.1', 'HTTP/1.1 200 OK'],
    [['http/1.0'], 'http/1.0', 'HTTP/1.1 200 OK'],
    [undefined, false, 'HTTP/1.1 200 OK'],
  ] as const) {
    it(`chooses ${chosen || 'no name'} for a client that offers ${offered?.join(', ') ?? 'none'}`, async () => {
      const { secured } = await open();
      const socket = await secured(offered && { ALPNProtocols: [...offered] });
      expect(socket.alpnProtocol).to.equal(chosen);
      if (status === undefined) return void socket.destroy();
      socket.write('GET / HTTP/1.0\r\nHost: localhost\r\n\r\n');
      expect(await text(socket)).to.match(new RegExp(`^${status}\r\n`));
    });
  }

  it('offers HTTP/1.1 alone where HTTP/2 is switched off', async () => {
    const { secured, overHttp1 } = await open({}, undefined, { offersHttp2: false });
    const socket = await secured({ ALPNProtocols: ['h2', 'http/1.1'] });
    expect(socket.alpnProtocol).to.equal('http/1.1');
    socket.destroy();
    expect((await overHttp1()).headers).to.have.property('x-version', '1.1');
    const error = await rejectionOf(secured({ ALPNProtocols: ['h2'] }));
    expect(String(error)).to.match(/no application protocol/i);
  });

  for (const keyType of ['ec', 'rsa'] as const) {
    const signed = keyType === 'ec' ? 'ECDSA' : 'RSA';
    for (const suite of ['AES128-GCM-SHA256', 'AES256-GCM-SHA384', 'CHACHA20-POLY1305']) {
      it(`takes ${suite} over TLS 1.2 with an ${keyType} key`, async () => {
        const { secured } = await open({}, undefined, { keyType });
        const ciphers = `ECDHE-${signed}-${suite}`;
        const socket = await secured({ maxVersion: 'TLSv1.2', ciphers });
        expect(socket.getCipher().name).to.equal(ciphers);
        socket.destroy();
      });
    }

    it(`refuses CBC suites and those without forward secrecy with an ${keyType} key`, async () => {
      const { secured } = await open({}, undefined, { keyType });
      const suites = ['AES128-SHA', 'AES256-SHA', 'AES128-SHA256', 'AES256-SHA384'];
      const offered = [...suites.map((suite) => `ECDHE-${signed}-${suite}`), 'AES128-GCM-SHA256'];
      const connecting = secured({ maxVersion: 'TLSv1.2', ciphers: offered.join(':') });
      expect(String(await rejectionOf(connecting))).to.match(/handshake failure/i);
    });
  }

  it('refuses TLS 1.1', async () => {
    const { listening } = await open();
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

  it('answers plain HTTP with JSON that asks for HTTPS', async () => {
    const { listening } = await open();
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

  it('cuts a connection that sends nothing', async () => {
    const { listening } = await open({ firstByteMs: 100 });
    const socket = connect(listening.port, host);
    expect(await text(socket)).to.equal('');
  });

  it('cuts a connection that stops in the middle of its first TLS record', async () => {
    const { listening } = await open({ headersMs: 100 });
    const socket = connect(listening.port, host);
    socket.write(Buffer.from([0x16, 3, 1]));
    await once(socket.resume(), 'close');
  });

  it('cuts a client that goes silent in the middle of its upload', async () => {
    const { secured } = await open({ idleMs: 2000 }, (request, response) => {
      request.on('error', () => undefined);
      request.resume().on('end', () => response.end());
    });
    const socket = await secured({ ALPNProtocols: ['http/1.1'] });
    socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\npart');
    expect(await text(socket)).to.match(/^(HTTP\/1\.1 408 .*)?$/s);
  });

  it('survives clients that break the protocol', async () => {
    const { listening, secured, overHttp1 } = await open();
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
});
