import { expect } from 'chai';
import { operate, runShrinkd, servicesOfTest } from '../../support/service/service.ts';

const publicUrl = 'https://images.example';

describe('the address in a sign-in link', () => {
  const { start, inFolder } = servicesOfTest();
  const link = (...args: readonly string[]): Promise<string> =>
    operate(inFolder(), ['account', 'link', 'Ann', ...args]);

  it('is the public one of the last start, behind a proxy too', async () => {
    await start({ flags: ['--tls-mode', 'proxy', '--public-url', publicUrl] });
    await operate(inFolder(), ['account', 'add', '--name', 'Ann']);
    expect(await link()).to.match(/^ {2}https:\/\/images\.example\/link\?token=/m);
  });

  it('is asked for where the service knows only its own, behind a proxy', async () => {
    const { url } = await start({ flags: ['--tls-mode', 'proxy'] });
    await operate(inFolder(), ['account', 'add', '--name', 'Ann']);
    const { stderr } = await runShrinkd(inFolder(), ['account', 'link', 'Ann', '--data', 'data']);
    expect(stderr).to.contain(`by another address than ${url}. Name it with --public-url`);
    expect(await link('--public-url', publicUrl)).to.contain(`${publicUrl}/link?token=`);
  });
});
