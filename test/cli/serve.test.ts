import { expect } from 'chai';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { holdLock } from '../../src/file-lock.ts';
import { createClient } from '../support/e2e/client.ts';
import { newPng } from '../support/e2e/pictures.ts';
import { apiKey, serveArgs, servicesOfTest, spawnShrinkd } from '../support/service/service.ts';
import { until } from '../support/until.ts';

const shrinkd = fileURLToPath(new URL('../../bin/shrinkd', import.meta.url));

describe('shrinkd serve', () => {
  const { start, inFolder } = servicesOfTest();

  it('starts, answers and ends with code 0 although its log cannot be written', async () => {
    const args = [...(await serveArgs(inFolder(), {})), '--json', '--log-level', 'debug'];
    const command = ['bash', '-c', 'exec "$0" "$@" 2>/dev/full', shrinkd] as const;
    const child = spawnShrinkd(inFolder(), args, { SHRINKD_API_KEY: apiKey }, [...command]);
    const ended = once(child, 'exit');
    try {
      const [line] = (await once(child.stdout!, 'data')) as [Buffer];
      const { ready, certificate } = JSON.parse(line.toString()) as Record<string, string>;
      const client = createClient({ url: ready!, certificate: certificate!, key: apiKey });
      expect((await client.upload(newPng())).status).to.equal(201);
      client.close();
      child.kill('SIGTERM');
      expect(await ended).to.deep.equal([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('says in its log that the key of the first account was not shown', async () => {
    const args = await serveArgs(inFolder(), {});
    const command = ['bash', '-c', 'exec "$0" "$@" >/dev/full', shrinkd] as const;
    const child = spawnShrinkd(inFolder(), args, {}, [...command]);
    const ended = once(child, 'exit');
    let printed = '';
    child.stderr!.setEncoding('utf8').on('data', (piece: string) => (printed += piece));
    try {
      await until('the log says so', () => printed.includes('account rotate default'));
      child.kill('SIGTERM');
      expect(await ended).to.deep.equal([1, null]);
      const line = printed.split('\n').find((each) => each.includes('rotate default'));
      expect(JSON.parse(line!)).to.include({ msg: 'standard output', level: 'error' });
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('reads its certificate again at SIGHUP and goes on', async () => {
    const service = await start();
    service.signal('SIGHUP');
    await until('the certificate was read again', () =>
      service.log().some(({ msg }) => msg === 'the TLS certificate was read again'),
    );
    const client = createClient(service);
    expect((await client.upload(newPng())).status).to.equal(201);
    client.close();
    expect((await service.stop()).code).to.equal(0);
  });

  it('ends a start that waits at SIGTERM', async () => {
    await mkdir(inFolder('data'));
    const lock = await holdLock(join(inFolder('data'), 'accounts.json.lock'));
    const child = spawnShrinkd(inFolder(), await serveArgs(inFolder(), {}));
    const [ended, printed] = [once(child, 'exit'), text(child.stderr!)];
    try {
      await until('the start waits', () => existsSync(inFolder('data/lock')));
      child.kill('SIGTERM');
      expect(await ended).to.deep.equal([0, null]);
      expect(await printed).to.contain('stopping during the start');
    } finally {
      child.kill('SIGKILL');
      await lock?.release();
    }
  });
});
