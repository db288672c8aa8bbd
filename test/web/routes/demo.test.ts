import { expect } from 'chai';
import { demoAccount } from '../../../src/accounts/first-account.ts';
import type { Account } from '../../../src/accounts/accounts.ts';
import { type Site, startSite } from '../../support/web/site.ts';
import type { Answer } from '../../support/http/api.ts';

const script = { accept: '*/*', 'sec-fetch-site': 'same-origin' };
const demo = { enabled: true, picturesPerHour: 3, uploadBytes: 20 };

describe('the demo', () => {
  let site: Site;
  const start = async (settings = demo, overrides = {}): Promise<void> => {
    site = await startSite({ settings: { demo: settings }, overrides });
    await demoAccount(site.accounts, { monthlyLimit: 10 });
  };
  const account = async (): Promise<Account> =>
    (await site.accounts.list()).find(({ role }) => role === 'demo')!;
  const counted = async (): Promise<number> =>
    site.api.options.counters.count((await account()).id);
  beforeEach(() => start());
  afterEach(() => site.close());

  const send = (
    path: string,
    body: string | Uint8Array,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    site.api.ask(path, { method: 'POST', key: null, headers: { ...script, ...headers }, body });
  const codeOf = (answer: Answer): unknown => (answer.json() as { code: string }).code;
  const formOf = (...files: readonly string[]): FormData => {
    const form = new FormData();
    for (const [index, file] of files.entries()) {
      form.append('files', new Blob([file]), `${index}.png`);
    }
    return form;
  };
  const sendForm = async (form: FormData): Promise<string> => {
    const request = new Request('https://x.example', { method: 'POST', body: form });
    const body = new Uint8Array(await request.arrayBuffer());
    const type = { 'content-type': request.headers.get('content-type')! };
    const answer = await send('/web/form', body, { ...type, accept: 'text/html' });
    return answer.body.toString();
  };

  it('shows the compress page to people who have not signed in', async () => {
    const { status, text } = await site.visitor().visit('/');
    expect(status).to.equal(200);
    expect(text).to.contain('up to 3 pictures an hour').and.contain('20 B each');
    expect(text).to.contain('href="/signin"').and.not.contain('action="/signout"');
    const person = await site.signedIn();
    expect((await person.visit('/')).text).not.to.contain('pictures an hour');
  });

  it('counts what they compress on its account, and has room for no more than its limit', async () => {
    const answer = await send('/web/shrink', 'picture');
    expect(answer.status).to.equal(201);
    expect(await counted()).to.equal(1);
    await site.accounts.update((await account()).id, { monthlyLimit: 1 });
    const refused = await send('/web/shrink', 'picture');
    expect([refused.status, codeOf(refused)]).to.deep.equal([429, 'monthly_limit_exceeded']);
    expect(await counted()).to.equal(1);
  });

  it('lets an address send so many pictures and operations an hour', async () => {
    expect((await send('/web/shrink', 'picture')).status).to.equal(201);
    const json = { 'content-type': 'application/json' };
    const operate = () => send(path, '{"convert":{"type":"image/webp"}}', json);
    const path = `/web/output/${site.api.output.id}`;
    // An output of another account, which is not found; the attempt counts.
    expect((await operate()).status).to.equal(404);
    expect((await send('/web/shrink', 'other')).status).to.equal(201);
    const refused = await send('/web/shrink', 'third');
    expect([refused.status, codeOf(refused)]).to.deep.equal([429, 'rate_limit_exceeded']);
    expect(refused.headers).to.include({ 'retry-after': '3600' });
    expect((await operate()).status).to.equal(429);
    // Downloads do not count, and people with an account are not concerned.
    expect((await site.visitor().visit(path, { headers: script })).status).to.equal(404);
    const person = await site.signedIn();
    const cookie = { cookie: person.cookie()! };
    expect((await send('/web/shrink', 'fourth', cookie)).status).to.equal(201);
    site.pass(3_600_000);
    expect((await send('/web/shrink', 'third')).status).to.equal(201);
  });

  it('counts each picture of a form', async () => {
    const text = await sendForm(formOf('one', 'two', 'three', 'four'));
    expect(text.match(/href="\/web\/output/g)).to.have.length(3);
    expect(text).to.contain('Too many');
    expect(await counted()).to.equal(3);
  });

  it('takes pictures of a limited size, announced or not', async () => {
    const large = 'x'.repeat(21);
    const refused = await send('/web/shrink', large);
    expect([refused.status, codeOf(refused)]).to.deep.equal([413, 'too_large']);
    const chunked = await send('/web/shrink', large, { 'transfer-encoding': 'chunked' });
    expect([chunked.status, codeOf(chunked)]).to.deep.equal([413, 'too_large']);
    const text = await sendForm(formOf('x'.repeat(20), large));
    expect(text.match(/href="\/web\/output/g)).to.have.length(1);
    expect(await counted()).to.equal(1);
    const person = await site.signedIn();
    expect((await send('/web/shrink', large, { cookie: person.cookie()! })).status).to.equal(201);
  });

  it('refuses an announced size before it takes up room in the queue', async () => {
    await site.close();
    let uploads = 0;
    await start(demo, { upload: async () => void (uploads += 1) });
    expect((await send('/web/shrink', 'x'.repeat(21))).status).to.equal(413);
    expect(uploads).to.equal(0);
  });

  it('fetches no addresses, and stores nothing', async () => {
    await site.close();
    await start({ ...demo, uploadBytes: 1000 });
    const json = { 'content-type': 'application/json' };
    const fetched = await send('/web/shrink', '{"source":{"url":"https://a.example"}}', json);
    expect([fetched.status, codeOf(fetched)]).to.deep.equal([400, 'bad_request']);
    const path = `/web/output/${site.api.output.id}`;
    const store = JSON.stringify({
      store: {
        ...{ service: 's3', aws_access_key_id: 'a', aws_secret_access_key: 'b' },
        ...{ region: 'us-east-1', path: 'bucket/a.png' },
      },
    });
    const stored = await send(path, store, json);
    expect([stored.status, codeOf(stored)]).to.deep.equal([400, 'bad_request']);
  });

  it('opens no page of an account, and no API', async () => {
    for (const path of ['/account', '/admin']) {
      expect((await site.visitor().visit(path)).status, path).to.equal(303);
    }
    const api = await site.api.ask('/shrink', { method: 'POST', key: null, body: 'picture' });
    expect(api.status).to.equal(401);
  });

  it('takes no picture from another page', async () => {
    const { status } = await send('/web/shrink', 'picture', { 'sec-fetch-site': 'cross-site' });
    expect([status, await counted()]).to.deep.equal([403, 0]);
  });

  it('ends when its account is disabled', async () => {
    await site.accounts.disable((await account()).id);
    expect((await site.visitor().visit('/')).location).to.equal('/signin');
    expect((await send('/web/shrink', 'picture')).status).to.equal(401);
  });

  it('is switched off unless it is asked for', async () => {
    await site.close();
    await start({ ...demo, enabled: false });
    expect((await site.visitor().visit('/')).status).to.equal(303);
    expect((await send('/web/shrink', 'picture')).status).to.equal(401);
  });

  it('has one account, however often the service starts', async () => {
    await demoAccount(site.accounts, { monthlyLimit: 99 });
    const all = (await site.accounts.list()).filter(({ role }) => role === 'demo');
    expect(all).to.have.length(1);
    expect(all[0]).to.include({ name: 'demo', monthlyLimit: 10, hasPassword: false });
  });
});
