import { expect } from 'chai';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployFile, programPath, requireProgram } from '../support/deploy/programs.ts';
import { addressOf, deliveryConfig, shownIn } from '../support/e2e/delivering.ts';
import { freePort } from '../support/ports.ts';
import { ownService } from '../support/service/service.ts';
import { until } from '../support/until.ts';

describe('Varnish in front of addresses, by deploy/delivery/varnish.vcl', () => {
  const tls = { mode: 'proxy', trustedProxies: ['127.0.0.1/32', '::1/128'] };
  const service = ownService({ config: { ...deliveryConfig(), tls } });
  let folder = '';
  let varnish: ChildProcess | undefined;
  let base = '';

  before(async function () {
    requireProgram(this, 'varnishd');
    folder = mkdtempSync(join(tmpdir(), 'shrinkd-varnish-'));
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    const { hostname, port: servicePort } = new URL(service().url);
    const file = join(folder, 'images.vcl');
    const text = readFileSync(deployFile('delivery/varnish.vcl'), 'utf8')
      .replace('"127.0.0.1"', `"${hostname}"`)
      .replace('"8080"', `"${servicePort}"`);
    writeFileSync(file, text);
    const args = ['-F', '-j', 'none', '-T', 'none', '-n', folder, '-s', 'malloc,32m', '-f', file];
    varnish = spawn(programPath('varnishd')!, [...args, '-a', `127.0.0.1:${port}`], {
      stdio: 'ignore',
    });
    varnish.on('error', () => undefined);
    const isListening = async () => (await fetch(base).catch(() => undefined)) !== undefined;
    await until('Varnish listens', isListening);
  });
  after(async () => {
    if (varnish?.exitCode === null) {
      varnish.kill('SIGTERM');
      await once(varnish, 'exit');
    }
    if (folder !== '') rmSync(folder, { recursive: true });
  });

  const get = async (path: string, accept: string) => {
    const answer = await fetch(`${base}${addressOf(path)}`, { headers: { accept, cookie: 'a=b' } });
    const body = new Uint8Array(await answer.arrayBuffer());
    // The request that brought an object, and for a hit that of the hit before.
    const isHit = answer.headers.get('x-varnish')!.includes(' ');
    return { status: answer.status, isHit, body };
  };
  const made = async (): Promise<number> => {
    const text = await (await fetch(new URL('/metrics', service().internalUrl))).text();
    return Number(/^shrinkd_deliveries_total\{outcome="made"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const answered = async (): Promise<number> => {
    const text = await (await fetch(new URL('/metrics', service().internalUrl))).text();
    const counts = text.matchAll(/^shrinkd_deliveries_total\{outcome="\w+"\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  it('sends one request for a picture that many ask for at once', async () => {
    const before = await answered();
    const path = '/rs:fill:60:40/g:nowe/plain/local:///photo.jpg';
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(path, 'image/webp')));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect((await answered()) - before).to.equal(1);
  });

  it('keeps each type once, however Accept is written', async () => {
    const before = await made();
    const path = '/w:61/plain/local:///photo.jpg';
    const accepts = [
      ['image/avif,image/webp', 'image/avif'],
      ['image/webp,*/*', 'image/webp'],
      ['*/*', 'image/jpeg'],
      ['text/html,image/avif;q=0.9,image/webp', 'image/avif'],
      ['image/webp', 'image/webp'],
      ['image/png,image/*', 'image/jpeg'],
    ] as const;
    for (const [index, [accept, mediaType]] of accepts.entries()) {
      const { body, isHit } = await get(path, accept);
      expect([(await shownIn(body)).mediaType, isHit], accept).to.deep.equal([
        mediaType,
        index > 2,
      ]);
    }
    expect((await made()) - before).to.equal(3);
  });

  it('passes addresses on as they are signed, and keeps no refusal', async () => {
    const coded = `/w:62/plain/${encodeURIComponent('local:///photo.jpg')}@png`;
    expect((await get(coded, '')).status).to.equal(200);
    for (const _ of [1, 2]) {
      const { status, isHit } = await get('/w:62/plain/local:///%252e%252e/photo.jpg', '');
      expect([status, isHit]).to.deep.equal([404, false]);
    }
  });
});
