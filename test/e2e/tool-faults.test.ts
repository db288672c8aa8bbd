import { expect } from 'chai';
import { chmod, copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '../../src/tools/find-program.ts';
import { fixtureTool } from '../support/tools/processes.ts';
import {
  makeServiceFolder,
  ownService,
  removeFolder,
  toolsPath,
} from '../support/service/service.ts';
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

describe('a tool that breaks while the service runs', () => {
  const cjpeg = findProgram('cjpeg', toolsPath) ?? '';
  let folder = '';
  /** In a folder that sandboxes show as it is, and not as it was when they were made. */
  const encoder = (): string => join(folder, 'encoder');
  before(async () => {
    folder = await makeServiceFolder();
    await mend();
  });
  const service = ownService(() => ({
    config: {
      encoders: {
        broken: {
          produces: 'image/jpeg',
          reads: ['image/jpeg', 'image/x-portable-pixmap'],
          command: [encoder(), '-quality', '50', '-outfile', '{output}', '{input}'],
          version: ['-version'],
        },
      },
      types: { 'image/jpeg': [['broken']] },
      tools: { folderBytes: 20 * 1024 ** 2, readable: [folder] },
    },
    derived: { tools: { deadlineSeconds: 1.5 } },
  }));
  after(() => removeFolder(folder));

  const put = async (program: string): Promise<void> => {
    await copyFile(program, `${encoder()}.new`);
    await rename(`${encoder()}.new`, encoder());
  };
  const mend = (): Promise<void> => put(cjpeg);

  let client: Client;
  before(() => {
    client = createClient(service());
  });
  after(() => client.close());

  /** Before a test, after a picture that the whole tool has compressed. */
  let countBefore = 0;
  let linesBefore = 0;
  beforeEach(async () => {
    await mend();
    expect((await client.upload(newPhoto())).status).to.equal(201);
    countBefore = await client.count();
    linesBefore = service().log().length;
  });

  const hasLogged = (message: string): boolean =>
    service()
      .log()
      .slice(linesBefore)
      .some(({ msg }) => msg === message);

  /** After it is mended the service goes on as ever. */
  const expectMended = async (billed: number): Promise<void> => {
    await expectIdle(service());
    expect(await client.count()).to.equal(countBefore + billed);
    await mend();
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
    await until('the log tells', () => hasLogged('failed'));
    await expectMended(0);
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
      expect(hasLogged('a tool failed on a readable picture')).to.equal(true);
      await expectMended(1);
    });
  }

  it('does not take the service with it however many requests it breaks', async () => {
    await put(fixtureTool('crashes'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.upload(newJpeg())));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array(20).fill(201));
    await expectMended(20);
  });
});
