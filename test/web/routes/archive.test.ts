import { expect } from 'chai';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceError } from '../../../src/errors.ts';
import type { DownloadResult } from '../../../src/service/download.ts';
import { resultId } from '../../support/http/api.ts';
import { outputOf, receipt } from '../../support/service/samples.ts';
import { until } from '../../support/until.ts';
import { password, quickPasswords, type Site, startSite } from '../../support/web/site.ts';
import type { Visitor } from '../../support/web/visitor.ts';
import { storedEntries } from '../../support/web/zip.ts';

const webp = Buffer.from('a result as WebP');
let bytes = webp;

describe('the archive of results', () => {
  let site: Site;
  let owner: Visitor;
  let folder: string;
  let held = 0;

  /** Results of operations: one, whose file is shorter than it should be under the id `short`. */
  const downloadResult: DownloadResult = async ({ id, resultId: asked }) => {
    if (asked !== resultId) throw new ServiceError('not_found', 'gone');
    held += 1;
    const resultBytes = id === 'short' ? bytes.length + 1 : bytes.length;
    const { result: made } = outputOf({ owner: 'ann', resultBytes });
    const result = { ...made, mediaType: 'image/webp' };
    return {
      ...{ result, made: { sourceSha256: 'a', receipt } },
      ...{ resultPath: join(folder, 'result'), release: () => void (held -= 1) },
    };
  };

  beforeEach(async () => {
    held = 0;
    bytes = webp;
    folder = await mkdtemp(join(tmpdir(), 'shrinkd-archive-'));
    await writeFile(join(folder, 'result'), webp);
    site = await startSite({ overrides: { downloadResult } });
    const [first] = await site.accounts.list();
    await site.accounts.update(first!.id, { password: await quickPasswords.hash(password) });
    owner = site.visitor();
    await owner.visit('/signin', { form: { email: first!.email, password } });
  });
  afterEach(async () => {
    await site.close();
    await rm(folder, { recursive: true });
  });

  const textsOf = (archive: Buffer): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...storedEntries(archive)].map(([name, entry]) => [name, entry.toString()]),
    );

  it('has outputs and results of operations, in their folders', async () => {
    const { id } = site.api.output;
    const form = { [id]: 'shop/a.jpg', [`${id}/result/${resultId}`]: 'shop/red/a.jpg' };
    const answer = await owner.visit('/web/zip', { form });
    expect(answer.status).to.equal(200);
    expect(answer.headers).to.include({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="pictures.zip"; filename*=UTF-8''pictures.zip`,
    });
    const [name] = Object.keys(textsOf(answer.body));
    expect(textsOf(answer.body)).to.deep.equal({
      [name!]: site.api.bytes.toString(),
      'shop/red/a.webp': webp.toString(),
    });
    expect(name).to.match(/^shop\/a\.\w+$/);
    expect(held).to.equal(0);
  });

  it('names what has expired', async () => {
    const { id } = site.api.output;
    const form = { [`${id}/result/other`]: 'shop/b.jpg', [`${id}/result/${resultId}`]: 'a.jpg' };
    const { body } = await owner.visit('/web/zip', { form });
    expect(textsOf(body)).to.deep.equal({
      'a.webp': webp.toString(),
      'missing.txt': 'These pictures have expired, and are not in the archive:\n\nshop/b.jpg\n',
    });
  });

  it('has nothing of another account', async () => {
    const stranger = await site.signedIn({ name: 'Cy' });
    const { body } = await stranger.visit('/web/zip', { form: { [site.api.output.id]: 'a.jpg' } });
    expect(Object.keys(textsOf(body))).to.deep.equal(['missing.txt']);
  });

  it('breaks off where a file is damaged, and holds nothing then', async () => {
    const form = { [`short/result/${resultId}`]: 'a.jpg' };
    const failure = await owner.visit('/web/zip', { form }).catch((error: Error) => error);
    expect(failure).to.be.an('error');
    expect(held).to.equal(0);
  });

  it('is limited to the requests of the account in a minute', async () => {
    const person = await site.signedIn({ name: 'Bea', requestsPerMinute: 1 });
    await person.visit('/web/zip', { form: {} });
    const { status } = await person.visit('/web/zip', { form: {} });
    expect(status).to.equal(429);
  });

  it('is refused without a session, and from another site', async () => {
    expect((await site.visitor().visit('/web/zip', { form: {} })).status).to.be.oneOf([303, 401]);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await owner.visit('/web/zip', { form: {}, headers })).status).to.equal(403);
  });

  it('ends with its connection, and holds nothing then', async () => {
    // More than goes into the buffers of a connection.
    bytes = Buffer.alloc(32e6);
    await writeFile(join(folder, 'result'), bytes);
    const request = http.request({
      ...{ port: site.api.port, path: '/web/zip', method: 'POST', agent: false },
      headers: {
        ...{ cookie: owner.cookie(), 'sec-fetch-site': 'same-origin' },
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    request.end(new URLSearchParams({ [`a/result/${resultId}`]: 'a.jpg' }).toString());
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(response, 'readable');
    expect(held).to.equal(1);
    request.destroy();
    await until('the result is released', () => held === 0);
  });
});
