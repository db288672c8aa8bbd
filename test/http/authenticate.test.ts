import { expect } from 'chai';
import { digestOf } from '../../src/accounts/keys.ts';
import { basic, startApi, type Api } from './api.ts';

describe('authentication', () => {
  let api: Api;
  before(async () => {
    api = await startApi();
  });
  after(() => api.close());

  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const other = 'A'.repeat(32);
  const bytesBefore = (key: string): string =>
    Buffer.concat([Buffer.from([0xff, 0xfe, 0x80, 0x00]), Buffer.from(`:${key}`)]).toString(
      'base64',
    );

  const accepted: readonly (readonly [title: string, header: (key: string) => string])[] = [
    ['Basic', (key) => basic(`api:${key}`)],
    ['a scheme in lower case', (key) => `basic ${base64(`api:${key}`)}`],
    ['a scheme in upper case', (key) => `BASIC ${base64(`api:${key}`)}`],
    ['two spaces', (key) => `Basic  ${base64(`api:${key}`)}`],
    ['no padding', (key) => `Basic ${base64(`api:${key}`).replaceAll('=', '')}`],
    ['another user', (key) => basic(`user:${key}`)],
    ['a user in upper case', (key) => basic(`API:${key}`)],
    ['no user', (key) => basic(`:${key}`)],
    ['a user of any letters', (key) => basic(`J\u00f6rg \u{1f5bc}\n\0:${key}`)],
    ['a user of bytes that are no text', (key) => `Basic ${bytesBefore(key)}`],
    ['a very long user', (key) => basic(`${'u'.repeat(5000)}:${key}`)],
    ["another account's key for the user", (key) => basic(`${other}:${key}`)],
    ['the key for the user', (key) => basic(`${key}:${key}`)],
    ['the key as the user, without a password', (key) => basic(`${key}:`)],
    ['the key without a colon', (key) => basic(key)],
  ];
  for (const [title, header] of accepted) {
    it(`accepts ${title}`, async () => {
      const headers = { authorization: header(api.key) };
      const answer = await api.ask(`/output/${api.output.id}`, { key: null, headers });
      expect(answer.status).to.equal(200);
      expect(answer.headers).not.to.have.property('www-authenticate');
    });
  }

  const refused: readonly (readonly [
    title: string,
    header: (key: string) => string | undefined,
  ])[] = [
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['another scheme', (key) => `Bearer ${key}`],
    ['a scheme alone', () => 'Basic'],
    ['the key alone', (key) => key],
    ['no encoding', (key) => `Basic api:${key}`],
    ['what is no base64', () => 'Basic ****'],
    ['a user and the key without a colon', (key) => basic(`api${key}`)],
    ['two users', (key) => basic(`api:user:${key}`)],
    ['two colons', (key) => basic(`api::${key}`)],
    ['two colons behind the key', (key) => basic(`${key}::`)],
    ['the key as the user of another password', (key) => basic(`${key}:x`)],
    ["the key as the user of another account's", (key) => basic(`${key}:${other}`)],
    ["the key and the user in each other's place", (key) => basic(`${key}:api`)],
    ['a colon alone', () => basic(':')],
    ['colons alone', () => basic(':'.repeat(3000))],
    ['a user alone', () => basic('api')],
    ['no key', () => basic('api:')],
    ['a very long password', () => basic(`api:${other.repeat(200)}`)],
    ['bytes that are no text', () => `Basic ${Buffer.alloc(2000, 0xff).toString('base64')}`],
    ['a space before the key', (key) => basic(`api: ${key}`)],
    ['the digest of a key', (key) => basic(`api:${digestOf(key)}`)],
    ['an unknown key', () => basic(`api:${other}`)],
    ['a key and more', (key) => basic(`api:${key}x`)],
    ['a key cut short', (key) => basic(`api:${key.slice(0, -1)}`)],
    ['a key and a byte of zero', (key) => basic(`api:${key}\0`)],
    ['a key in another case', (key) => basic(`api:${swappedCase(key)}`)],
  ];
  for (const [title, header] of refused) {
    it(`refuses ${title}`, async () => {
      const authorization = header(api.key);
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await api.ask('/shrink', { method: 'POST', key: null, headers, body: 'x' });
      expect(answer.status).to.equal(401);
      expect(answer.headers['www-authenticate']).to.equal('Basic realm="shrinkd"');
      expect(answer.headers['content-type']).to.equal('application/json');
      expect(answer.headers).not.to.have.property('compression-count');
      expect(answer.json()).to.deep.equal({
        error: 'Unauthorized',
        message: 'Credentials are invalid.',
      });
    });
  }

  it('refuses a disabled account', async () => {
    const { accounts } = api.options;
    const { account, key } = await accounts.add({ name: 'Bob', email: 'bob@example.org' });
    expect((await api.ask(`/output/${api.output.id}`, { key })).status).to.equal(404);
    await accounts.disable(account.id);
    expect((await api.ask(`/output/${api.output.id}`, { key })).status).to.equal(401);
  });
});

const swappedCase = (text: string): string =>
  [...text]
    .map((letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    )
    .join('');
