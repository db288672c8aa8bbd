import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runShrinkd, servicesOfTest, type RunningService } from '../support/service/service.ts';
import { smallDisks } from '../support/small-disks.ts';
import { answerTo, createClient, jsonOf, type Answer, type Client } from '../support/e2e/client.ts';
import { expectIdle, jobFolders } from '../support/e2e/job-folders.ts';
import { newJpeg, newPhoto, newPng } from '../support/e2e/pictures.ts';
import { until } from '../support/until.ts';

const megabyte = 1024 ** 2;

describe('a disk that is full', function () {
  const { start, inFolder } = servicesOfTest();

  // A describe of its own, so that its hook unmounts the disks before the folder around them is removed.
  describe('under the service', () => {
    const mount = smallDisks();
    let service: RunningService;
    let client: Client;
    afterEach(() => client?.close());

    const startOn = async (
      limits: Readonly<{ workFreeBytes?: number }> = {},
      flags: readonly string[] = [],
    ): Promise<void> => {
      service = await start({ flags, derived: { limits } });
      client = createClient(service);
    };

    const fill = async (folder: string): Promise<void> => {
      const piece = 4096;
      for (let bytes = 16 * megabyte; bytes >= piece;) {
        const path = join(folder, `filler-${bytes}-${readdirSync(folder).length}`);
        const isWritten = await writeFile(path, Buffer.alloc(bytes)).then(
          () => true,
          () => false,
        );
        if (!isWritten) bytes = Math.floor(bytes / 2);
      }
    };
    const clear = async (folder: string): Promise<void> => {
      const fillers = readdirSync(folder).filter((name) => name.startsWith('filler-'));
      await Promise.all(fillers.map((name) => rm(join(folder, name))));
    };

    const expectNoRoom = ({ status, headers, body }: Answer): void => {
      expect(status, body.toString()).to.equal(503);
      expect(jsonOf({ body })).to.include({ error: 'Service unavailable' });
      expect(Number(headers['retry-after'])).to.be.at.least(1);
    };

    /** It has billed nothing and left nothing, and goes on as soon as there is room. */
    const expectRecovery = async (folder: string): Promise<void> => {
      await clear(folder);
      await expectIdle(service);
      expect(await client.count()).to.equal(0);
      // The room is measured a few times a second.
      const taken = await until('an upload is taken', async () => {
        const answer = await client.upload(newPng());
        return answer.status === 201 && answer;
      });
      expect(taken.headers['compression-count']).to.equal('1');
    };

    describe('in the folder of jobs', () => {
      it('is told by 503 when an upload does not fit', async function () {
        mount(this, inFolder('work'), '4m');
        await startOn({ workFreeBytes: 0 });
        await fill(inFolder('work'));
        // What is announced is refused at once; what is not, when it no longer fits.
        expectNoRoom(await client.upload(newPhoto()));
        const headers = { 'Transfer-Encoding': 'chunked' };
        const body = newPhoto();
        expectNoRoom(await client.send({ method: 'POST', path: '/shrink', headers, body }));
        await expectRecovery(inFolder('work'));
      });

      it('is told by 503, not blamed on the picture, when its pixels do not fit', async function () {
        mount(this, inFolder('work'), '1200k');
        // A search for settings would need room for the pixels of the upload too.
        await startOn({ workFreeBytes: 0 }, ['--quality-mode', 'fixed']);
        // Scaled, 800 pixels wide, it has 1.3 MB as PPM or PNG.
        const uploaded = await client.upload(newPhoto());
        expect(uploaded.status).to.equal(201);
        const operation = { resize: { method: 'scale', width: 799 } };
        expectNoRoom(
          await client.send({
            method: 'POST',
            path: new URL(uploaded.headers.location!).pathname,
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(operation),
          }),
        );
        await expectIdle(service);
        expect(await client.count()).to.equal(1);
      });

      it('refuses an upload before its body when too little is left', async function () {
        mount(this, inFolder('work'), '4m');
        await startOn({ workFreeBytes: megabyte });
        const headers = { 'Content-Length': String(3.5 * megabyte), Expect: '100-continue' };
        const request = client.open({ method: 'POST', path: '/shrink', headers });
        request.flushHeaders();
        expectNoRoom(await answerTo(request));
        request.destroy();
        expect(jobFolders(inFolder())).to.deep.equal([]);
        await expectRecovery(inFolder('work'));
      });
    });

    it('of the data is told by 503, not billed, and overcome', async function () {
      mount(this, inFolder('data'), '2m');
      await startOn();
      const account = readFileSync(inFolder('data/accounts.json'), 'utf8');
      await fill(inFolder('data'));
      for (const picture of [newPhoto(), newJpeg()]) expectNoRoom(await client.upload(picture));
      const add = ['account', 'add', '--name', 'Ann', '--data', inFolder('data')];
      const { code, stderr } = await runShrinkd(inFolder(), add);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^shrinkd: .*(no room|full)/);
      expect(readFileSync(inFolder('data/accounts.json'), 'utf8')).to.equal(account);
      await expectRecovery(inFolder('data'));
      expect((await service.stop()).code).to.equal(0);
    });
  });
});
