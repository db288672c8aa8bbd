import { expect } from 'chai';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import {
  apiKey,
  runShrinkd,
  serveArgs,
  fixedQuality,
  servicesOfTest,
  spawnShrinkd,
  type Ended,
  type LogLine,
  type RunningService,
} from '../support/service/service.ts';
import { shrinkd } from '../support/cli/shrinkd.ts';
import { createClient } from '../support/e2e/client.ts';
import { newPng } from '../support/e2e/pictures.ts';
import { usedData } from '../support/e2e/used-data.ts';
import { until } from '../support/until.ts';

type Printed = Readonly<{ key?: string }>;

describe('a data folder of which a part is gone', () => {
  const { start, inFolder } = servicesOfTest(fixedQuality);
  const copyUsedData = usedData();

  const remove = (...names: readonly string[]): void =>
    names.forEach((name) => rmSync(inFolder(`data/${name}`), { recursive: true }));

  const uploads = async (service: RunningService): Promise<number> => {
    const client = createClient(service);
    const { status } = await client.upload(newPng());
    expect(status).to.equal(201);
    const count = await client.count();
    client.close();
    return count;
  };

  const refused = async (): Promise<Ended> => {
    const args = [...(await serveArgs(inFolder(), {})), '--json'];
    return runShrinkd(inFolder(), args, { SHRINKD_API_KEY: apiKey });
  };

  const operator = (...args: readonly string[]): Promise<Ended> =>
    shrinkd([...args, '--data', inFolder('data')]);

  const isAcceptance = ({ msg }: LogLine): boolean => msg === 'continues without the missing files';

  const losses = ['accounts.json', 'counters.json', 'secret.key'] as const;
  for (const name of losses) {
    it(`is refused by the service and the operator's commands when ${name} is gone`, async () => {
      await copyUsedData(inFolder());
      const state = readFileSync(inFolder('data/state.json'), 'utf8');
      remove(name);
      const commands = [['account', 'add', '--name', 'Ann'], ['account', 'list'], ['usage']];
      const ends = [await refused()];
      for (const command of commands) ends.push(await operator(...command));
      for (const { code, stdout, stderr } of ends) {
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
        expect(stderr).to.match(/^shrinkd: The data folder .+ has been used \(it holds [^\n]+\n$/);
        expect(stderr).to.contain(`${name} is missing. Restore it from a backup`);
        expect(stderr).to.contain('--accept-empty');
      }
      expect(existsSync(inFolder(`data/${name}`))).to.equal(false);
      expect(readFileSync(inFolder('data/state.json'), 'utf8')).to.equal(state);
    });
  }

  it('goes on without what was lost when that is accepted, says so, and is whole again', async () => {
    await copyUsedData(inFolder());
    remove('accounts.json', 'counters.json', 'secret.key');
    const accepting = await start({ flags: ['--accept-empty'] });
    const { level, missing } = accepting.log().find(isAcceptance) ?? {};
    expect({ level, missing }).to.deep.equal({
      level: 'warn',
      missing: ['accounts', 'secret', 'counters'],
    });
    expect(await uploads(accepting)).to.equal(1);
    await accepting.stop();
    const next = await start();
    expect(await uploads(next)).to.equal(2);
    expect(next.log().find(isAcceptance)).to.equal(undefined);
    await next.stop();
  });

  it('keeps the keys working when only the secret was lost and that is accepted', async () => {
    await copyUsedData(inFolder());
    remove('secret.key');
    const service = await start({ flags: ['--accept-empty'] });
    expect(await uploads(service)).to.equal(2);
    const { code, stdout } = await operator('account', 'add', '--name', 'Ann', '--json');
    expect(code).to.equal(0);
    expect((JSON.parse(stdout) as Printed).key).to.match(/^\w{32}$/);
    await service.stop();
  });

  it('is started by the service after the operator has made the first account', async () => {
    const added = await operator('account', 'add', '--name', 'Ann', '--json');
    const { key } = JSON.parse(added.stdout) as Printed;
    const service = await start();
    expect(await uploads({ ...service, key: key! })).to.equal(1);
    const { stdout } = await service.stop();
    expect(JSON.parse(stdout)).not.to.have.property('key');
    remove('accounts.json');
    expect((await refused()).code).to.equal(1);
  });

  it('is begun again when its first start was killed, as soon as each file is there', async () => {
    for (const name of ['state.json', 'counters.json', 'secret.key', 'accounts.json']) {
      const args = await serveArgs(inFolder(), { flags: ['--json'] });
      const child = spawnShrinkd(inFolder(), args, { SHRINKD_API_KEY: apiKey });
      const ended = once(child, 'exit');
      await until(`${name} is there`, () => existsSync(inFolder(`data/${name}`)));
      child.kill('SIGKILL');
      expect(await ended, name).to.deep.equal([null, 'SIGKILL']);
    }
    expect(await uploads(await start())).to.equal(1);
  });

  it('is taken for a new one where there is nothing but an empty folder', async () => {
    mkdirSync(inFolder('data/outputs'), { recursive: true });
    const service = await start();
    expect(await uploads(service)).to.equal(1);
  });
});
