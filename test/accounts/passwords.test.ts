import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { createPasswords, hashesAtOnce } from '../../src/accounts/passwords.ts';
import { accountProblemsOf } from '../../src/accounts/stored-account.ts';
import { rejectionOf } from '../support/rejection.ts';

type Compute = NonNullable<NonNullable<Parameters<typeof createPasswords>[0]>['compute']>;

describe('passwords', () => {
  const { hash, verify } = createPasswords();

  it('are right or wrong', async () => {
    const hashed = await hash('correct horse');
    expect(await verify('correct horse', hashed)).to.equal(true);
    expect(await verify('correct hors', hashed)).to.equal(false);
    expect(await verify('', hashed)).to.equal(false);
  });

  it('have hashes with their parameters, as accounts store them', async () => {
    const hashed = await hash('correct horse');
    expect(hashed).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(accountProblemsOf({ password: hashed }).join()).not.to.contain('"password"');
    expect(await hash('correct horse')).not.to.equal(hashed);
  });

  it('are compared by the parameters of their hash', async () => {
    // From the tests of the reference implementation (github.com/P-H-C/phc-winner-argon2, src/test.c).
    const reference =
      '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await verify('password', reference)).to.equal(true);
    expect(await verify('Password', reference)).to.equal(false);
  });

  it('are the same letters, however a keyboard composes them', async () => {
    expect(await verify('cafe\u0301 au lait', await hash('caf\u00e9 au lait'))).to.equal(true);
  });

  it('are wrong without a hash', async () => {
    expect(await verify('correct horse', undefined)).to.equal(false);
  });

  for (const [processors, atOnce] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [64, 2],
  ] as const) {
    it(`are hashed ${atOnce} at a time on ${processors} processors`, () => {
      expect(hashesAtOnce(processors)).to.equal(atOnce);
    });
  }

  it('are hashed no more at a time than that, with the same work where there is no hash', async () => {
    let [running, most] = [0, 0];
    const work: object[] = [];
    const compute: Compute = async (_algorithm, { nonce: _nonce, message, ...hashing }) => {
      running += 1;
      most = Math.max(most, running);
      work.push({ ...hashing, message });
      await setImmediate();
      running -= 1;
      return Buffer.alloc(hashing.tagLength);
    };
    const passwords = createPasswords({ atOnce: 2, compute });
    const hashed = await hash('correct horse');
    await Promise.all([
      ...Array.from({ length: 6 }, () => passwords.verify('correct horse', hashed)),
      ...Array.from({ length: 6 }, () => passwords.verify('correct horse', undefined)),
    ]);
    expect(most).to.equal(2);
    expect(work).to.have.length(12);
    expect(new Set(work.map((each) => JSON.stringify(each)))).to.have.property('size', 1);
  });

  it('leave three quarters of the time to uploads while others wait, and none when they do not', async () => {
    let [time, running, hashMs] = [0, 0, 40];
    const pauses: number[] = [];
    const compute: Compute = async () => {
      running += 1;
      time += hashMs;
      await setImmediate();
      running -= 1;
      return Buffer.alloc(32);
    };
    const pause = async (milliseconds: number): Promise<void> => {
      expect(running).to.equal(0);
      pauses.push(milliseconds);
      await setImmediate();
    };
    const passwords = createPasswords({ atOnce: 1, compute, pause, now: () => time });
    const verified = (): Promise<boolean> => passwords.verify('correct horse', undefined);
    await Promise.all([verified(), verified(), verified()]);
    expect(pauses).to.deep.equal([120, 120]);
    await verified();
    expect(pauses).to.have.length(2);
    hashMs = 1000;
    await Promise.all([verified(), verified()]);
    expect(pauses.slice(2)).to.deep.equal([250]);
  });

  it('are refused when ten others wait already, and accepted again later', async () => {
    const passwords = createPasswords({ atOnce: 2 });
    const hashed = await passwords.hash('correct horse');
    const ended = await Promise.allSettled(
      Array.from({ length: 13 }, () => passwords.verify('correct horse', hashed)),
    );
    expect(ended.filter(({ status }) => status === 'fulfilled')).to.have.length(12);
    const refused = ended.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect(refused.reason).to.include({ code: 'unavailable', retryAfterSeconds: 2 });
    expect(await passwords.verify('correct horse', hashed)).to.equal(true);
  });

  it('take as much work without a hash: they wait for their turn too', async () => {
    const passwords = createPasswords({ atOnce: 2 });
    const ended = await Promise.allSettled(
      Array.from({ length: 13 }, () => passwords.verify('correct horse', undefined)),
    );
    expect(ended.filter(({ status }) => status === 'rejected')).to.have.length(1);
  });

  it('give their turn on when a hash cannot be read', async () => {
    const passwords = createPasswords({ atOnce: 2 });
    for (let attempt = 0; attempt < 15; attempt += 1) {
      await rejectionOf(passwords.verify('correct horse', '$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA'));
    }
    expect(await passwords.verify('correct horse', await hash('correct horse'))).to.equal(true);
  });
});
