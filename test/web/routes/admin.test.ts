import { expect } from 'chai';
import type { Account } from '../../../src/accounts/accounts.ts';
import { password, type Site, startSite } from '../../support/web/site.ts';
import type { Visitor } from '../../support/web/visitor.ts';

describe('the pages of administrators', () => {
  let site: Site;
  let admin: Visitor;
  let cy: Account;
  let person: Visitor;
  const now = async (): Promise<Account> => (await site.accounts.get(cy.id))!;
  const pathTo = (what = ''): string => `/admin/accounts/${cy.id}${what}`;

  beforeEach(async () => {
    site = await startSite();
    admin = site.visitor();
    await admin.visit('/signin', { form: { email: 'ada@example.org', password } });
    person = await site.signedIn({ name: 'Cy', email: 'cy@example.org', monthlyLimit: 10 });
    cy = (await site.accounts.get('Cy'))!;
  });
  afterEach(() => site.close());

  it('list all accounts with their compressions', async () => {
    await site.api.options.counters.add(cy.id, 4321, { requestId: 'request' });
    const { text } = await admin.visit('/admin');
    expect(text).to.contain('3 accounts').and.contain('4,321');
    for (const name of ['Ann', 'Ada', 'Cy']) expect(text).to.contain(`>${name}</a>`);
  });

  it('change limits', async () => {
    const form = { monthlyLimit: '500', requestsPerMinute: '' };
    const saved = await admin.visit(pathTo('/limits'), { form });
    expect([saved.status, saved.location]).to.deep.equal([303, pathTo()]);
    expect(await now()).to.include({ monthlyLimit: 500, requestsPerMinute: null });
    for (const wrong of [
      { monthlyLimit: '-1' },
      { monthlyLimit: '1.5' },
      { monthlyLimit: 'many' },
      { requestsPerMinute: '0' },
    ]) {
      const page = await admin.visit(pathTo('/limits'), { form: wrong });
      expect([page.status, page.text.includes('A limit is a whole number')]).to.deep.equal([
        400,
        true,
      ]);
    }
    expect(await now()).to.include({ monthlyLimit: 500 });
  });

  it('disable and enable: key and sessions stop at once', async () => {
    const key = await site.accounts.revealKey(cy.id);
    expect((await admin.visit(pathTo('/disable'), { form: {} })).status).to.equal(303);
    expect(await site.accounts.findByKey(key)).to.equal(undefined);
    expect((await person.visit('/account')).status).to.equal(303);
    expect((await admin.visit(pathTo('/enable'), { form: {} })).status).to.equal(303);
    expect(await site.accounts.findByKey(key)).to.include({ id: cy.id });
    expect((await person.visit('/account')).status).to.equal(303);
  });

  it('keep the last administrator', async () => {
    const ada = (await site.accounts.get('Ada'))!;
    const path = `/admin/accounts/${ada.id}`;
    expect((await admin.visit(path)).text).not.to.contain(`${path}/disable`);
    const page = await admin.visit(`${path}/disable`, { form: {} });
    expect([page.status, page.text.includes('No other administrator')]).to.deep.equal([400, true]);
    await site.accounts.update(cy.id, { role: 'admin' });
    expect((await admin.visit(path)).text).to.contain(`${path}/disable`);
    expect((await admin.visit(`${path}/disable`, { form: {} })).status).to.equal(303);
    expect((await admin.visit('/admin')).status).to.equal(303);
  });

  it('make a sign-in link, which is shown once', async () => {
    const { text } = await admin.visit(pathTo('/link'), { form: {} });
    const [, token = ''] = /https:\/\/127\.0\.0\.1:\d+\/link\?token=([\w-]+)/.exec(text) ?? [];
    expect(await site.accounts.findLink(token)).to.include({
      ...{ kind: 'signin', accountId: cy.id },
      createdBy: (await site.accounts.get('Ada'))!.id,
    });
    expect((await admin.visit(pathTo())).text).not.to.contain(token);
    const visitor = site.visitor();
    expect((await visitor.visit('/link', { form: { token } })).status).to.equal(303);
    expect((await visitor.visit('/account')).text).to.contain('cy@example.org');
  });

  it('list open links with a button that revokes them', async () => {
    const invited = await admin.visit('/admin/invites', { form: { email: 'new@example.org' } });
    const [, token = ''] = /\/invite\?token=([\w-]+)/.exec(invited.text) ?? [];
    const linked = await admin.visit(pathTo('/link'), { form: {} });
    const [, signIn = ''] = /\/link\?token=([\w-]+)/.exec(linked.text) ?? [];
    for (const [path, visit] of [
      ['/admin', { path: `/invite?token=${token}` }],
      [pathTo(), { path: `/link?token=${signIn}` }],
    ] as const) {
      const { text } = await admin.visit(path);
      const [, id = ''] =
        /action="\/admin\/links\/revoke">\s*<input[^>]*value="(\w+)"/.exec(text) ?? [];
      expect((await site.visitor().visit(visit.path)).status).to.equal(200);
      // The second time it is gone already, as if it had been used meanwhile.
      const first = await admin.visit('/admin/links/revoke', { form: { id } });
      expect([first.status, first.location]).to.deep.equal([303, path]);
      expect((await admin.visit('/admin/links/revoke', { form: { id } })).status).to.equal(303);
      expect((await site.visitor().visit(visit.path)).status).to.equal(404);
      expect((await admin.visit(path)).text).not.to.contain('/admin/links/revoke');
    }
  });

  it('make an administrator, and an ordinary account of one, whose invitations end', async () => {
    const ofPerson = { email: 'cy@example.org', password };
    await admin.visit(pathTo('/role'), { form: { role: 'admin' } });
    expect(await now()).to.include({ role: 'admin' });
    await person.visit('/signin', { form: ofPerson });
    const { text } = await person.visit('/admin/invites', { form: { role: 'admin' } });
    const [, token = ''] = /\/invite\?token=([\w-]+)/.exec(text) ?? [];
    await admin.visit(pathTo('/role'), { form: { role: 'user' } });
    expect(await now()).to.include({ role: 'user' });
    expect((await person.visit('/admin')).status).to.equal(303);
    const form = { name: 'Eve', email: 'eve@example.org', password, token };
    expect((await site.visitor().visit('/invite', { form })).status).to.equal(404);
    const own = `/admin/accounts/${(await site.accounts.get('Ada'))!.id}/role`;
    expect((await admin.visit(own, { form: { role: 'user' } })).status).to.equal(400);
  });

  it('delete an account where that is meant, and keep its count', async () => {
    await site.api.options.counters.add(cy.id, 4321, { requestId: 'request' });
    const kept = await admin.visit(pathTo('/delete'), { form: {} });
    expect([kept.status, kept.location]).to.deep.equal([303, pathTo()]);
    expect(await now()).to.deep.equal(cy);
    const form = { sure: 'yes' };
    const gone = await admin.visit(pathTo('/delete'), { form });
    expect([gone.status, gone.location]).to.deep.equal([303, '/admin?done=removed']);
    expect((await person.visit('/account')).status).to.equal(303);
    expect((await admin.visit(pathTo())).status).to.equal(404);
    const { text } = await admin.visit(gone.location!);
    expect(text).to.contain('was deleted').and.contain('Deleted accounts').and.contain('4,321');
    expect(text).not.to.contain('cy@example.org');
    const ada = (await site.accounts.get('Ada'))!;
    const last = await admin.visit(`/admin/accounts/${ada.id}/delete`, { form });
    expect([last.status, last.text.includes('No other administrator')]).to.deep.equal([400, true]);
  });

  it('offer and make no sign-in link for the demo, nor for an account that waits', async () => {
    const demo = await site.accounts.add({ name: 'Demo', email: 'demo@localhost', role: 'demo' });
    const waiting = await site.accounts.add({ name: 'Di', email: 'd@d.d', approved: false });
    for (const { account } of [demo, waiting]) {
      const path = `/admin/accounts/${account.id}`;
      expect((await admin.visit(path)).text).not.to.contain(`${path}/link`);
      expect((await admin.visit(`${path}/link`, { form: {} })).status).to.equal(400);
    }
    expect(await site.accounts.links()).to.deep.equal([]);
  });

  it('let one of two administrators who disable each other at once do it', async () => {
    const eve = await site.signedIn({ name: 'Eve', role: 'admin', email: 'eve@example.org' });
    const idOf = async (name: string): Promise<string> => (await site.accounts.get(name))!.id;
    const [ofEve, ofAda] = [await idOf('Eve'), await idOf('Ada')];
    await Promise.all([
      admin.visit(`/admin/accounts/${ofEve}/disable`, { form: {} }),
      eve.visit(`/admin/accounts/${ofAda}/disable`, { form: {} }),
    ]);
    const off = (await site.accounts.list()).filter(({ disabled }) => disabled);
    expect(off).to.have.length(1);
  });

  it('invite, with limits and a role', async () => {
    const form = {
      email: 'new@example.org',
      monthlyLimit: '7',
      requestsPerMinute: '',
      role: 'admin',
    };
    const { text } = await admin.visit('/admin/invites', { form });
    const [, token = ''] = /\/invite\?token=([\w-]+)/.exec(text) ?? [];
    expect(await site.accounts.findLink(token)).to.include({
      ...{ kind: 'invite', email: 'new@example.org', role: 'admin' },
      ...{ monthlyLimit: 7, requestsPerMinute: null },
    });
    const list = (await admin.visit('/admin')).text;
    expect(list).to.contain('new@example.org').and.not.to.contain(token);
    const wrong = await admin.visit('/admin/invites', { form: { email: 'new' } });
    expect([wrong.status, (await site.accounts.links()).length]).to.deep.equal([400, 1]);
  });

  it('ask for the password again when the sign-in is old', async () => {
    site.pass(15 * 60_000);
    const forms: readonly (readonly [path: string, form: Record<string, string>])[] = [
      [pathTo('/limits'), { monthlyLimit: '1' }],
      [pathTo('/disable'), {}],
      [pathTo('/enable'), {}],
      [pathTo('/approve'), {}],
      [pathTo('/link'), {}],
      [pathTo('/role'), { role: 'admin' }],
      [pathTo('/delete'), { sure: 'yes' }],
      ['/admin/links/revoke', { id: '' }],
      ['/admin/invites', { email: '' }],
    ];
    for (const [path, form] of forms) {
      const page = await admin.visit(path, { form });
      expect([page.status, page.text.includes('Enter your password again')], path).to.deep.equal([
        403,
        true,
      ]);
    }
    expect([await now(), await site.accounts.links()]).to.deep.equal([cy, []]);
    const form = { monthlyLimit: '1', confirm: password };
    expect((await admin.visit(pathTo('/limits'), { form })).status).to.equal(303);
    expect(await now()).to.include({ monthlyLimit: 1 });
  });

  it('know no account by its name, nor by an id that does not exist', async () => {
    for (const id of ['Cy', 'acct_0000000000000000']) {
      for (const visit of [{}, { form: {} }]) {
        const path = `/admin/accounts/${id}${'form' in visit ? '/disable' : ''}`;
        expect((await admin.visit(path, visit)).status, path).to.equal(404);
      }
    }
    expect(await now()).to.deep.equal(cy);
  });

  it('show how the node is', async () => {
    const { text } = await admin.visit('/admin/health');
    for (const part of [
      '2 / 2',
      '5 kB / 10 kB',
      '25',
      'bwrap',
      'January 3, 2027',
      '4.1.5',
      '1 GB',
    ]) {
      expect(text).to.contain(part);
    }
    // Each program once, whatever commands it has.
    expect(text.match(/<th scope="row"[^>]*>cjpeg</g)).to.have.length(1);
    expect(text.split('/usr/bin/cjpeg')).to.have.length(2);
    expect(text).not.to.contain('effort hurried');
  });
});
