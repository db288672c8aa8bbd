import { expect } from 'chai';
import { execFile, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { apiKey, serveArgs, servicesOfTest, spawnShrinkd } from '../support/service/service.ts';
import { createClient } from '../support/e2e/client.ts';
import { curl } from '../support/e2e/curl.ts';
import { newPng, photoPath } from '../support/e2e/pictures.ts';
import { sharedPair } from '../support/http/certificates.ts';
import { needs } from '../support/e2e/programs.ts';

type Printed = Readonly<{ child: ChildProcess; url: string; lines: readonly string[] }>;

/** Starts `serve` as a person does and reads what it prints up to the ready line. */
const serve = async (folder: string, flags: readonly string[] = []): Promise<Printed> => {
  const child = spawnShrinkd(folder, await serveArgs(folder, { flags }));
  child.stderr!.resume();
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout! })) {
    lines.push(line);
    const url = /^shrinkd ready (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { child, url, lines };
  }
  throw new Error(`No ready line, but: ${lines.join('\n')}`);
};

const stop = async ({ child }: Printed): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
};

/** It is printed until there is an administrator. */
const setUpLine = /^Set up: https:\/\/localhost:\d+\/setup\?token=[\w-]{22}$/;

describe('the first start and those after it', function () {
  const { start, inFolder } = servicesOfTest();
  let printed: Printed | undefined;

  afterEach(() => printed?.child.kill('SIGKILL'));

  it('prints a key, the certificate, and a curl line that works as it stands', async function () {
    needs(this, 'curl');
    printed = await serve(inFolder());
    const text = printed.lines.join('\n');
    const key = /^ {2}([A-Za-z0-9]{32})$/m.exec(text)![1]!;
    const certificate = /^Certificate: (\S+)$/m.exec(text)![1]!;
    const line = /^ {2}(curl .*)$/m.exec(text)![1]!;
    expect(certificate).to.equal(inFolder('data/tls/cert.pem'));
    expect(printed.url).to.match(/^https:\/\/localhost:\d+$/);
    expect(line).to.include(photoPath);
    expect(printed.lines.some((each) => setUpLine.test(each))).to.equal(true);
    expect(text).to.match(/^Clients that download without the key, .* outputs\.publicDownload$/m);

    const { stdout } = await promisify(execFile)('sh', ['-c', line]);
    const location = /^location: (\S+)\r$/im.exec(stdout)![1]!;
    expect(stdout).to.match(/^HTTP\/[12.]+ 201/);
    const output = await curl({ url: '', certificate, key }, location);
    expect(output.status).to.equal(200);
    await stop(printed);
  });

  it('names no certificate where it makes none', async () => {
    const { cert, key } = await sharedPair();
    const files = ['--tls-mode', 'files', '--tls-cert', cert, '--tls-key', key];
    printed = await serve(inFolder(), files);
    const text = printed.lines.join('\n');
    expect(text).to.match(/^ {2}curl -i --user /m);
    expect(text).not.to.match(/certificate|cacert|\n\n\n/i);
    await stop(printed);
  });

  it('does not name outputs.publicDownload where it is on, and prints no key on a later start, which keeps key, certificate, outputs and counts', async () => {
    printed = await serve(inFolder(), ['--outputs-public-download', 'true']);
    expect(printed.lines.join('\n')).to.contain('API key').and.not.to.contain('publicDownload');
    const key = /^ {2}([A-Za-z0-9]{32})$/m.exec(printed.lines.join('\n'))![1]!;
    const certificate = inFolder('data/tls/cert.pem');
    const first = createClient({ url: printed.url, certificate, key });
    const { headers } = await first.upload(newPng());
    const before = await first.send({ path: headers.location! });
    first.close();
    await stop(printed);

    printed = await serve(inFolder());
    expect(printed.lines).to.have.length(2);
    expect(printed.lines[0]).to.match(setUpLine);
    expect(printed.lines[1]).to.equal(`shrinkd ready ${printed.url}`);
    const second = createClient({ url: printed.url, certificate, key });
    const after = await second.send({ path: new URL(headers.location!).pathname });
    expect(after.status).to.equal(200);
    expect(after.body).to.deep.equal(before.body);
    expect(after.headers).to.include({ etag: before.headers.etag });
    expect(await second.count()).to.equal(1);
    second.close();
    await stop(printed);
  });

  it('takes the first key from the environment and prints it nowhere', async () => {
    const service = await start({ environment: { SHRINKD_API_KEY: apiKey } });
    const client = createClient(service);
    expect((await client.upload(newPng())).status).to.equal(201);
    client.close();
    const { stdout, stderr } = await service.stop();
    expect(stdout + stderr).not.to.include(apiKey);
    expect(JSON.parse(stdout)).not.to.have.property('key');
  });

  it('refuses a key that is none', async () => {
    const child = spawnShrinkd(inFolder(), await serveArgs(inFolder(), {}), {
      SHRINKD_API_KEY: 'short',
    });
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).to.equal(2);
  });
});
