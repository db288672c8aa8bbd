import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { derivedValues } from '../../src/config/derived.ts';
import { settings } from '../../src/config/settings.ts';
import { temporaryFolders } from '../support/temporary-folders.ts';
import { shrinkdProcess } from '../support/cli/shrinkd.ts';

describe('shrinkd config', () => {
  const inFolder = temporaryFolders();
  const key = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
  const environment = { SHRINKD_API_KEY: key, SHRINKD_HOST: '127.0.0.1' };

  it('prints as JSON the settings in effect, where each comes from, and no secret', async () => {
    const { code, stdout, stderr } = await shrinkdProcess(
      ['config', '--json', '--port', '9000'],
      environment,
    );
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
    const told = JSON.parse(stdout) as object;
    expect(told).to.have.all.keys('config', 'sources', 'apiKey');
    expect(told).to.deep.include({
      sources: {
        ...Object.fromEntries(derivedValues.map(({ path }) => [path, 'derived'])),
        ...{ host: 'environment', port: 'flag' },
      },
      apiKey: '**redacted**',
    });
    expect(told).to.have.nested.property('config.port', 9000);
    expect(told).to.have.nested.property('config.encoders.mozjpeg.command');
    expect(stdout).not.to.contain(key);
  });

  it('prints the same as lines that fit a terminal, what is set first', async () => {
    const { code, stdout } = await shrinkdProcess(['config', '--port', '9000'], environment);
    expect(code).to.equal(0);
    const words = stdout.split(/\s+/).join(' ');
    for (const { path, description } of [...settings, ...derivedValues]) {
      expect(stdout).to.contain(`\n${path} `);
      expect(words).to.contain(description);
    }
    const [set, others] = stdout.split('\n\n') as [string, string];
    expect(set).to.match(/^port = 9000 \(flag\)$/m);
    expect(set).to.match(/^host = "127\.0\.0\.1" \(environment\)$/m);
    expect(set).to.match(/^SHRINKD_API_KEY = \*\*redacted\*\* \(environment\)$/m);
    expect(others).to.match(/^limits\.frames = 2000 \(default\)$/m);
    expect(others).to.match(/^limits\.headersSeconds = 20 seconds \(derived\)$/m);
    expect(others).to.match(/^encoders\.mozjpeg \(default\) =\n {4}cjpeg /m);
    for (const line of stdout.split('\n')) expect(line.length, line).to.be.at.most(100);
    expect(stdout).not.to.contain(key);
  });

  it('shows named stores, but none of their secrets', async () => {
    const media = {
      service: 'objstore',
      bucket: 'shop-media',
      region: 'eu-west-1',
      accessKeyId: 'AKIAEXAMPLE',
      secretAccessKey: { env: 'MEDIA_SECRET' },
    };
    writeFileSync(inFolder('config.json'), JSON.stringify({ storage: { stores: { media } } }));
    const args = ['config', '--config', inFolder('config.json')];
    for (const more of [[], ['--json']]) {
      const { code, stdout } = await shrinkdProcess([...args, ...more], {
        MEDIA_SECRET: 'SECRETEXAMPLE',
      });
      expect(code).to.equal(0);
      expect(stdout).to.contain('shop-media').and.contain('**redacted**');
      expect(stdout).not.to.match(/AKIAEXAMPLE|SECRETEXAMPLE/);
    }
  });
});
