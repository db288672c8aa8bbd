import { expect } from 'chai';
import { keyDigestOf } from '../../../src/accounts/keys.ts';
import { type Answer, basic, startApi, type Api } from '../../support/http/api.ts';

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
    ['the digest of a key', (key) => basic(`api:${keyDigestOf(key)}`)],
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

  const headersOf = ({ headers }: Answer) => ({
    count: headers['compression-count'],
    remaining: headers['compression-count-remaining'],
    state: headers['paying-state'],
    email: headers['email-address'],
  });
  const told = { count: '0', remaining: '1000', state: 'paid', email: 'ann@example.org' };

  describe("answers with the account's headers", () => {
    let ann: Api;
    before(async () => {
      ann = await startApi({
        account: { monthlyLimit: 1000, requestsPerMinute: 7 },
        maxUploadBytes: 100,
      });
    });
    after(() => ann.close());

    for (const [status, path, asked] of [
      [200, 'output', {}],
      [200, 'output', { method: 'HEAD' }],
      [404, '/output/unknown', {}],
      [400, '/shrink', { method: 'POST', body: '' }],
      [413, '/shrink', { method: 'POST', body: 'x'.repeat(101) }],
      [416, 'output', { headers: { range: 'bytes=99-' } }],
      [201, '/shrink', { method: 'POST', body: 'picture' }],
      // The eighth within the minute.
      [429, '/shrink', { method: 'POST', body: 'picture' }],
    ] as const) {
      it(`with ${status} to ${JSON.stringify(asked).slice(0, 50)} of ${path}`, async () => {
        const answer = await ann.ask(path === 'output' ? `/output/${ann.output.id}` : path, asked);
        expect(answer.status).to.equal(status);
        const counts = status === 201 || status === 429 ? { count: '1', remaining: '999' } : {};
        expect(headersOf(answer)).to.deep.equal({ ...told, ...counts });
      });
    }

    it('with 429 when its month is over', async () => {
      const { accounts } = ann.options;
      const { key } = await accounts.add({ name: 'Bo', email: 'bo@example.org', monthlyLimit: 0 });
      const answer = await ann.ask('/shrink', { method: 'POST', key, body: 'x' });
      expect(answer.status).to.equal(429);
      const over = { remaining: '0', email: 'bo@example.org' };
      expect(headersOf(answer)).to.deep.equal({ ...told, ...over });
    });

    it('without what remains where there is no limit', async () => {
      const { key } = await ann.options.accounts.add({ name: 'Cy', email: 'cy@example.org' });
      const answer = await ann.ask('/shrink', { method: 'POST', key, body: '' });
      const open = { remaining: undefined, email: 'cy@example.org' };
      expect(headersOf(answer)).to.deep.equal({ ...told, ...open });
    });

    for (const [email, inHeader] of [
      ["o'neil+a=b@sub.example.org", true],
      ['j\u00f6rg@example.org', false],
      ['\u{1f5bc}@example.org', false],
    ] as const) {
      it(`${inHeader ? 'with' : 'without'} the address ${JSON.stringify(email)}`, async () => {
        const { key } = await ann.options.accounts.add({ name: 'Di', email });
        const answer = await ann.ask('/shrink', { method: 'POST', key, body: '' });
        expect(answer.status).to.equal(400);
        expect(headersOf(answer)).to.include({
          email: inHeader ? email : undefined,
          state: 'paid',
        });
      });
    }

    it('but not without an account', async () => {
      const answer = await ann.ask('/shrink', { method: 'POST', key: other, body: 'x' });
      const nothing = { count: undefined, remaining: undefined, state: undefined };
      expect(headersOf(answer)).to.deep.equal({ ...nothing, email: undefined });
    });
  });

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
