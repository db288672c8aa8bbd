import { expect } from 'chai';
import type { Api, Asked } from '../../support/http/api.ts';
import { startApi } from '../../support/http/api.ts';

const json = { 'content-type': 'application/json' };
const resize = JSON.stringify({ resize: { method: 'scale', width: 5 } });

type Row = Readonly<{ title: string; asked: Asked; path?: (id: string) => string; said: boolean }>;

const outputPath = (id: string): string => `/output/${id}`;

describe('a download without a key', () => {
  let api: Api;
  const start = async (publicDownload: boolean): Promise<void> => {
    api = await startApi({ overrides: () => ({ publicDownload }) });
  };
  afterEach(() => api.close());

  const warnings = (): readonly Readonly<Record<string, unknown>>[] =>
    api.logLines.filter(({ level }) => level === 40);

  const rows: readonly Row[] = [
    { title: 'a download', asked: {}, said: true },
    { title: 'HEAD', asked: { method: 'HEAD' }, said: true },
    { title: 'a download that says JSON but has no body', asked: { headers: json }, said: true },
    { title: 'a receipt', asked: {}, path: (id) => `/output/${id}/receipt`, said: true },
    { title: 'an id that nobody has', asked: {}, path: () => '/output/x', said: true },
    {
      title: 'an operation by GET',
      asked: { headers: json, body: resize },
      said: false,
    },
    {
      title: 'an operation by POST',
      asked: { method: 'POST', headers: json, body: resize },
      said: false,
    },
    {
      title: 'an upload',
      asked: { method: 'POST', body: 'x' },
      path: () => '/shrink',
      said: false,
    },
    { title: 'a wrong key', asked: { key: 'A'.repeat(32) }, said: false },
    { title: 'another scheme', asked: { headers: { authorization: 'Bearer x' } }, said: false },
  ];
  for (const { title, asked, path = outputPath, said } of rows) {
    it(`${said ? 'names' : 'does not name'} the setting in the log for ${title}`, async () => {
      await start(false);
      const answer = await api.ask(path(api.output.id), { key: null, ...asked });
      expect(answer.status).to.equal(401);
      expect(warnings()).to.have.length(said ? 1 : 0);
    });
  }

  it('is named in the log once, however many there are, and answered as ever', async () => {
    await start(false);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.ask(`/output/${api.output.id}`, { key: null })),
    );
    for (const answer of answers) {
      expect(answer.json()).to.deep.equal({
        error: 'Unauthorized',
        message: 'Credentials are invalid.',
      });
    }
    expect(warnings()).to.have.length(1);
    expect(warnings()[0]).to.include({ setting: 'outputs.publicDownload' });
    expect(warnings()[0]!['requestId']).to.be.oneOf(
      answers.map(({ headers }) => headers['x-request-id']),
    );
    expect(String(warnings()[0]!['msg'])).to.contain('set outputs.publicDownload to true');
    expect(JSON.stringify(warnings())).not.to.contain(api.output.id);
  });

  it('is not named in the log where it is allowed', async () => {
    await start(true);
    expect((await api.ask(`/output/${api.output.id}`, { key: null })).status).to.equal(200);
    expect((await api.ask('/output/x', { key: null })).status).to.equal(404);
    expect(warnings()).to.deep.equal([]);
  });

  it('may be made with the key of another account where it is allowed, which opens nothing else', async () => {
    await start(true);
    const { key } = await api.options.accounts.add({ name: 'Bob', email: 'bob@example.org' });
    const ask = async (path: string, asked: Asked = {}): Promise<number> =>
      (await api.ask(path, { key, ...asked })).status;
    const path = outputPath(api.output.id);
    expect(await ask(path)).to.equal(200);
    expect(await ask(path, { method: 'HEAD' })).to.equal(200);
    expect(await ask(`${path}/receipt`)).to.equal(200);
    for (const method of ['GET', 'POST']) {
      expect(await ask(path, { method, headers: json, body: resize })).to.equal(404);
    }
    expect(api.operations).to.deep.equal([]);
  });
});
