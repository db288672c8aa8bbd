import { expect } from 'chai';
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { deployFile, programPath, requireProgram } from '../../support/deploy/programs.ts';
import { blockOf, root } from '../../support/docs/code-blocks.ts';
import { type Machine, openMachine } from '../../support/docs/machine.ts';
import { needsBubblewrap } from '../../support/tools/bubblewrap.ts';
import { until } from '../../support/until.ts';

const page = 'docs/questions.md';
const host = 'images.example.org';

/** No authority can be reached: Caddy's own has a root, an intermediate one, and certificates that it renews. */
const offline = `{
  local_certs
  skip_install_trust
  admin off
  storage file_system caddy
}
`;
const authority = 'caddy/pki/authorities/local/root.crt';
const issued = `caddy/certificates/local/${host}/${host}`;

/** The nginx.conf of deploy/ with one node, as the page says, the certificate that Caddy got, and files in `folder`. */
const nginxConfOf = (folder: string): string => {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path temporary/${name};`,
  );
  const replaced = [
    ['server node1:8443 ', 'server 127.0.0.1:8443 '],
    [/^ *server node[23]:.*\n/gm, ''],
    ['/etc/nginx/tls/cert.pem', `${folder}${issued}.crt`],
    ['/etc/nginx/tls/key.pem', `${folder}${issued}.key`],
    ['/var/log/nginx/', folder],
    ['http {', `http {\n  ${temporary.join('\n  ')}`],
  ] as const;
  return replaced.reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    readFileSync(deployFile('nginx/nginx.conf'), 'utf8'),
  );
};

describe(`one machine behind a proxy, as ${page} says`, () => {
  let machine: Machine;
  let key = '';

  before(async function () {
    needsBubblewrap(this);
    for (const name of ['caddy', 'nginx']) requireProgram(this, name);
    if (process.getuid?.() !== 0) {
      console.log('    pending: ports below 1024 are for root');
      this.skip();
    }
    machine = await openMachine();
    writeFileSync(machine.inCheckout('config.json'), blockOf(page, 'json', '"proxy"'));
    // The clients of this test are in 127.0.0.0/8 too, all of which are proxies by default.
    const proxies = '--tls-trusted-proxies 127.0.0.1/32';
    const printed = await machine.serve(`bin/serve --config config.json ${proxies}`);
    key = /^ {2}([A-Za-z0-9]{32})$/m.exec(printed)![1]!;
    copyFileSync(`${root}test/fixtures/photo.jpg`, machine.inCheckout('photo.jpg'));
    writeFileSync(machine.inCheckout('Caddyfile'), `${offline}${blockOf(page, 'text', host)}`);
    mkdirSync(machine.inCheckout('temporary'));
  });
  after(() => machine?.close());

  /** What curl prints when it asks `https://images.example.org`, whose certificate it checks up to the root. */
  const asked = (path: string, args = '') =>
    machine.run(
      `curl --silent --show-error --resolve ${host}:443:127.0.0.1 --cacert ${authority} ${args} 'https://${host}${path}'`,
    );

  const proxies: readonly (readonly [name: string, start: () => string])[] = [
    ['Caddy', () => `${programPath('caddy')} run --config Caddyfile`],
    [
      'nginx',
      () => {
        writeFileSync(machine.inCheckout('nginx.conf'), nginxConfOf(machine.inMachine('')));
        const user = process.getuid?.() === 0 ? 'user root; ' : '';
        return `${programPath('nginx')} -p . -e error.log -c "$PWD/nginx.conf" -g '${user}pid nginx.pid; daemon off;'`;
      },
    ],
  ];
  for (const [index, [name, start]] of proxies.entries()) {
    describe(name, () => {
      before(async () => {
        const command = start();
        await machine.run(`${command} >proxy.log 2>&1 & proxy=$!`);
        const log = (): string => readFileSync(machine.inCheckout('proxy.log'), 'utf8');
        await until(
          () => `${command} answers, and not: ${log()}`,
          async () => (await asked('/openapi.json', '--output api.json')).code === 0,
        );
      });
      after(() => machine.run('kill $proxy; wait $proxy'));

      it('passes uploads on, whose result has the public address', async () => {
        const upload = await asked(
          '/shrink',
          `--include --user api:${key} --data-binary @photo.jpg`,
        );
        expect(upload.output).to.match(/^HTTP\/2 201/);
        const path = new RegExp(`^location: https://${host}(/output/\\w+)\\r$`, 'im').exec(
          upload.output,
        )?.[1];
        expect(path, upload.output).to.be.a('string');
        await asked(path!, `--fail --user api:${key} --output smaller.jpg`);
        const bytes = (file: string): number => statSync(machine.inCheckout(file)).size;
        expect(bytes('smaller.jpg')).to.be.within(1000, bytes('photo.jpg') - 1);
      });

      it('tells the address of the client, and no forged one', async () => {
        // Each proxy is another client of the service. 120 checks of keys a minute are allowed to one.
        const statuses: string[] = [];
        for (const forged of ['192.0.2.1', '192.0.2.2']) {
          const args = `--interface 127.0.0.${index + 21} --output key.json --write-out '%{http_code}\\n'`;
          const keys = `/keys/NoSuchKeyOfAnybody0123456789A[100-160]`;
          const { output } = await asked(keys, `${args} --header 'X-Forwarded-For: ${forged}'`);
          statuses.push(...output.trim().split('\n'));
        }
        expect(statuses.slice(0, 100)).to.deep.equal(Array(100).fill('404'));
        expect(statuses.at(-1)).to.equal('429');
      });
    });
  }

  it('answers a client that comes past the proxy that HTTPS is required', async () => {
    const { output } = await machine.run(
      `curl --silent --user api:${key} http://127.0.0.1:8443/shrink`,
    );
    expect(JSON.parse(output)).to.include({ error: 'HTTPS required' });
  });
});
