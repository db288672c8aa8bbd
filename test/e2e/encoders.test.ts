import { expect } from 'chai';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { loadConfig } from '../../src/config/load.ts';
import { createScorer } from '../../src/engine/scorer/client.ts';
import { createEngine } from '../../src/engine/compress.ts';
import { createJobFolders } from '../../src/jobs/job-folder.ts';
import { createLauncher } from '../../src/tools/process/launcher.ts';
import { createPermits } from '../../src/queue/permits.ts';
import { createToolRunner } from '../../src/tools/tool-runner.ts';
import { openTools } from '../../src/tools/startup/open-tools.ts';
import { encodePng } from '../../src/image/png/pixels.ts';
import type { Receipt } from '../../src/image/search/receipt.ts';
import { readFacts } from '../../src/image/read-facts.ts';
import { runShrinkd, servicesOfTest } from '../support/service/service.ts';
import { scene } from '../support/image/scenes.ts';
import { strictSource } from '../support/image/builders.ts';
import { createClient, jsonOf } from '../support/e2e/client.ts';
import { newPhoto, photo, photoPath } from '../support/e2e/pictures.ts';
import { needs } from '../support/e2e/programs.ts';
import { killProcessesIn } from '../../src/tools/process/leftovers.ts';

/** libjpeg-turbo's encoder, which has the same name as the usual one, mozjpeg's. */
const turboPath = '/usr/bin/cjpeg';

const turbo = {
  encoders: {
    turbo: {
      produces: 'image/jpeg',
      reads: ['image/x-portable-pixmap'],
      command: `${turboPath} -quality {quality} -outfile {output} {input}`,
      quality: 70,
      version: '-version',
    },
  },
  types: { 'image/jpeg': [['turbo']] },
};

const avif = {
  encoders: {
    avifenc: {
      produces: 'image/avif',
      reads: ['image/png'],
      command: ['avifenc', '--jobs', '1', '--speed', '8', '{input}', '{output}'],
    },
  },
  types: { 'image/avif': [['avifenc']] },
};

type Row = Readonly<{ name: string; works: boolean; path: string; version: string }>;

describe('encoders by configuration alone', function () {
  const { start, inFolder } = servicesOfTest();

  const check = async (config: object): Promise<readonly Row[]> => {
    await writeFile(inFolder('config.json'), JSON.stringify(config));
    const args = ['check', '--json', '--config', 'config.json'];
    const { code, stdout, stderr } = await runShrinkd(inFolder(), args);
    expect(code, stderr).to.equal(0);
    return (JSON.parse(stdout) as { tools: readonly Row[] }).tools;
  };

  it('another JPEG encoder takes the place of the usual one', async function () {
    needs(this, turboPath, { version: '-version', says: /libjpeg-turbo/ });
    const service = await start({ config: turbo });
    const client = createClient(service);
    const { status, headers, body } = await client.upload(newPhoto());
    expect(status).to.equal(201);
    expect(jsonOf({ body })).to.have.nested.property('output.type', 'image/jpeg');
    const result = await client.send({ path: headers.location! });
    client.close();
    expect(result.body.length).to.be.lessThan(photo.length);
    const facts = await readFacts(strictSource(result.body));
    expect(facts).to.include({ mediaType: 'image/jpeg', width: 800, height: 533 });
    const tools = service.log().filter(({ msg }) => msg === 'tool');
    expect(tools.map(({ tool }) => tool)).to.deep.equal(['vips', turboPath]);
    expect(tools.every(({ how, exitCode }) => how === 'exited' && exitCode === 0)).to.equal(true);
  });

  /** The configurations that docs/encoders.md shows. */
  const shown = async (name: string): Promise<object> => {
    const page = await readFile(new URL('../../docs/encoders.md', import.meta.url), 'utf8');
    const blocks = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text = '']) => text);
    const text = blocks.find((block) => block.includes(`"${name}": {`));
    return JSON.parse(text ?? expect.fail(`the page shows ${name}`)) as object;
  };

  const drawn = (): Buffer => Buffer.from(encodePng(scene({ width: 120, height: 90 })));
  const added: readonly (readonly [string, string, () => Buffer])[] = [
    ['zopflipng', 'image/png', drawn],
    ['jpegoptim', 'image/jpeg', newPhoto],
  ];
  for (const [name, mediaType, picture] of added) {
    it(`${name} is added as docs/encoders.md says, and makes a result`, async function () {
      needs(this, name);
      const config = await shown(name);
      const rows = await check(config);
      expect(rows.find((row) => row.name === name)).to.include({ works: true });
      const service = await start({ config: { ...config, quality: { effort: 'best' } } });
      const client = createClient(service);
      const { status, headers } = await client.upload(picture());
      expect(status).to.equal(201);
      const answer = await client.send({ path: `${headers.location}/receipt` });
      const receipt = jsonOf(answer) as Receipt;
      client.close();
      const own = receipt.candidates.find(({ encoders }) => encoders === name);
      expect(own, JSON.stringify(receipt)).to.include({ mediaType, accepted: true });
      expect(own?.bytes).to.be.above(0);
    });
  }

  it('a new output type is listed as working', async function () {
    needs(this, 'avifenc');
    const rows = await check(avif);
    expect(rows.find(({ name }) => name === 'avifenc')).to.include({ works: true });
    await start({ config: avif });
  });

  it('a new output type is made by the engine', async function () {
    needs(this, 'avifenc');
    await writeFile(inFolder('config.json'), JSON.stringify(avif));
    const { config, path } = loadConfig({ flags: { config: inFolder('config.json') } });
    const launcher = await createLauncher({ path });
    try {
      const folders = await createJobFolders(inFolder('work'), killProcessesIn);
      const sandbox = { level: 'limits' } as const;
      const openedTools = await openTools(config, { launcher, folders, path, sandbox });
      const permits = createPermits({ slots: 1 });
      const processes = { launcher, permits, limits: config.tools, sandbox, deadlineMs: 60_000 };
      const runner = createToolRunner({ ...processes, path, onRun: () => undefined });
      const engine = createEngine({
        runner,
        scorer: createScorer({ ...processes, path }),
        permits,
        table: config,
        ...openedTools,
        maxWaitMs: 90_000,
        keptMs: 0,
        onFailure: (_id, error) => {
          throw error;
        },
      });
      const folder = await folders.open();
      await copyFile(photoPath, folder.file('original.jpg'));
      const facts = await readFacts(strictSource(photo));
      const result = await engine.compress({
        folder,
        facts,
        sourceBytes: photo.length,
        endBy: performance.now() + 90_000,
        client: {
          requestId: 'r',
          accountId: 'a',
          jobNumber: 1,
          signal: new AbortController().signal,
        },
        plan: {
          width: facts.width,
          height: facts.height,
          frames: 1,
          resize: undefined,
          thumb: undefined,
          background: undefined,
          pixels: ['image/png'],
          candidates: [{ chain: ['avifenc'], from: 'image/png', mediaType: 'image/avif' }],
          sourceCompetes: false,
        },
      });
      expect(result).to.include({ mediaType: 'image/avif', winner: 'avifenc', isDegraded: false });
      const content = await readFile(result.path);
      expect(content.subarray(4, 12).toString('latin1')).to.equal('ftypavif');
      expect(content.length).to.equal(result.bytes);
    } finally {
      await launcher.close();
    }
  });
});
