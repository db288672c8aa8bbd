import { expect } from 'chai';
import { inspect } from 'node:util';
import { secretOf } from '../../src/redacted.ts';
import { type Connections, createConnectionCache } from '../../src/storage/connections.ts';
import type { ObjstoreTarget } from '../../src/storage/storage.ts';
import { createTargets } from '../../src/storage/targets.ts';
import { accountId, objstoreRequest, secrets, settings } from '../support/storage/storing.ts';

const targetOf = (fields: Parameters<typeof objstoreRequest>[0] = {}): ObjstoreTarget =>
  createTargets(settings)(objstoreRequest(fields), accountId) as ObjstoreTarget;

/** Counts how often connections were ended. */
const watched = ({ handler }: Connections): (() => number) => {
  let ends = 0;
  handler.destroy = () => void (ends += 1);
  return () => ends;
};

describe('kept connections', () => {
  it('are those of the same place and key', async () => {
    const cache = createConnectionCache({ silenceMs: 1000 });
    const { handler } = await cache.take(targetOf());
    expect((await cache.take(targetOf({ path: 'others/c.png' }))).handler).to.equal(handler);
    const others = await Promise.all(
      [
        targetOf({ region: 'us-east-2' }),
        targetOf({ accessKeyId: secretOf('other') }),
        targetOf({ secretAccessKey: secretOf('other') }),
        { ...targetOf(), endpoint: 'https://s3.example.org' },
      ].map(cache.take),
    );
    expect(new Set([handler, ...others.map((other) => other.handler)]).size).to.equal(5);
    cache.close();
  });

  it('end when others are used more lately, but not under an upload', async () => {
    const cache = createConnectionCache({ silenceMs: 1000 });
    const busy = await cache.take(targetOf({ accessKeyId: secretOf('busy') }));
    const idle = await cache.take(targetOf({ accessKeyId: secretOf('idle') }));
    const [busyEnds, idleEnds] = [watched(busy), watched(idle)];
    idle.release();
    idle.release();
    for (let key = 0; key < 32; key += 1) {
      (await cache.take(targetOf({ accessKeyId: secretOf(String(key)) }))).release();
    }
    expect([busyEnds(), idleEnds()]).to.deep.equal([0, 1]);
    busy.release();
    expect(busyEnds()).to.equal(1);
    cache.close();
  });

  it('hold no secret', async () => {
    const cache = createConnectionCache({ silenceMs: 1000 });
    const taken = await cache.take(targetOf());
    const printed = inspect([cache, taken], { depth: 12, showHidden: true });
    for (const secret of Object.values(secrets)) expect(printed).not.to.include(secret);
    cache.close();
  });
});
