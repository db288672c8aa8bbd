import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ownService } from '../support/service/service.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { photo, photoPath } from '../support/e2e/pictures.ts';
import { needs } from '../support/e2e/programs.ts';

/** What the WordPress plugin reads of an answer. */
type PluginAnswer = Readonly<{
  status: number;
  headers: Readonly<Record<string, string>>;
  json: Readonly<Record<string, string>> | null;
  isTruthy: boolean;
  bytes: number;
}>;

type PluginRequest = Readonly<{
  method: 'GET' | 'POST';
  path: string;
  key?: string;
  json?: object;
  file?: string;
}>;

/** Runs a PHP script that prints JSON; its warnings would spoil that and fail the test. */
const php = async (script: string, args: readonly string[], input = ''): Promise<unknown> => {
  const path = join(import.meta.dirname, 'php', script);
  const running = promisify(execFile)('php', ['-d', 'display_errors=1', path, ...args]);
  running.child.stdin!.end(input);
  return JSON.parse((await running).stdout) as unknown;
};

const mediaTypeOf = (bytes: Buffer): string =>
  bytes.toString('latin1', 0, 3) === '\u00ff\u00d8\u00ff'
    ? 'image/jpeg'
    : bytes.toString('latin1', 0, 12);

describe('clients in PHP', function () {
  before(function () {
    needs(this, 'php', { version: '-m', says: /^curl$/m });
  });
  const monthlyLimit = 6;
  const service = ownService({
    config: { web: { registration: 'open', newAccounts: { monthlyLimit, attemptsPerHour: 4 } } },
  });
  const inFolder = temporaryFolders();

  /** Every key that a test has used. */
  const keys: string[] = [];

  it('do all that the official library offers', async () => {
    const { url, certificate } = service();
    const args = [url, certificate, photoPath, inFolder('')];
    const { key, ...told } = (await php('official-library.php', args)) as { key: string };
    keys.push(key);
    expect(told).to.deep.equal({
      'register nobody': [
        'Tinify\\ClientException',
        'email: expected an e-mail address of at most 254 characters, got "nobody" (HTTP 400/Bad request)',
      ],
      'validate a wrong key': [
        'Tinify\\AccountException',
        'Credentials are invalid. (HTTP 401/Unauthorized)',
      ],
      validate: true,
      'count at first': 0,
      converted: ['image/webp', true],
      count: 3,
      'over the limit': [
        'Tinify\\AccountException',
        'Your monthly limit has been exceeded. (HTTP 429/Too many requests)',
      ],
      'validate over the limit': true,
      'count at last': 6,
    });
    for (const name of ['plain', 'resized', 'preserved']) {
      const bytes = readFileSync(inFolder(name));
      expect([name, mediaTypeOf(bytes)]).to.deep.equal([name, 'image/jpeg']);
      expect(bytes.length).to.be.within(100, photo.length - 1);
    }
  });

  for (const driver of ['curl', 'fopen'] as const) {
    describe(`as the WordPress plugin asks, by ${driver}`, () => {
      let key = '';
      const ask = async (request: PluginRequest): Promise<PluginAnswer> => {
        const { url, certificate } = service();
        const args = [driver, url, certificate];
        return (await php('plugin-request.php', args, JSON.stringify(request))) as PluginAnswer;
      };
      /** What the plugin keeps of every answer. */
      const accountIn = ({ headers }: PluginAnswer) => ({
        count: Number(headers['compression-count']),
        remaining: Number(headers['compression-count-remaining']),
        state: headers['paying-state'],
        email: headers['email-address'],
      });
      const account = (count: number) => ({
        count,
        remaining: monthlyLimit - count,
        state: 'paid',
        email: 'wp@example.org',
      });
      const expectAccount = (answer: PluginAnswer, status: number, count: number): void => {
        expect({ status: answer.status, ...accountIn(answer) }).to.deep.equal({
          status,
          ...account(count),
        });
      };

      it('an account is made', async () => {
        const json = {
          email: 'wp@example.org',
          name: 'Ann',
          identifier: 'WordPress plugin for blog.example',
          link: 'https://blog.example/wp-admin/options-general.php?page=tinify',
        };
        const answer = await ask({ method: 'POST', path: '/keys', json });
        expect(answer.status).to.equal(202);
        key = answer.json?.['key'] ?? '';
        keys.push(key);
        expect(key).to.have.lengthOf(32);
      });

      it('the key is right, and another is not', async () => {
        const right = await ask({ method: 'GET', path: `/keys/${key}`, key });
        expectAccount(right, 200, 0);
        expect(right).to.include({ isTruthy: true, bytes: 2 });
        const other = 'x'.repeat(32);
        const wrong = await ask({ method: 'GET', path: `/keys/${other}`, key: other });
        expect(wrong).to.include({ status: 404, isTruthy: true });
        expect(wrong.json).to.have.keys('error', 'message');
      });

      it('pictures are compressed, resized and converted, until the month is over', async () => {
        const upload = await ask({ method: 'POST', path: '/shrink', key, file: photoPath });
        expectAccount(upload, 201, 1);
        const path = upload.headers['location'] ?? '';

        const plain = await ask({ method: 'GET', path, key });
        expectAccount(plain, 200, 1);
        expect(plain.headers).to.include({ 'image-width': '800', 'image-height': '533' });

        const resize = { method: 'fit', width: 40, height: 40 };
        const json = { resize, preserve: ['copyright', 'creation'] };
        const method = driver === 'curl' ? 'POST' : 'GET';
        const resized = await ask({ method, path, key, json });
        expectAccount(resized, 200, 2);
        expect(resized.headers).to.include({
          'content-type': 'image/jpeg',
          'image-width': '40',
          'content-length': String(resized.bytes),
        });

        for (const count of [3, 4, 5, 6]) {
          const type = ['image/webp'];
          const converted = await ask({ method: 'POST', path, key, json: { convert: { type } } });
          expectAccount(converted, 200, count);
          expect(converted.headers).to.include({ 'content-type': 'image/webp' });
        }

        const over = await ask({ method: 'POST', path: '/shrink', key, file: photoPath });
        expectAccount(over, 429, 6);
        expect(over.json).to.deep.equal({
          error: 'Too many requests',
          message: 'Your monthly limit has been exceeded.',
        });
        expectAccount(await ask({ method: 'GET', path: `/keys/${key}`, key }), 200, 6);
      });
    });
  }

  describe('afterwards', () => {
    it('are refused another account from the same address within the hour', async () => {
      const { url, certificate } = service();
      const request = { method: 'POST', path: '/keys', json: { email: 'wp@example.org' } };
      const args = ['curl', url, certificate];
      const answer = await php('plugin-request.php', args, JSON.stringify(request));
      expect(answer).to.have.property('status', 429);
    });

    it('leave no key in the log or in the metrics', async () => {
      const { log, internalUrl } = service();
      const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
      expect(metrics).to.contain('route="/keys"');
      const texts = [metrics, ...log().map((line) => JSON.stringify(line))];
      expect(keys).to.have.lengthOf(3);
      for (const text of texts) for (const key of keys) expect(text).not.to.contain(key);
    });
  });
});
