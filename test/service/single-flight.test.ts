import { expect } from 'chai';
import { createSingleFlight } from '../../src/service/single-flight.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('single flight', () => {
  type Start = (signal: AbortSignal) => Promise<string>;
  const never: Start = () => Promise.reject(new Error('must not start'));
  const { signal } = new AbortController();

  /** Work that ends when told to, and what it saw. */
  const work = () => {
    const end = Promise.withResolvers<string>();
    const seen = { starts: 0, aborted: undefined as unknown };
    const start: Start = (shared) => {
      seen.starts += 1;
      shared.addEventListener('abort', () => {
        seen.aborted = shared.reason;
        end.reject(shared.reason);
      });
      return end.promise;
    };
    return { start, seen, end };
  };

  it('runs once for all who ask while it is under way', async () => {
    const flight = createSingleFlight<string>();
    const { start, seen, end } = work();
    const asking = [
      flight.run('a', signal, start),
      flight.run('a', signal, never),
      flight.run('a', signal, never),
    ];
    expect(flight.isUnderWay('a')).to.equal(true);
    expect(flight.isUnderWay('b')).to.equal(false);
    end.resolve('done');
    expect(await Promise.all(asking)).to.deep.equal(['done', 'done', 'done']);
    expect(seen).to.deep.equal({ starts: 1, aborted: undefined });
    expect(flight.isUnderWay('a')).to.equal(false);
  });

  it('runs apart for other identities, and again when it is over', async () => {
    const flight = createSingleFlight<string>();
    const results = await Promise.all([
      flight.run('a', signal, async () => 'a'),
      flight.run('b', signal, async () => 'b'),
    ]);
    expect(results).to.deep.equal(['a', 'b']);
    expect(await flight.run('a', signal, async () => 'again')).to.equal('again');
  });

  it('fails for all, and is then forgotten', async () => {
    const flight = createSingleFlight<string>();
    const { start, end } = work();
    const asking = [flight.run('a', signal, start), flight.run('a', signal, never)];
    end.reject(new Error('broken'));
    for (const asked of asking) expect(String(await rejectionOf(asked))).to.equal('Error: broken');
    expect(await flight.run('a', signal, async () => 'again')).to.equal('again');
  });

  it('goes on for the others when one who asked leaves, the first one too', async () => {
    const flight = createSingleFlight<string>();
    const { start, seen, end } = work();
    const first = new AbortController();
    const leaving = flight.run('a', first.signal, start);
    const staying = flight.run('a', signal, never);
    first.abort(new Error('left'));
    expect(String(await rejectionOf(leaving))).to.equal('Error: left');
    expect(seen.aborted).to.equal(undefined);
    end.resolve('done');
    expect(await staying).to.equal('done');
  });

  it('is aborted when all have left, and cannot be joined then', async () => {
    const flight = createSingleFlight<string>();
    const { start, seen } = work();
    const leaving = [new AbortController(), new AbortController()];
    const asking = leaving.map((one) => flight.run('a', one.signal, start));
    leaving[0]!.abort(new Error('first left'));
    await rejectionOf(asking[0]!);
    expect(seen.aborted).to.equal(undefined);
    leaving[1]!.abort(new Error('last left'));
    await rejectionOf(asking[1]!);
    expect(String(seen.aborted)).to.equal('Error: last left');
    expect(seen.starts).to.equal(1);
    expect(flight.isUnderWay('a')).to.equal(false);
  });

  it('begins anew while the abandoned one is still ending', async () => {
    const flight = createSingleFlight<string>();
    const slow = Promise.withResolvers<string>();
    const leaving = new AbortController();
    const left = flight.run('a', leaving.signal, () => slow.promise);
    leaving.abort(new Error('left'));
    await rejectionOf(left);
    const { start, end } = work();
    const second = flight.run('a', signal, start);
    slow.reject(new Error('ended late'));
    await rejectionOf(slow.promise);
    // The late end of the first must not hide the second from others.
    expect(flight.isUnderWay('a')).to.equal(true);
    end.resolve('done');
    expect(await second).to.equal('done');
  });

  it('does not begin for somebody who has left already', async () => {
    const flight = createSingleFlight<string>();
    const reason = new Error('left');
    expect(await rejectionOf(flight.run('a', AbortSignal.abort(reason), never))).to.equal(reason);
    expect(flight.isUnderWay('a')).to.equal(false);
  });
});
