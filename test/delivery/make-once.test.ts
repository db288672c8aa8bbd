import { expect } from 'chai';
import { createMakeOnce } from '../../src/delivery/make-once.ts';
import type { Make, Work } from '../../src/delivery/make.ts';
import type { Locks } from '../../src/state/locks.ts';
import { rejectionOf } from '../support/rejection.ts';

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
  const make: Make = async (work, _signal, way) => {
    const key = way?.kind === 'draft' ? way.key : work.key;
    const made = await makes[attempts++]!(key);
    there.add(made);
    return { key: made, isShared: false };
  };
  const outputs = { has: async (key: string) => there.has(key) };
  const makeOnce = createMakeOnce({ make, locks, outputs, waitMs });
  const ask = (signal = new AbortController().signal, way?: Parameters<Make>[2]) =>
    makeOnce({ key: 'a' } as Work, signal, way);
  return { ask, held, there, attempts: () => attempts };
};

const asItShould = async (key: string): Promise<string> => key;

describe('results that one node makes for all', () => {
  it('are made once', async () => {
    const { ask, held, attempts } = createNodes([asItShould]);
    const made = await Promise.all([ask(), ask(), ask()]);
    expect(made.map(({ isShared }) => isShared)).to.deep.equal([false, true, true]);
    expect([attempts(), held.size]).to.deep.equal([1, 0]);
  });

  it('are not made where they came to be between the look and the lock', async () => {
    const { ask, there, held } = createNodes([]);
    there.add('a');
    expect(await ask()).to.deep.equal({ key: 'a', isShared: true });
    expect(held.size).to.equal(0);
  });

  for (const [title, first] of [
    ['has failed', () => Promise.reject(new Error('no source'))],
    ['has made one that nobody else finds', async () => 'degraded'],
  ] as const) {
    it(`are made by the next node where one ${title}`, async () => {
      const { ask, attempts } = createNodes([first, asItShould]);
      const answers = await Promise.allSettled([ask(), ask()]);
      expect(answers[1]).to.deep.include({ value: { key: 'a', isShared: false } });
      expect(attempts()).to.equal(2);
    });
  }

  it('are made apart from their drafts', async () => {
    const { ask, there } = createNodes([asItShould, asItShould]);
    const signal = new AbortController().signal;
    await Promise.all([ask(), ask(signal, { kind: 'draft', key: 'draft', quality: 75 })]);
    expect([...there]).to.deep.equal(['a', 'draft']);
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
