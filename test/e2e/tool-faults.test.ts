import { expect } from 'chai';
import { chmod, copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { findProgram } from '../../src/tools/find-program.ts';
import { fixtureTool } from '../support/tools/processes.ts';
import { servicesOfTest, toolsPath, type RunningService } from '../support/service/service.ts';
import { createClient, jsonOf, type Client } from '../support/e2e/client.ts';
import { expectIdle } from '../support/e2e/job-folders.ts';
import { newJpeg, newPhoto } from '../support/e2e/pictures.ts';
import { until } from '../support/until.ts';

/** A program at `path` that runs another one, which may be changed while the service runs. */
const place = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text);
  await chmod(`${path}.new`, 0o755);
  await rename(`${path}.new`, path);
};

describe('a tool that breaks while the service runs', function () {
  this.timeout(60_000);
  const { start, inFolder } = servicesOfTest();
  let service: RunningService;
  let client: Client;
  /** In a folder that sandboxes show as it is, and not as it was when they were made. */
  const encoder = (): string => inFolder('bin/encoder');
  const cjpeg = findProgram('cjpeg', toolsPath) ?? '';

  beforeEach(async () => {
    await mkdir(inFolder('bin'));
    await copyFile(cjpeg, encoder());
    const broken = {
      produces: 'image/jpeg',
      reads: ['image/jpeg', 'image/x-portable-pixmap'],
      command: [encoder(), '-quality', '50', '-outfile', '{output}', '{input}'],
      version: ['-version'],
    };
    const config = {
      encoders: { broken },
      types: { 'image/jpeg': [['broken']] },
      tools: { deadlineSeconds: 1.5, folderBytes: 20 * 1024 ** 2, readable: [inFolder('bin')] },
    };
    service = await start({ config });
    client = createClient(service);
    expect((await client.upload(newPhoto())).status).to.equal(201);
  });
  afterEach(() => client?.close());

  /** After it is mended the service goes on as ever. */
  const expectMended = async (counted: number): Promise<void> => {
    await expectIdle(service);
    expect(await client.count()).to.equal(counted);
    await copyFile(cjpeg, `${encoder()}.new`);
    await rename(`${encoder()}.new`, encoder());
    const { status, body } = await client.upload(newPhoto());
    expect(status).to.equal(201);
    const { output } = jsonOf({ body }) as { output: { ratio: number } };
    expect(output.ratio).to.be.below(0.9);
  };

  it('by going missing is a fault of ours: 500, not billed, told in the log', async () => {
    await rm(encoder());
    const { status, body } = await client.upload(newPhoto());
    expect(status).to.equal(500);
    expect(jsonOf({ body })['message']).to.match(/^The service failed. Request id: \w+$/);
    await until('the log tells', () => service.log().some(({ msg }) => msg === 'failed'));
    await expectMended(1);
  });

  const faults: readonly (readonly [title: string, tool: string])[] = [
    ['crashing', 'exec sh -c "kill -SEGV \\$\\$"'],
    ['hanging, deaf to SIGTERM', "trap '' TERM INT HUP; while :; do sleep 1; done"],
    ['flooding its standard error', 'head -c 20000000 /dev/zero >&2; exit 1'],
    ['saying it is done without any output', 'exit 0'],
    ['writing a truncated file', 'for last; do :; done; head -c 3000 "$last" > "$4"'],
    [
      'leaving folders too deep for a path',
      `perl -e '$n = "n" x 200; for (1 .. 100) { mkdir $n; chdir $n }'; exit 1`,
    ],
    [
      'filling its folder with files',
      `perl -e 'for (1 .. 60) { open F, ">", $_; print F "x" x 1e6 } sleep 60'`,
    ],
    ['leaving a child in a session of its own', 'setsid sleep 60 & exit 1'],
  ];
  for (const [title, script] of faults) {
    it(`by ${title} costs quality, not the answer: the source comes back, stripped`, async () => {
      await place(encoder(), `#!/bin/sh\n${script}\n`);
      const picture = newPhoto();
      const { status, body } = await client.upload(picture);
      expect(status, body.toString()).to.equal(201);
      const { output } = jsonOf({ body }) as { output: { size: number } };
      expect(output.size).to.be.within(picture.length * 0.9, picture.length);
      expect(
        service.log().some(({ msg }) => msg === 'a tool failed on a readable picture'),
      ).to.equal(true);
      await expectMended(2);
    });
  }

  it('does not take the service with it however many requests it breaks', async () => {
    await copyFile(fixtureTool('crashes'), `${encoder()}.new`);
    await rename(`${encoder()}.new`, encoder());
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.upload(newJpeg())));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
    await expectMended(21);
  });
});
