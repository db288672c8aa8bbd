import { expect } from 'chai';
import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { servicesOfTest, type RunningService } from '../support/service/service.ts';
import type { Answer } from '../support/e2e/client.ts';
import { newPhoto } from '../support/e2e/pictures.ts';
import { storing, type Storing } from '../support/e2e/storing.ts';
import { until } from '../support/until.ts';

describe('an image that has changed on disk', () => {
  const { start, inFolder } = servicesOfTest();

  /** Turns one bit of a stored file; its time stays. */
  const turnBit = (id: string, name: string): void => {
    const path = inFolder(`data/outputs/${id}/${name}`);
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(path, bytes);
    utimesSync(path, 1, 1);
  };
  const idOf = (location: string): string => location.split('/').at(-1)!;
  const removals = (service: RunningService): readonly unknown[] =>
    service.log().flatMap(({ problem }) => (problem === undefined ? [] : [problem]));

  const resize = { resize: { method: 'scale', width: 40 } };

  const asks: Readonly<
    Record<string, (to: Storing, path: string, etag: string) => Promise<Answer>>
  > = {
    GET: ({ client }, path) => client.send({ path }),
    HEAD: ({ client }, path) => client.send({ method: 'HEAD', path }),
    'GET of a part': ({ client }, path) => client.send({ path, headers: { Range: 'bytes=0-9' } }),
    'GET of what the client has': ({ client }, path, etag) =>
      client.send({ path, headers: { 'If-None-Match': etag } }),
    resize: ({ ask }, path) => ask(path, resize),
    preserve: ({ ask }, path) => ask(path, { preserve: ['copyright'] }),
    receipt: ({ client }, path) => client.send({ path: `${path}/receipt` }),
  };

  it('is answered 404 to whatever asks for it first after a start, and made again when uploaded again', async () => {
    const pictures = Object.keys(asks).map(() => newPhoto());
    let service = await start({ flags: ['--quality-mode', 'fixed'] });
    let account = storing(service);
    const paths: string[] = [];
    const etags: string[] = [];
    for (const picture of pictures) {
      const path = new URL(await account.uploaded(picture)).pathname;
      const { headers } = await account.client.send({ method: 'HEAD', path });
      paths.push(path);
      etags.push(headers.etag!);
    }
    account.client.close();
    await service.stop();
    paths.forEach((path, index) => turnBit(idOf(path), index % 2 === 0 ? 'result' : 'source'));

    service = await start({ flags: ['--quality-mode', 'fixed'] });
    account = storing(service);
    for (const [index, [title, ask]] of Object.entries(asks).entries()) {
      const { status } = await ask(account, paths[index]!, etags[index]!);
      expect(status, title).to.equal(404);
      await until(`a line about ${title}`, () => removals(service).length > index);
      expect(removals(service), title).to.have.length(index + 1);
      expect(removals(service).at(-1)).to.match(/^The damaged output \w+ is removed: .+ stored$/);
      const isThere = () => readdirSync(inFolder('data/outputs')).includes(idOf(paths[index]!));
      await until(`the end of the folder, ${title}`, () => !isThere());
    }
    const again = await account.uploaded(pictures[0]!);
    expect((await account.client.send({ path: again })).status).to.equal(200);
    account.client.close();
  });

  it('is made again from its source when it is the result of an operation', async () => {
    const service = await start({ flags: ['--quality-mode', 'fixed'] });
    const { client, uploaded, ask } = storing(service);
    const location = await uploaded(newPhoto());
    const first = await ask(location, resize);
    expect(first.status).to.equal(200);
    const result = readdirSync(inFolder('data/outputs')).find((name) => name.length === 64)!;
    turnBit(result, 'result');
    const second = await ask(location, resize);
    expect(second.status).to.equal(200);
    expect(second.body.equals(first.body)).to.equal(true);
    await until('a line about the result', () => removals(service).length > 0);
    expect(removals(service)).to.have.length(1);
    client.close();
  });
});
