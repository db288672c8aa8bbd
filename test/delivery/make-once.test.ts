import { expect } from 'chai';
import { createMakeOnce } from '../../src/delivery/make-once.ts';
import type { Make, Work } from '../../src/delivery/make.ts';
import type { Locks } from '../../src/state/locks.ts';
import { rejectionOf } from '../support/rejection.ts';
import { accountOf, receipt } from '../support/service/samples.ts';

/** Nodes that share locks and outputs in memory. `makes`: what each attempt does, the first one first. */
const createNodes = (makes: readonly ((key: string) => Promise<string>)[], waitMs = 10_000) => {
  const held = new Set<string>();
  const there = new Set<string>();
  let attempts = 0;
  const locks: Locks = {
    take: async (name) => {
      if (held.has(name)) return undefined;
      held.add(name);
      return { release: async () => void held.delete(name) };
    },
  };
  const make: Make = async ({ key }) => {
    const made = await makes[attempts++]!(key);
    there.add(made);
    return made;
  };
  const outputs = {
    has: async (key: string) => there.has(key),
    openResult: async (key: string) =>
      there.has(key) && key !== 'evicted'
        ? { ...lease, release: () => void (released += 1) }
        : undefined,
  };
  let released = 0;
  const createNode = (of: Locks | undefined) =>
    createMakeOnce({ make, locks: of, outputs, waitMs });
  /** Asks a node of its own, or the given one. */
  const ask = async (
    signal = new AbortController().signal,
    key = 'a',
    node = createNode(locks),
  ) => {
    const made = await node({ key, account: accountOf('ann') } as Work, signal);
    made.release();
    return { key: made.key, outcome: made.outcome };
  };
  return { ask, held, there, createNode, attempts: () => attempts, released: () => released };
};

const lease = {
  result: { mediaType: 'image/webp', bytes: 1, width: 1, height: 1, sha256: '' },
  ...{ resultPath: '', made: { sourceSha256: '', receipt } },
};

const asItShould = async (key: string): Promise<string> => key;

describe('results that one node makes for all', () => {
  it('are made once', async () => {
    const { ask, held, attempts } = createNodes([asItShould]);
    const made = await Promise.all([ask(), ask(), ask()]);
    expect(made.map(({ outcome }) => outcome)).to.deep.equal(['made', 'shared', 'shared']);
    expect([attempts(), held.size]).to.deep.equal([1, 0]);
  });

  it('are not made where they came to be between the look and the lock', async () => {
    const { ask, there, held } = createNodes([]);
    there.add('a');
    expect(await ask()).to.deep.equal({ key: 'a', outcome: 'shared' });
    expect(held.size).to.equal(0);
  });

  for (const [title, first] of [
    ['has failed', () => Promise.reject(new Error('no source'))],
    ['has made one that nobody else finds', async () => 'degraded'],
  ] as const) {
    it(`are made by the next node where one ${title}`, async () => {
      const { ask, attempts } = createNodes([first, asItShould]);
      const answers = await Promise.allSettled([ask(), ask()]);
      expect(answers[1]).to.deep.include({ value: { key: 'a', outcome: 'made' } });
      expect(attempts()).to.equal(2);
    });
  }

  it('are made apart from their drafts', async () => {
    const { ask, there } = createNodes([asItShould, asItShould]);
    const signal = new AbortController().signal;
    await Promise.all([ask(), ask(signal, 'draft')]);
    expect([...there]).to.deep.equal(['a', 'draft']);
  });

  it('are made once on a node for all that wait there', async () => {
    const { ask, createNode, attempts, released } = createNodes([asItShould]);
    const node = createNode(undefined);
    const made = await Promise.all([1, 2, 3].map(() => ask(undefined, 'a', node)));
    expect(made.map(({ outcome }) => outcome)).to.deep.equal(['made', 'shared', 'shared']);
    expect([attempts(), released()]).to.deep.equal([1, 3]);
  });

  it('are answered as not kept where they are evicted at once', async () => {
    const { ask } = createNodes([async () => 'evicted']);
    const expected = {
      code: 'unavailable',
      message: 'The result could not be kept. Try again later.',
    };
    expect(await rejectionOf(ask())).to.include(expected);
  });

  it('are waited for no longer than an answer may take, and than anybody asks', async () => {
    const { ask } = createNodes([() => new Promise(() => undefined)], 150);
    void ask();
    const controller = new AbortController();
    const leaving = rejectionOf(ask(controller.signal));
    controller.abort();
    expect(await leaving).to.include({ name: 'AbortError' });
    expect(await rejectionOf(ask())).to.include({ code: 'unavailable', retryAfterSeconds: 5 });
  });
});
