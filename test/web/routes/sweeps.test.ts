import { expect } from 'chai';
import { password, type Site, startSite } from '../../support/web/site.ts';
import type { Visitor } from '../../support/web/visitor.ts';

describe('the pages of sweeps', () => {
  let site: Site;
  let admin: Visitor;
  beforeEach(async () => {
    site = await startSite();
    admin = site.visitor();
    await admin.visit('/signin', { form: { email: 'ada@example.org', password } });
  });
  afterEach(() => site.close());

  const form = {
    ...{ source: 'shop', sourcePrefix: ' photos ', to: '', toPrefix: '', backup: '' },
    ...{ backupPrefix: '', type: 'image/webp', method: 'fit', width: '800', height: '600' },
    ...{ share: '50', minSaving: '3', include: '*.png  new/', exclude: '', dryRun: 'yes' },
  };
  const begin = async (more: Readonly<Record<string, string>> = {}) => {
    const answer = await admin.visit('/admin/sweeps', { form: { ...form, ...more } });
    return { ...answer, path: answer.location ?? '' };
  };

  it('begin one as the form says, and tell it', async () => {
    const { status, path } = await begin();
    expect([status, path]).to.deep.equal([303, path]);
    expect(path).to.match(/^\/admin\/sweeps\/[0-9a-f]{16}$/);
    const [sweep] = await site.api.options.sweeps.list();
    expect(sweep).to.deep.include({ kind: 'dry-run', status: 'running' });
    expect(sweep?.wishes).to.deep.equal({
      ...{ source: { store: 'shop', prefix: 'photos' }, to: null, backup: null },
      ...{ noOriginals: false, acceptRaces: false, noAcl: false, dryRun: true },
      ...{ share: 0.5, minSaving: 0.03, include: ['*.png', 'new/'], exclude: [] },
      resize: { method: 'fit', width: 800, height: 600 },
      convert: { type: 'image/webp' },
    });
    const page = await admin.visit(path);
    expect(page.text).to.contain('shop/photos').and.contain('/sweep.js"');
    const live = JSON.parse((await admin.visit(`${path}/live`)).text) as { facts: string[] };
    expect(live).to.deep.include({ status: 'running', lookedAt: '0', value: 0, max: 0 });
    for (const fact of live.facts) expect(page.text).to.contain(`<dd>${fact}</dd>`);
    expect((await admin.visit('/admin/sweeps')).text).to.contain(`href="${path}"`);
  });

  it('pause, resume and stop it', async () => {
    const { path } = await begin();
    for (const [action, status] of [
      ['pause', 'paused'],
      ['resume', 'running'],
      ['stop', 'stopped'],
    ] as const) {
      const answer = await admin.visit(path, { form: { action } });
      expect([answer.status, answer.location]).to.deep.equal([303, path]);
      expect((await site.api.options.sweeps.list())[0]?.status).to.equal(status);
    }
    const ended = await admin.visit(path, { form: { action: 'resume' } });
    expect([ended.status, ended.text.includes('The sweep is stopped.')]).to.deep.equal([400, true]);
    expect((await admin.visit(path)).text).not.to.contain('/sweep.js"');
  });

  it('show the form again with what is wrong, and what was sent', async () => {
    await begin();
    const second = await begin({ sourcePrefix: 'others' });
    expect(second.status).to.equal(400);
    expect(second.text).to.contain('Another one is under way.').and.contain('value="others"');
    const wrong = await begin({ share: '200' });
    expect(wrong.text).to.contain('share: expected a number above 0, at most 1, got 2');
  });

  it('are for administrators', async () => {
    const { path } = await begin();
    const person = await site.signedIn({ name: 'Cy', email: 'cy@example.org' });
    for (const where of ['/admin/sweeps', path, `${path}/live`]) {
      expect((await person.visit(where)).status, where).to.equal(403);
    }
    for (const where of ['/admin/sweeps', path]) {
      expect((await person.visit(where, { form: { action: 'stop' } })).status).to.equal(403);
    }
    expect((await admin.visit('/admin/sweeps/unknown')).status).to.equal(404);
    expect((await site.api.options.sweeps.list())[0]?.status).to.equal('running');
  });
});
