import { expect } from 'chai';
import { inspect } from 'node:util';
import { secretOf } from '../../src/secret.ts';
import { type Connections, createConnectionCache } from '../../src/storage/connections.ts';
import type { ObjstoreTarget } from '../../src/storage/storage.ts';
import { createTargets } from '../../src/storage/targets.ts';
import { accountId, objstoreRequest, secrets, settings } from './storing.ts';

const targetOf = (fields: Parameters<typeof objstoreRequest>[0] = {}): ObjstoreTarget =>
  createTargets(settings)(objstoreRequest(fields), accountId) as ObjstoreTarget;

/** Counts how often connections were ended. */
const watched = ({ handler }: Connections): (() => number) => {
  let ends = 0;
  handler.destroy = () => void (ends += 1);
  return () => ends;
};

describe('kept connections', () => {
  it('are those of the same place and key', () => {
    const cache = createConnectionCache({ silenceMs: 1000 });
    const { handler } = cache.take(targetOf());
    expect(cache.take(targetOf({ path: 'others/c.png' })).handler).to.equal(handler);
    const others = [
      targetOf({ region: 'us-east-2' }),
      targetOf({ accessKeyId: secretOf('other') }),
      targetOf({ secretAccessKey: secretOf('other') }),
      { ...targetOf(), endpoint: 'https://s3.example.org' },
    ].map((target) => cache.take(target).handler);
    expect(new Set([handler, ...others]).size).to.equal(5);
    cache.close();
  });

  it('end when others are used more lately, but not under an upload', () => {
    const cache = createConnectionCache({ silenceMs: 1000 });
    const [busy, idle] = ['busy', 'idle'].map((key) =>
      cache.take(targetOf({ accessKeyId: secretOf(key) })),
    ) as [Connections, Connections];
    const [busyEnds, idleEnds] = [watched(busy), watched(idle)];
    idle.release();
    idle.release();
    for (let key = 0; key < 32; key += 1) {
      cache.take(targetOf({ accessKeyId: secretOf(String(key)) })).release();
    }
    expect([busyEnds(), idleEnds()]).to.deep.equal([0, 1]);
    busy.release();
    expect(busyEnds()).to.equal(1);
    cache.close();
  });

  it('hold no secret', () => {
    const cache = createConnectionCache({ silenceMs: 1000 });
    const taken = cache.take(targetOf());
    const printed = inspect([cache, taken], { depth: 12, showHidden: true });
    for (const secret of Object.values(secrets)) expect(printed).not.to.include(secret);
    cache.close();
  });
});
