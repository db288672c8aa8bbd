import { expect } from 'chai';
import { createPasswords, hashesAtOnce } from '../../src/accounts/passwords.ts';
import { accountProblemsOf } from '../../src/accounts/stored-account.ts';

type Compute = NonNullable<Parameters<typeof createPasswords>[0]['compute']>;

const asker = { network: '192.0.2.1', account: 'ada@example.org' };

describe('passwords', () => {
  const { hash, verify } = createPasswords({ inTurn: (_asker, work) => work() });

  it('are right or wrong', async () => {
    const hashed = await hash('correct horse', asker);
    expect(await verify('correct horse', hashed, asker)).to.equal(true);
    expect(await verify('correct hors', hashed, asker)).to.equal(false);
    expect(await verify('', hashed, asker)).to.equal(false);
  });

  it('have hashes with their parameters, as accounts store them', async () => {
    const hashed = await hash('correct horse', asker);
    expect(hashed).to.match(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(accountProblemsOf({ password: hashed }).join()).not.to.contain('"password"');
    expect(await hash('correct horse', asker)).not.to.equal(hashed);
  });

  it('are compared by the parameters of their hash', async () => {
    // From the tests of the reference implementation (github.com/P-H-C/phc-winner-argon2, src/test.c).
    const reference =
      '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4';
    expect(await verify('password', reference, asker)).to.equal(true);
    expect(await verify('Password', reference, asker)).to.equal(false);
  });

  it('are the same letters, however a keyboard composes them', async () => {
    expect(
      await verify('cafe\u0301 au lait', await hash('caf\u00e9 au lait', asker), asker),
    ).to.equal(true);
  });

  it('are wrong without a hash', async () => {
    expect(await verify('correct horse', undefined, asker)).to.equal(false);
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

  it('take the same work in their turn, with a hash or without one', async () => {
    const [work, askers]: [object[], unknown[]] = [[], []];
    const compute: Compute = async (_algorithm, { nonce: _nonce, message, ...hashing }) => {
      work.push({ ...hashing, message });
      return Buffer.alloc(hashing.tagLength);
    };
    const passwords = createPasswords({
      compute,
      inTurn: (whose, hashes) => {
        askers.push(whose);
        return hashes();
      },
    });
    const hashed = await hash('correct horse', asker);
    await passwords.verify('correct horse', hashed, asker);
    await passwords.verify('correct horse', undefined, asker);
    expect(work).to.have.length(2);
    expect(work[0]).to.deep.equal(work[1]);
    expect(askers).to.deep.equal([asker, asker]);
  });
});
