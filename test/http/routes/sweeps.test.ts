import { expect } from 'chai';
import { type Api, startApi } from '../../support/http/api.ts';

const json = { 'Content-Type': 'application/json' };

describe('/sweeps', () => {
  let api: Api;
  beforeEach(async () => {
    api = await startApi({ account: { role: 'admin' } });
  });
  afterEach(() => api.close());

  const ask = async (path: string, body?: object) => {
    const sent = body && { method: 'POST', headers: json, body: JSON.stringify(body) };
    const answer = await api.ask(path, sent);
    return { ...answer, told: answer.json() as Record<string, unknown> };
  };
  const request = { source: { store: 'shop', prefix: 'photos' }, dryRun: true };

  it('begins a sweep, lists and tells it', async () => {
    const begun = await ask('/sweeps', request);
    expect([begun.status, begun.headers['cache-control']]).to.deep.equal([201, 'no-store']);
    const { id } = begun.told as { id: string };
    expect(begun.told).to.deep.equal({
      ...{ id, kind: 'dry-run', undoes: null, status: 'running', reason: null, detail: null },
      ...{ account: api.account.id, request },
      ...{ startedAt: '2026-11-21T12:00:00.000Z', endedAt: null },
      objects: {
        ...{ total: null, lookedAt: 0, compressed: 0, restored: 0, done: 0, left: 0, failed: 0 },
      },
      bytes: { before: 0, after: 0, saved: 0 },
      ...{ objectsPerSecond: null, secondsLeft: null, estimate: null },
    });
    expect((await ask('/sweeps')).told).to.deep.equal({ sweeps: [begun.told] });
    expect((await ask(`/sweeps/${id}`)).told).to.deep.equal({ ...begun.told, failures: [] });
  });

  it('pauses, resumes and stops it', async () => {
    const { id } = (await ask('/sweeps', request)).told as { id: string };
    for (const [action, status] of [
      ['pause', 'paused'],
      ['pause', 'paused'],
      ['resume', 'running'],
      ['stop', 'stopped'],
    ]) {
      expect((await ask(`/sweeps/${id}`, { action })).told).to.include({ status });
    }
    const refused = await ask(`/sweeps/${id}`, { action: 'resume' });
    expect([refused.status, refused.told['message']]).to.deep.equal([
      ...[400, 'The sweep is stopped.'],
    ]);
  });

  for (const [title, path, body, status, message] of [
    ['an unknown sweep', '/sweeps/abc', { action: 'pause' }, 404, 'There is no such sweep.'],
    [
      'an unknown action',
      '/sweeps/abc',
      { action: 'go' },
      400,
      'action: expected one of pause, resume, stop, undo, got "go"',
    ],
    [
      'an unknown field',
      '/sweeps',
      { ...request, includes: ['*.png'] },
      400,
      'includes: expected another name (did you mean "include"?), got an unknown name',
    ],
    [
      'a prefix that is no text',
      '/sweeps',
      { ...request, source: { store: 'shop', prefix: '\ud800' } },
      400,
      'source.prefix: expected Unicode text',
    ],
    [
      'a share of nothing',
      '/sweeps',
      { ...request, share: 0 },
      400,
      'share: expected a number above 0, at most 1, got 0',
    ],
    [
      'patterns that are none',
      '/sweeps',
      { ...request, include: ['*.png', ''] },
      400,
      'include[1]: expected a pattern such as *.png, got ""',
    ],
    [
      'an unknown type',
      '/sweeps',
      { ...request, convert: { type: 'image/gif' } },
      400,
      'convert.type: expected one of image/webp, image/jpeg, image/png, */*, got "image/gif"',
    ],
    [
      'an undo of what has compressed nothing',
      'own',
      { action: 'undo' },
      400,
      'Only a sweep that has compressed can be undone.',
    ],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const own = path === 'own' ? (await ask('/sweeps', request)).told['id'] : undefined;
      const answer = await ask(own === undefined ? path : `/sweeps/${String(own)}`, body);
      expect([answer.status, answer.told['message']]).to.deep.equal([status, message]);
    });
  }

  it('needs JSON, and an administrator', async () => {
    const plain = await api.ask('/sweeps', { method: 'POST', body: '{}' });
    expect(plain.status).to.equal(400);
    const user = await api.options.accounts.add({ name: 'User', email: 'user@example.org' });
    for (const path of ['/sweeps', '/sweeps/abc']) {
      expect((await api.ask(path, { key: user.key })).status).to.equal(404);
    }
  });
});
