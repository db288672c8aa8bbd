import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { createDevices } from '../../../src/web/access/devices.ts';

describe('devices', () => {
  const secret = randomBytes(32);
  const devices = createDevices(secret);
  const [account, other] = [{ id: 'acct_one' }, { id: 'acct_other' }];
  const written = devices.remember(account);
  const [pair = ''] = written.split(';');

  it('get a cookie that stays for 400 days, and that no script reads', () => {
    expect(written).to.match(
      /^__Host-shrinkd-device=[\w-]{43}; Path=\/; Max-Age=34560000; Secure; HttpOnly; SameSite=Lax$/,
    );
    expect(written).not.to.contain(account.id);
  });

  it('are known to the account that has signed in on them, and to nodes with the same secret', () => {
    expect(devices.isKnown(`a=b; ${pair}; c=d`, account)).to.equal(true);
    expect(createDevices(secret).isKnown(pair, account)).to.equal(true);
    expect(devices.isKnown(pair, other)).to.equal(false);
    expect(createDevices(randomBytes(32)).isKnown(pair, account)).to.equal(false);
  });

  for (const [title, cookies] of [
    ['none', ''],
    ['an empty one', '__Host-shrinkd-device='],
    ['one that is cut', pair.slice(0, -2)],
    ['one that is longer', `${pair}AAAA`],
    ['another value', `__Host-shrinkd-device=${'A'.repeat(43)}`],
    ['a name that ends alike', `x${pair}`],
  ] as const) {
    it(`are unknown by ${title}`, () => {
      expect(devices.isKnown(cookies, account)).to.equal(false);
    });
  }
});
