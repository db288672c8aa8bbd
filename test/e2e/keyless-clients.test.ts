import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { ownService } from '../support/service/service.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { needsPrograms, programs, runProgram } from './clients/keyless-programs.ts';
import { createClient, jsonOf } from '../support/e2e/client.ts';
import { curl, type CurlAnswer } from '../support/e2e/curl.ts';
import { newAccount } from '../support/e2e/new-account.ts';
import { newPhoto } from '../support/e2e/pictures.ts';
import { needs } from '../support/e2e/programs.ts';

const refusal = { error: 'Unauthorized', message: 'Credentials are invalid.' };
const isJpeg = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'));

describe('published programs that download without the key, by default', function () {
  const inFolder = temporaryFolders();
  before(function () {
    needsPrograms(this);
  });
  const service = ownService();

  for (const program of programs) {
    const outcome = program.isKeyless
      ? 'puts the refusal in place of the picture'
      : 'works, since it sends the key';
    it(`${program.title} ${outcome}`, async () => {
      const original = newPhoto();
      writeFileSync(inFolder('a.jpg'), original);
      await runProgram(program, inFolder('a.jpg'), service());
      const left = readFileSync(inFolder('a.jpg'));
      if (program.isKeyless) expect(jsonOf({ body: left })).to.deep.equal(refusal);
      else expect(isJpeg(left) && left.length < original.length).to.equal(true);
    });
  }

  it('have the log name the setting, once for all of them', () => {
    const warnings = service()
      .log()
      .filter(({ setting }) => setting === 'outputs.publicDownload');
    expect(warnings).to.have.length(1);
  });
});

describe('an output with outputs.publicDownload', function () {
  const service = ownService({ flags: ['--outputs-public-download', 'true'] });
  const withoutKey = ['-H', 'Authorization:'];
  const resize = JSON.stringify({ resize: { method: 'scale', width: 50 } });
  const json = ['-H', 'Content-Type: application/json'];
  let path = '';
  let bytes: Buffer;

  before(async function () {
    needs(this, 'curl', { says: /HTTP2/ });
    const client = createClient(service());
    const { headers } = await client.upload(newPhoto());
    path = new URL(headers.location!).pathname;
    bytes = (await client.send({ path })).body;
    client.close();
  });

  describe('lets published programs work that send no key', function () {
    const inFolder = temporaryFolders();
    before(function () {
      needsPrograms(this);
    });

    for (const program of programs) {
      it(`${program.title} puts a smaller picture in place of its original`, async () => {
        const original = newPhoto();
        writeFileSync(inFolder('a.jpg'), original);
        const printed = await runProgram(program, inFolder('a.jpg'), service());
        const left = readFileSync(inFolder('a.jpg'));
        expect(isJpeg(left), printed).to.equal(true);
        expect(left.length).to.be.within(1000, original.length - 1);
      });
    }
  });

  const ask = (args: readonly string[], input?: Buffer, at = path): Promise<CurlAnswer> =>
    curl(service(), at, [...withoutKey, ...args], input);

  const count = async (): Promise<number> => {
    const client = createClient(service());
    const counted = await client.count();
    client.close();
    return counted;
  };

  it('may be read without a key: whole, in part, its headers and its receipt', async () => {
    const whole = await ask(['--http1.1']);
    expect(whole.status).to.equal(200);
    expect(whole.body).to.deep.equal(bytes);
    expect(whole.headers).not.to.have.any.keys('Compression-Count', 'WWW-Authenticate');
    const head = await ask(['--http1.1', '--head']);
    expect(head.status).to.equal(200);
    expect(head.headers).to.include({ 'Content-Length': String(bytes.length) });
    const part = await ask(['--http1.1', '--range', '10-19']);
    expect(part).to.deep.include({ status: 206, body: bytes.subarray(10, 20) });
    const receipt = await ask([], undefined, `${path}/receipt`);
    expect(receipt.status).to.equal(200);
    expect(jsonOf(receipt)).to.be.an('object');
  });

  it('may be read with the key of another account, too', async () => {
    const key = await newAccount(service(), 'other');
    expect((await curl({ ...service(), key }, path)).body).to.deep.equal(bytes);
  });

  for (const [title, authorization] of [
    ['a wrong key', `Basic ${Buffer.from(`api:${'x'.repeat(32)}`).toString('base64')}`],
    ['another scheme', 'Bearer x'],
  ] as const) {
    it(`may not be read with ${title}`, async () => {
      const answer = await curl(service(), path, ['-H', `Authorization: ${authorization}`]);
      expect(answer.status).to.equal(401);
      expect(jsonOf(answer)).to.deep.equal(refusal);
    });
  }

  for (const [title, args, input] of [
    ['POST', ['-d', resize], undefined],
    ['GET', ['-X', 'GET', '-d', resize], undefined],
    ['GET over HTTP/2', ['--http2', '-X', 'GET', '-d', resize], undefined],
    ['GET of unknown length', ['--http1.1', '-X', 'GET', '-T', '-'], resize],
    ['GET of unknown length over HTTP/2', ['--http2', '-X', 'GET', '-T', '-'], resize],
    ['GET of what is no JSON', ['-X', 'GET', '-d', 'garbage'], undefined],
  ] as const) {
    it(`may not be worked on without a key by ${title}, which is never billed`, async () => {
      const before = await count();
      const answer = await ask(
        [...json, ...args],
        input === undefined ? undefined : Buffer.from(input),
      );
      expect(answer.status).to.equal(401);
      expect(jsonOf(answer)).to.deep.equal(refusal);
      expect(await count()).to.equal(before);
    });
  }

  it('is found by its whole id alone, which is 160 random bits', async () => {
    const id = path.replace('/output/', '');
    expect(id).to.match(/^[0-9a-f]{40}$/);
    const other = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
    for (const guess of [
      '',
      '/',
      ...[id.slice(0, -1), other, '*', '..'].map((part) => `/${part}`),
    ]) {
      const answer = await ask(['--path-as-is'], undefined, `/output${guess}`);
      expect(answer.status, guess).to.equal(404);
      expect(answer.body.toString()).not.to.contain(id.slice(0, 8));
    }
  });
});
