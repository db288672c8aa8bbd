import { getEventListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import { createResolve } from '../../src/source/resolve.ts';
import { createFetchSlots } from '../../src/source/fetch-slots.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { createTestFetcher, failureOf, notFound } from '../support/source/fetching.ts';
import { startNameServer } from '../support/source/name-server.ts';
import { startHttpOrigin } from '../support/source/origin.ts';

const never = new AbortController().signal;
const busy = {
  code: 'unavailable',
  message: 'Too many sources of your account are being fetched.',
};

/** Whether `promise` has settled once all that is ready has run. */
const isSettled = async (promise: Promise<unknown>): Promise<boolean> => {
  let settled = false;
  const settle = () => (settled = true);
  promise.then(settle, settle);
  await new Promise(setImmediate);
  return settled;
};

describe('fetch slots of accounts', () => {
  it('are given in order, when one of the account is released', async () => {
    const slots = createFetchSlots({ maxPerAccount: 1, maxWaitMs: 60_000 });
    const end = await slots.take('one', never);
    const [second, third] = [slots.take('one', never), slots.take('one', never)];
    expect(await Promise.all([second, third].map(isSettled))).to.deep.equal([false, false]);
    end();
    end();
    expect(await Promise.all([second, third].map(isSettled))).to.deep.equal([true, false]);
    (await second)();
    (await third)();
  });

  it('of one do not wait for those of another', async () => {
    const slots = createFetchSlots({ maxPerAccount: 1, maxWaitMs: 60_000 });
    await slots.take('one', never);
    await slots.take('other', never);
  });

  it('that are not free in time are refused, and the wait ends', async () => {
    const slots = createFetchSlots({ maxPerAccount: 1, maxWaitMs: 5 });
    const end = await slots.take('one', never);
    expect(await failureOf(slots.take('one', never))).to.deep.equal(busy);
    end();
    await slots.take('one', never);
  });

  it('end when the signal aborts, and leave no listener on it', async () => {
    const slots = createFetchSlots({ maxPerAccount: 1, maxWaitMs: 60_000 });
    const end = await slots.take('one', never);
    const gone = new Error('gone');
    const [leaver, stayer] = [new AbortController(), new AbortController()];
    const left = slots.take('one', leaver.signal).catch((error: unknown) => error);
    const stayed = slots.take('one', stayer.signal);
    leaver.abort(gone);
    expect(await left).to.equal(gone);
    end();
    await stayed;
    expect(getEventListeners(stayer.signal, 'abort')).to.deep.equal([]);
  });
});

describe('the sources of an account', () => {
  const file = temporaryFolders();

  it('by names whose servers are silent hold up those of no other', async () => {
    await writeFile(file('hosts'), '127.0.0.1 image.example');
    const server = await startNameServer(({ name, family }) =>
      name === 'asked.example' ? (family === 4 ? ['127.0.0.1'] : []) : 'silence',
    );
    const origin = await startHttpOrigin((_request, response) => response.end('picture'));
    const resolve = createResolve({ hostsFile: file('hosts'), nameServers: [server.address] });
    const fetcher = createTestFetcher({ resolve, maxPerAccount: 8, connectSeconds: 60 });
    const gone = new AbortController();
    const fetches = Array.from({ length: 24 }, (_, index) =>
      fetcher
        .open(`http://s${index}.example/`, { accountId: 'one', signal: gone.signal })
        .catch((error: unknown) => error),
    );
    for (const name of ['image.example', 'asked.example', 'localhost']) {
      const url = `http://${name}:${origin.port}/`;
      const body = await fetcher.open(url, { accountId: 'other', signal: never });
      expect((await buffer(body)).toString()).to.equal('picture');
    }
    const asked = new Set(server.questions.map(({ name }) => name).filter((n) => /^s\d/.test(n)));
    expect(asked.size).to.equal(8);
    gone.abort(new Error('gone'));
    await Promise.all(fetches);
    await Promise.all([server.close(), origin.close()]);
  });

  it('end their turns when they are read, fail, or are given up', async () => {
    const origin = await startHttpOrigin((request, response) =>
      response.writeHead(request.url === '/' ? 200 : 404).end('picture'),
    );
    const fetcher = createTestFetcher({ maxPerAccount: 1 });
    const client = { accountId: 'one', signal: never };
    const url = `http://127.0.0.1:${origin.port}/`;
    await buffer(await fetcher.open(url, client));
    expect(await failureOf(fetcher.open(`${url}x`, client))).to.deep.equal(
      notFound('Server responded with 404'),
    );
    expect(await failureOf(fetcher.open('http://', client))).to.deep.equal(
      notFound('Cannot parse URL'),
    );
    (await fetcher.open(url, client)).destroy();
    await buffer(await fetcher.open(url, client));
    await origin.close();
  });
});
