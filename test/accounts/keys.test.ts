import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import {
  keyDigestOf,
  isKey,
  isSameDigest,
  newKey,
  openSealedKey,
  sealKey,
} from '../../src/accounts/keys.ts';

describe('an API key', () => {
  it('uses every letter and digit about equally often', () => {
    const counts = new Map<string, number>();
    for (const letter of Array.from({ length: 2000 }, newKey).join('')) {
      counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    expect(counts.size).to.equal(62);
    // 64,000 draws: 1032 of each, standard deviation 32. `byte % 62` would give eight of them 1250.
    for (const [letter, count] of counts)
      expect(count, letter).to.be.within(1032 - 192, 1032 + 192);
  });

  it('is recognised by its form', () => {
    expect(isKey(newKey())).to.equal(true);
    expect(
      ['', 'a'.repeat(31), 'a'.repeat(33), `${'a'.repeat(31)}ä`, `${'a'.repeat(32)}\n`].some(isKey),
    ).to.equal(false);
  });

  it('has a SHA-256 digest', () => {
    // FIPS 180-2, appendix B.1
    expect(keyDigestOf('abc')).to.equal(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('compares by whole digests', () => {
    const digest = keyDigestOf('abc');
    expect(isSameDigest(digest, keyDigestOf('abc'))).to.equal(true);
    expect(isSameDigest(digest, `${digest.slice(0, -1)}e`)).to.equal(false);
    expect(isSameDigest(digest, digest.slice(1))).to.equal(false);
  });
});

describe('a sealed key', () => {
  const secret = randomBytes(32);
  const key = newKey();

  it('opens with the same secret and account', () => {
    expect(openSealedKey(sealKey(key, 'acct_a', secret), 'acct_a', secret)).to.equal(key);
  });

  it('does not show the key and is never the same twice', () => {
    const sealed = sealKey(key, 'acct_a', secret);
    expect(Buffer.from(sealed, 'base64').includes(key)).to.equal(false);
    expect(sealKey(key, 'acct_a', secret)).not.to.equal(sealed);
  });

  it('does not open for another account, with another secret, or when changed', () => {
    const sealed = sealKey(key, 'acct_a', secret);
    const changed = Buffer.from(sealed, 'base64');
    changed[30] = (changed[30] ?? 0) ^ 1;
    expect(() => openSealedKey(sealed, 'acct_b', secret)).to.throw();
    expect(() => openSealedKey(sealed, 'acct_a', randomBytes(32))).to.throw();
    expect(() => openSealedKey(changed.toString('base64'), 'acct_a', secret)).to.throw();
  });
});
