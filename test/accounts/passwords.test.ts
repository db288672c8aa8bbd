import { expect } from 'chai';
import { createPasswords } from '../../src/accounts/passwords.ts';
import { accountProblemsOf } from '../../src/accounts/stored-account.ts';
import { rejectionOf } from '../support/rejection.ts';

describe('passwords', function () {
  this.timeout(30_000);
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

  it('are refused when ten others wait already, and accepted again later', async () => {
    const passwords = createPasswords();
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
    const passwords = createPasswords();
    const ended = await Promise.allSettled(
      Array.from({ length: 13 }, () => passwords.verify('correct horse', undefined)),
    );
    expect(ended.filter(({ status }) => status === 'rejected')).to.have.length(1);
  });

  it('give their turn on when a hash cannot be read', async () => {
    const passwords = createPasswords();
    for (let attempt = 0; attempt < 15; attempt += 1) {
      await rejectionOf(passwords.verify('correct horse', '$argon2id$v=19$m=1,t=1,p=1$AAAA$AAAA'));
    }
    expect(await passwords.verify('correct horse', await hash('correct horse'))).to.equal(true);
  });
});
