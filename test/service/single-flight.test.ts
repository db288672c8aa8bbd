import { expect } from 'chai';
import { createSameWork } from '../../src/service/single-flight.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('same work', () => {
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
    const same = createSameWork<string>();
    const { start, seen, end } = work();
    const asking = [
      same.share('a', signal, start),
      same.share('a', signal, never),
      same.share('a', signal, never),
    ];
    expect(same.isUnderWay('a')).to.equal(true);
    expect(same.isUnderWay('b')).to.equal(false);
    end.resolve('done');
    expect(await Promise.all(asking)).to.deep.equal(['done', 'done', 'done']);
    expect(seen).to.deep.equal({ starts: 1, aborted: undefined });
    expect(same.isUnderWay('a')).to.equal(false);
  });

  it('runs apart for other identities, and again when it is over', async () => {
    const same = createSameWork<string>();
    const results = await Promise.all([
      same.share('a', signal, async () => 'a'),
      same.share('b', signal, async () => 'b'),
    ]);
    expect(results).to.deep.equal(['a', 'b']);
    expect(await same.share('a', signal, async () => 'again')).to.equal('again');
  });

  it('fails for all, and is then forgotten', async () => {
    const same = createSameWork<string>();
    const { start, end } = work();
    const asking = [same.share('a', signal, start), same.share('a', signal, never)];
    end.reject(new Error('broken'));
    for (const asked of asking) expect(String(await rejectionOf(asked))).to.equal('Error: broken');
    expect(await same.share('a', signal, async () => 'again')).to.equal('again');
  });

  it('goes on for the others when one who asked leaves, the first one too', async () => {
    const same = createSameWork<string>();
    const { start, seen, end } = work();
    const first = new AbortController();
    const leaving = same.share('a', first.signal, start);
    const staying = same.share('a', signal, never);
    first.abort(new Error('left'));
    expect(String(await rejectionOf(leaving))).to.equal('Error: left');
    expect(seen.aborted).to.equal(undefined);
    end.resolve('done');
    expect(await staying).to.equal('done');
  });

  it('is aborted when all have left, and nobody can join it then', async () => {
    const same = createSameWork<string>();
    const { start, seen } = work();
    const leaving = [new AbortController(), new AbortController()];
    const asking = leaving.map((one) => same.share('a', one.signal, start));
    leaving[0]!.abort(new Error('first left'));
    await rejectionOf(asking[0]!);
    expect(seen.aborted).to.equal(undefined);
    leaving[1]!.abort(new Error('last left'));
    await rejectionOf(asking[1]!);
    expect(String(seen.aborted)).to.equal('Error: last left');
    expect(seen.starts).to.equal(1);
    expect(same.isUnderWay('a')).to.equal(false);
  });

  it('begins anew while the abandoned one is still ending', async () => {
    const same = createSameWork<string>();
    const slow = Promise.withResolvers<string>();
    const leaving = new AbortController();
    const left = same.share('a', leaving.signal, () => slow.promise);
    leaving.abort(new Error('left'));
    await rejectionOf(left);
    const { start, end } = work();
    const second = same.share('a', signal, start);
    slow.reject(new Error('ended late'));
    await rejectionOf(slow.promise);
    // The late end of the first must not hide the second from others.
    expect(same.isUnderWay('a')).to.equal(true);
    end.resolve('done');
    expect(await second).to.equal('done');
  });

  it('does not begin for somebody who has left already', async () => {
    const same = createSameWork<string>();
    const reason = new Error('left');
    expect(await rejectionOf(same.share('a', AbortSignal.abort(reason), never))).to.equal(reason);
    expect(same.isUnderWay('a')).to.equal(false);
  });
});
