import { expect } from 'chai';
import { allOrAbort } from '../../../src/engine/race/all-or-abort.ts';
import { rejectionOf } from '../../support/rejection.ts';

const never = new AbortController().signal;

/** A task that ends only when its signal aborts, one turn of the event loop later. */
const untilAborted =
  (onEnd: () => void) =>
  (signal: AbortSignal): Promise<string> =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        setImmediate(() => {
          onEnd();
          resolve('ended late');
        });
      });
    });

describe('allOrAbort', () => {
  it('gives the values in the order of the tasks, whichever ends first', async () => {
    const { promise: second, resolve } = Promise.withResolvers<string>();
    const first = () => second.then(() => 'ends second');
    const values = await allOrAbort([first, async () => (resolve(''), 'ends first')], never);
    expect(values).to.deep.equal(['ends second', 'ends first']);
  });

  it('gives nothing for no tasks', async () => {
    expect(await allOrAbort([], never)).to.deep.equal([]);
  });

  it('aborts the others at the first failure, and throws it when they have ended', async () => {
    const ended: string[] = [];
    const failure = new Error('first');
    const tasks = [
      untilAborted(() => ended.push('one')),
      async () => {
        throw failure;
      },
      untilAborted(() => ended.push('other')),
    ];
    expect(await rejectionOf(allOrAbort(tasks, never))).to.equal(failure);
    expect(ended).to.deep.equal(['one', 'other']);
  });

  it('throws the first failure where the others fail for being aborted', async () => {
    const failure = new Error('first');
    const aborted = (signal: AbortSignal): Promise<never> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('second')));
      });
    const failing = async (): Promise<never> => {
      throw failure;
    };
    expect(await rejectionOf(allOrAbort([aborted, failing], never))).to.equal(failure);
  });

  it('aborts all with the signal, and throws its reason when all have ended', async () => {
    const controller = new AbortController();
    const ended: string[] = [];
    const ending = rejectionOf(
      allOrAbort([untilAborted(() => ended.push('one'))], controller.signal),
    );
    const reason = new Error('the client has gone');
    controller.abort(reason);
    expect(await ending).to.equal(reason);
    expect(ended).to.deep.equal(['one']);
  });

  it('starts its tasks with an aborted signal where the signal has aborted before', async () => {
    const seen: boolean[] = [];
    const task = async (signal: AbortSignal): Promise<void> => {
      seen.push(signal.aborted);
    };
    const reason = new Error('gone');
    expect(await rejectionOf(allOrAbort([task], AbortSignal.abort(reason)))).to.equal(reason);
    expect(seen).to.deep.equal([true]);
  });
});
