import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { ownService } from '../support/service/service.ts';
import { anim, anmf, jpegOf, vp8, vp8x, webpOf } from '../support/image/builders.ts';
import { startHttpOrigin, startSilentOrigin, type Origin } from '../support/source/origin.ts';
import { answerTo, createClient, jsonOf, type Client } from '../support/e2e/client.ts';
import { heldService } from '../support/e2e/held-encoder.ts';
import { newPhoto, photo } from '../support/e2e/pictures.ts';

/*
 * That the settings, and what follows from them, reach the parts which keep to them. Each limit of time is set below the others that
 * would end the same request, and so long that a busy machine keeps to it where it is not tested.
 */

const animation = 0x02;
const frame = anmf([0, 0, 4, 3], vp8(4, 3));

describe('limits of what is sent', () => {
  const service = ownService({
    flags: [
      ...['--limits-upload-bytes', '50000', '--limits-pixels', '1000', '--limits-frames', '2'],
      ...['--source-allow', '127.0.0.1/32', '--limits-body-bytes-per-second', '2000000'],
      ...['--source-total-seconds', '2'],
    ],
    derived: { limits: { bodyWindowSeconds: 1.5 }, source: { firstByteSeconds: 1 } },
  });
  let client: Client;
  before(() => {
    client = createClient(service());
  });
  after(() => client.close());

  const fetchOf = async (origin: Origin) => {
    const { status, body } = await client.send({
      method: 'POST',
      path: '/shrink',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ source: { url: `http://127.0.0.1:${origin.port}/` } }),
    });
    await origin.close();
    return { status, ...jsonOf({ body }) };
  };

  const tooLarge = [
    ['bytes', photo, 'at most 50000 bytes'],
    ['pixels', jpegOf({ width: 50, height: 30 }), '1000 pixels'],
    ['frames', webpOf(vp8x(animation, 4, 3), anim, frame, frame, frame), '2 frames'],
  ] as const;
  for (const [what, picture, message] of tooLarge) {
    it(`refuse more ${what}`, async () => {
      const { status, body } = await client.upload(picture);
      expect(status).to.equal(413);
      expect(jsonOf({ body })).to.include({ error: 'Request entity too large' });
      expect(jsonOf({ body })['message']).to.include(message);
    });
  }

  it('refuse longer JSON', async () => {
    const { status, body } = await client.send({
      method: 'POST',
      path: '/shrink',
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      body: JSON.stringify({ source: { url: `http://127.0.0.1/${'x'.repeat(65_536)}` } }),
    });
    expect(status).to.equal(413);
    expect(jsonOf({ body })['message']).to.include('65536 bytes');
  });

  it('refuse what arrives too slowly', async () => {
    const request = client.open({
      method: 'POST',
      path: '/shrink',
      headers: { 'Content-Length': '40000' },
    });
    request.write(photo.subarray(0, 20_000));
    const { status, body } = await answerTo(request);
    expect(status).to.equal(408);
    expect(jsonOf({ body })['message']).to.include('2000000 bytes a second');
  });

  it('refuse a source that does not begin to answer', async () => {
    const { status, error } = (await fetchOf(await startSilentOrigin())) as Record<string, unknown>;
    expect([status, error]).to.deep.equal([400, 'Source not found']);
  });

  it('refuse a source that does not come to its end', async () => {
    const origin = await startHttpOrigin((_request, response) => {
      response.writeHead(200).write(photo.subarray(0, 1000));
      const drip = setInterval(() => response.write('.'), 50);
      response.on('close', () => clearInterval(drip));
    });
    const { status, error } = (await fetchOf(origin)) as Record<string, unknown>;
    expect([status, error]).to.deep.equal([400, 'Source not found']);
  });
});

describe('limits of connections', () => {
  const service = ownService({
    flags: [
      ...['--limits-request-seconds', '3', '--limits-idle-seconds', '2'],
      ...['--limits-connections-per-address', '4'],
    ],
    derived: { limits: { firstByteSeconds: 1, headersSeconds: 1.5 } },
  });

  const opened = async (): Promise<TLSSocket> => {
    const { url, certificate } = service();
    const ca = readFileSync(certificate);
    const socket = connectTls({ host: 'localhost', port: Number(new URL(url).port), ca });
    await once(socket, 'secureConnect');
    return socket;
  };
  const head = 'POST /shrink HTTP/1.1\r\nHost: localhost\r\n';
  const authorization = (): string => `Authorization: Basic ${btoa(`api:${service().key}`)}\r\n`;

  it('close one that says nothing', async () => {
    const socket = connect(Number(new URL(service().url).port), 'localhost');
    expect(await text(socket)).to.equal('');
  });

  it('refuse headers that do not come to their end', async () => {
    const socket = await opened();
    const drip = setInterval(() => socket.write('X-More: of them\r\n'), 100);
    socket.write(head);
    expect(await text(socket)).to.match(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  it('refuse a body that does not come to its end', async () => {
    const socket = await opened();
    socket.write(`${head}${authorization()}Content-Length: 100000000\r\n\r\n`);
    const drip = setInterval(() => socket.write(Buffer.alloc(1000)), 50);
    const answer = await text(socket);
    clearInterval(drip);
    expect(answer)
      .to.match(/^HTTP\/1\.1 408 /)
      .and.to.include('took too long to arrive');
  });

  it('close one that is idle', async () => {
    const socket = await opened();
    socket.write(`${head}${authorization()}Content-Length: 0\r\n\r\n`);
    expect(await text(socket)).to.match(/^HTTP\/1\.1 400 .*InputMissing/s);
  });

  it('close those that are one too many', async () => {
    const sockets = await Promise.all([opened(), opened(), opened(), opened()]);
    const fifth = connect(Number(new URL(service().url).port), 'localhost');
    fifth.on('error', () => undefined);
    await once(fifth.resume(), 'close');
    for (const socket of sockets) socket.destroy();
  });
});

describe('limits of waiting', () => {
  const { service, encoder } = heldService({
    flags: [
      ...['--queue-slots', '1', '--queue-max-wait-seconds', '0.8'],
      ...['--queue-answer-seconds', '10', '--quality-mode', 'fixed'],
    ],
    derived: { tools: { deadlineSeconds: 50 } },
  });

  it('refuse a job that gets no tool, and give the source where a tool takes too long', async () => {
    const client = createClient(service());
    await encoder().shut();
    const source = newPhoto();
    const first = client.upload(source);
    await encoder().waiting(service(), 1);
    // Waits for the only slot, whose tool is ended when an answer is due.
    const { status, headers } = await client.upload(newPhoto());
    expect(status).to.equal(503);
    expect(Number(headers['retry-after'])).to.be.at.least(1);
    const answer = await first;
    expect(answer.status).to.equal(201);
    const { type, size } = jsonOf(answer)['output'] as { type: string; size: number };
    expect(type).to.equal('image/jpeg');
    expect(size).to.be.within(source.length - 100, source.length);
    client.close();
  });
});
