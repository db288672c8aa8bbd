import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployFile, programPath, requireProgram } from '../support/deploy/programs.ts';
import { addressOf, deliveryConfig, shownIn } from '../support/e2e/delivering.ts';
import { createClient } from '../support/e2e/client.ts';
import { freePort } from '../support/ports.ts';
import { ownService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

/** deploy/delivery/nginx.conf in a whole configuration, in front of `service`, with its files in `folder`. */
const configOf = (folder: string, port: number, service: string): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const text = readFileSync(deployFile('delivery/nginx.conf'), 'utf8')
    .replace('/var/cache/nginx/images', `${folder}/cache`)
    .replace('server {', `server {\n  listen 127.0.0.1:${port};`)
    .replace('127.0.0.1:8443', new URL(service).host)
    .replace(
      '$host;',
      `${new URL(service).hostname};\n    add_header X-Cache $upstream_cache_status always;`,
    );
  // Workers of root would be those of another user, who may not write into the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  return `${user}events {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${text}\n}\n`;
};

describe('nginx in front of addresses, by deploy/delivery/nginx.conf', () => {
  const service = ownService({ config: deliveryConfig() });
  let folder = '';
  let nginx: ChildProcess | undefined;
  let base = '';

  before(async function () {
    requireProgram(this, 'nginx');
    folder = mkdtempSync(join(tmpdir(), 'shrinkd-nginx-'));
    mkdirSync(join(folder, 'cache'));
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    writeFileSync(join(folder, 'nginx.conf'), configOf(folder, port, service().url));
    const args = ['-p', folder, '-e', 'error.log', '-c', join(folder, 'nginx.conf')];
    nginx = spawn(programPath('nginx')!, [...args, '-g', `pid ${folder}/pid; daemon off;`]);
    nginx.on('error', () => undefined);
    await until(
      'nginx listens',
      async () => (await fetch(base).catch(() => undefined)) !== undefined,
    );
  });
  after(async () => {
    if (nginx?.exitCode === null) {
      nginx.kill('SIGTERM');
      await once(nginx, 'exit');
    }
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  const get = async (path: string, accept: string) => {
    const answer = await fetch(`${base}${addressOf(path)}`, { headers: { accept } });
    const body = new Uint8Array(await answer.arrayBuffer());
    const { status, headers } = answer;
    return { status, cache: headers.get('x-cache'), vary: headers.get('vary'), body };
  };

  it('sends one request for a picture that many ask for at once', async () => {
    const client = createClient(service());
    const before = await client.count();
    const path = '/rs:fill:60:40/g:nowe/plain/local:///photo.jpg';
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(path, 'image/webp')));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(100).fill(200));
    expect(answers.filter(({ cache }) => cache !== 'HIT')).to.have.length(1);
    expect(await client.count()).to.equal(before + 1);
    client.close();
  });

  it('keeps each type apart', async () => {
    const path = '/w:61/plain/local:///photo.jpg';
    const accepts = ['image/avif,image/webp', 'image/webp,*/*', '*/*'];
    for (const cache of ['MISS', 'HIT']) {
      const answers = await Promise.all(accepts.map((accept) => get(path, accept)));
      const types = await Promise.all(
        answers.map(async ({ body }) => (await shownIn(body)).mediaType),
      );
      expect(types).to.deep.equal(['image/avif', 'image/webp', 'image/jpeg']);
      expect(answers.map((answer) => answer.cache)).to.deep.equal(Array(3).fill(cache));
      expect(answers.map(({ vary }) => vary)).to.deep.equal(Array(3).fill('Accept'));
    }
  });

  it('passes addresses on as they are signed, and keeps no refusal', async () => {
    const coded = `/w:62/plain/${encodeURIComponent('local:///photo.jpg')}@png`;
    expect((await get(coded, '')).status).to.equal(200);
    for (const _ of [1, 2]) {
      const { status, cache } = await get('/w:62/plain/local:///%252e%252e/photo.jpg', '');
      expect([status, cache]).to.deep.equal([404, 'MISS']);
    }
  });
});
