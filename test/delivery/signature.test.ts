import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { type KeyPair, signerOf } from '../../src/delivery/signature.ts';

const pairOf = (key: string, salt: string): KeyPair => ({
  key: Buffer.from(key),
  salt: Buffer.from(salt),
});
const [first, second] = [pairOf('test-key', 'test-salt'), pairOf('test-key2', 'test-salt2')];

/** Of imgproxy's documentation: key 736563726574, salt 68656C6C6F. */
const documented = pairOf('secret', 'hello');
const documentedPath =
  '/rs:fill:300:400:0/g:sm/aHR0cDovL2V4YW1w/bGUuY29tL2ltYWdl/cy9jdXJpb3NpdHku/anBn.png';

describe('signerOf', () => {
  /** Signatures of imgproxy's own tests (security/signature_test.go) and documentation. */
  const right: readonly (readonly [string, readonly KeyPair[], string, string, number?])[] = [
    ['documented', [documented], documentedPath, 'oKfUtW34Dvo2BGQehJFR4Nr0_rIjOtdtzJ3QFsUcXH8'],
    ['whole', [first], '/asd', 'oWaL7QoW5TsgbuiS9-5-DI8S3Ibbo1gdB2SteJh3a20'],
    ['truncated', [first], '/asd', 'oWaL7QoW5Ts', 8],
    ['of the second pair', [first, second], '/asd', 'jYz1UZ7j1BCdSzH3pZhaYf0iuz0vusoOTdqJsUT6WXI'],
    ['of the first of two', [first, second], '/asd', 'oWaL7QoW5TsgbuiS9-5-DI8S3Ibbo1gdB2SteJh3a20'],
  ];
  for (const [title, pairs, path, signature, bytes = 32] of right) {
    it(`takes a signature that is ${title}`, () => {
      expect(pairs).to.include(signerOf(pairs, { path, signature }, bytes));
    });
  }

  it('tells which pair has signed', () => {
    const signature = 'jYz1UZ7j1BCdSzH3pZhaYf0iuz0vusoOTdqJsUT6WXI';
    expect(signerOf([first, second], { path: '/asd', signature }, 32)).to.equal(second);
  });

  const whole = 'oWaL7QoW5TsgbuiS9-5-DI8S3Ibbo1gdB2SteJh3a20';
  const wrong: readonly (readonly [string, string, number?])[] = [
    ['shorter than it must be', 'oWaL7QoW5Ts'],
    ['longer than it must be', whole, 8],
    ['of another path', 'dtLwhdnPPis'],
    ['empty', ''],
    ['unsafe, as clients without a key write', 'unsafe'],
    ['padded', `${whole}=`],
    ['in the other Base64', whole.replace('-', '+')],
    ['with a character that is none of Base64', `${whole}!`],
    ['with unused bits', whole.replace(/.$/, '1')],
  ];
  for (const [title, signature, bytes = 32] of wrong) {
    it(`refuses one that is ${title}`, () => {
      expect(() => signerOf([first], { path: '/asd', signature }, bytes))
        .to.throw('The signature of this address is missing or wrong.')
        .with.property('problem', 'forbidden');
    });
  }

  it('refuses all without a pair', () => {
    expect(() => signerOf([], { path: '/asd', signature: whole }, 32)).to.throw('The signature');
  });

  it('refuses 20,000 random ones', () => {
    const taken = Array.from({ length: 20_000 }, () =>
      randomBytes(32).toString('base64url'),
    ).filter((signature) => {
      try {
        return signerOf([first, second], { path: '/asd', signature }, 32) !== undefined;
      } catch {
        return false;
      }
    });
    expect(taken).to.deep.equal([]);
  });
});
