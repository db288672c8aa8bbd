import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { getEventListeners } from 'node:events';
import { createServer } from 'node:net';
import { mock } from 'node:test';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { createDeadline } from '../../src/source/deadline.ts';
import {
  createTestFetcher,
  failureOf,
  fetchWhole,
  neverResolving,
  notFound,
} from '../support/source/fetching.ts';
import { startHttpOrigin, startOrigin, startSilentOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

/** A timeout that is not reached: a machine under load may take a while to connect. */
const shortMs = 2000;
const late = notFound('Server did not respond in time');

let origin: Origin;

/** Whatever went wrong, our end of every connection closes before the origin closes its own. */
const closeWhenIdle = async () => {
  await Promise.race([origin.idle(), delay(30_000, undefined, { ref: false })]);
  const connections = origin.connections.size;
  await origin.close();
  expect(connections).to.equal(0);
};

/** Sends a head and a first part of the body, and no more. */
const startStallingOrigin = () =>
  startHttpOrigin((_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('part');
  });

describe('a source that takes too long', () => {
  afterEach(closeWhenIdle);

  it('to resolve fails at the connect timeout', async () => {
    origin = await startSilentOrigin();
    const failure = failureOf(
      fetchWhole('http://image.example/', { resolve: neverResolving, connectSeconds: 0.02 }),
    );
    expect(await failure).to.deep.equal(notFound('Name server did not respond in time'));
  });

  it('to shake hands for TLS fails at the connect timeout', async () => {
    origin = await startSilentOrigin();
    const failure = failureOf(
      fetchWhole(`https://127.0.0.1:${origin.port}/`, { connectSeconds: 0.02 }),
    );
    expect(await failure).to.deep.equal(late);
  });

  it('to answer fails at the first-byte timeout', async () => {
    origin = await startSilentOrigin();
    const failure = failureOf(
      fetchWhole(`http://127.0.0.1:${origin.port}/`, { firstByteSeconds: 0.02 }),
    );
    expect(await failure).to.deep.equal(late);
  });

  it('to send its whole head fails at the first-byte timeout', async () => {
    origin = await startOrigin(
      createServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\nX: ');
        const drops = setInterval(() => socket.write('x'), 5);
        socket.once('close', () => clearInterval(drops)).resume();
      }),
    );
    const failure = failureOf(
      fetchWhole(`http://127.0.0.1:${origin.port}/`, { firstByteSeconds: 0.05 }),
    );
    expect(await failure).to.deep.equal(late);
  });

  it('within the body fails at the total timeout', async () => {
    origin = await startStallingOrigin();
    const failure = failureOf(
      fetchWhole(`http://127.0.0.1:${origin.port}/`, { totalSeconds: 0.05 }),
    );
    expect(await failure).to.deep.equal(late);
  });

  it('over several redirects fails at the total timeout', async () => {
    origin = await startHttpOrigin((_request, response) => {
      setTimeout(() => response.writeHead(302, { Location: '/' }).end(), 20);
    });
    const failure = failureOf(
      fetchWhole(`http://127.0.0.1:${origin.port}/`, { maxRedirects: 1000, totalSeconds: 0.1 }),
    );
    expect(await failure).to.deep.equal(late);
  });

  it('only after its head is not held to the connect and first-byte timeouts', async () => {
    origin = await startHttpOrigin((_request, response) => {
      response.write('slow ');
      setTimeout(() => response.end('picture'), 1.2 * shortMs);
    });
    const url = `http://127.0.0.1:${origin.port}/`;
    const body = await fetchWhole(url, {
      connectSeconds: shortMs / 1000,
      firstByteSeconds: shortMs / 1000,
    });
    expect(body.toString()).to.equal('slow picture');
  });

  it('to answer is not held to the connect timeout once connected', async () => {
    origin = await startHttpOrigin((_request, response) => {
      setTimeout(() => response.end('picture'), 1.2 * shortMs);
    });
    const body = await fetchWhole(`http://127.0.0.1:${origin.port}/`, {
      connectSeconds: shortMs / 1000,
    });
    expect(body.toString()).to.equal('picture');
  });
});

const errorOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a source whose client has gone', () => {
  afterEach(closeWhenIdle);

  const gone = new Error('the client has gone');

  it('before the start is not asked for', async () => {
    origin = await startSilentOrigin();
    const promise = fetchWhole(`http://127.0.0.1:${origin.port}/`, {}, AbortSignal.abort(gone));
    expect(await errorOf(promise)).to.equal(gone);
  });

  it('while its name is resolved ends at once', async () => {
    origin = await startSilentOrigin();
    const controller = new AbortController();
    const resolve = () => {
      queueMicrotask(() => controller.abort(gone));
      return neverResolving();
    };
    const promise = fetchWhole('http://image.example/', { resolve }, controller.signal);
    expect(await errorOf(promise)).to.equal(gone);
  });

  it('before its name is resolved ends at once', async () => {
    origin = await startSilentOrigin();
    const resolve = neverResolving;
    const promise = fetchWhole('http://image.example/', { resolve }, AbortSignal.abort(gone));
    expect(await errorOf(promise)).to.equal(gone);
  });

  it('at the very moment the head arrives ends at once', async () => {
    origin = await startStallingOrigin();
    const controller = new AbortController();
    const abortSoon = () => queueMicrotask(() => controller.abort(gone));
    subscribe('http.client.response.finish', abortSoon);
    const promise = fetchWhole(`http://127.0.0.1:${origin.port}/`, {}, controller.signal);
    const error = await errorOf(promise);
    unsubscribe('http.client.response.finish', abortSoon);
    expect(error).to.equal(gone);
  });

  it('while it waits for the head ends at once', async () => {
    origin = await startHttpOrigin(() => controller.abort(gone));
    const controller = new AbortController();
    const promise = fetchWhole(`http://127.0.0.1:${origin.port}/`, {}, controller.signal);
    expect(await errorOf(promise)).to.equal(gone);
  });

  it('within the body ends at once, even before anything is read', async () => {
    origin = await startStallingOrigin();
    const controller = new AbortController();
    const url = `http://127.0.0.1:${origin.port}/`;
    const body = await createTestFetcher().open(url, {
      accountId: 'one',
      signal: controller.signal,
    });
    controller.abort(gone);
    expect(await errorOf(buffer(body))).to.equal(gone);
  });

  it('causes no uncaught error when the stream is never read', async () => {
    origin = await startStallingOrigin();
    const controller = new AbortController();
    const url = `http://127.0.0.1:${origin.port}/`;
    const body = await createTestFetcher().open(url, {
      accountId: 'one',
      signal: controller.signal,
    });
    controller.abort(gone);
    await new Promise((resolve) => body.once('close', resolve));
    expect(body.errored).to.equal(gone);
  });

  it('closes its connection when the stream is destroyed', async () => {
    origin = await startStallingOrigin();
    const body = await createTestFetcher().open(`http://127.0.0.1:${origin.port}/`, {
      accountId: 'one',
      signal: new AbortController().signal,
    });
    body.destroy();
    await origin.idle();
    expect(origin.connections.size).to.equal(0);
  });
});

describe('a finished fetch', () => {
  afterEach(closeWhenIdle);

  it('leaves neither a timer nor a listener on its signal', async () => {
    origin = await startHttpOrigin((request, response) =>
      response.writeHead(request.url === '/' ? 200 : 404).end(),
    );
    const { signal } = new AbortController();
    const timersBefore = countTimers();
    await fetchWhole(`http://127.0.0.1:${origin.port}/`, {}, signal);
    await failureOf(fetchWhole(`http://127.0.0.1:${origin.port}/missing`, {}, signal));
    await origin.idle();
    expect(getEventListeners(signal, 'abort')).to.deep.equal([]);
    expect(countTimers()).to.be.at.most(timersBefore);
  });
});

const countTimers = () =>
  process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;

describe('a deadline', () => {
  afterEach(() => mock.timers.reset());

  it('keeps no timer and no listener once it is released', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const parent = new AbortController();
    const deadline = createDeadline(parent.signal, 5);
    deadline.restart(5);
    deadline.release();
    parent.abort();
    mock.timers.tick(5);
    expect(deadline.signal.aborted).to.equal(false);
  });
});
