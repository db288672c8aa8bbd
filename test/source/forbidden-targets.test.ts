import { expect } from 'chai';
import {
  failureOf,
  fetchWhole,
  notFound,
  refusals,
  resolvingTo,
} from '../support/source/fetching.ts';
import { startHttpOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

const { address: addressRefused, url: urlError, credentials, scheme } = refusals;

/** Spellings of targets that must never be connected to, with nothing allowed. PORT is a live server. */
const targets: [url: string, message: string][] = [
  // Plain, and all the ways to write 127.0.0.1.
  ['http://127.0.0.1:PORT/', addressRefused],
  ['http://127.0.0.1/', addressRefused],
  ['http://127.1:PORT/', addressRefused],
  ['http://127.0.1:PORT/', addressRefused],
  ['http://2130706433:PORT/', addressRefused],
  ['http://0x7f000001:PORT/', addressRefused],
  ['http://0X7F.1:PORT/', addressRefused],
  ['http://0x7f.0x0.0x0.0x1:PORT/', addressRefused],
  ['http://017700000001:PORT/', addressRefused],
  ['http://0177.0.0.01:PORT/', addressRefused],
  ['http://0177.1:PORT/', addressRefused],
  ['http://00000000177.0.0.1:PORT/', addressRefused],
  ['http://127.0.0.1.:PORT/', addressRefused],
  ['http://2130706433.:PORT/', addressRefused],
  ['http://%31%32%37.0.0.1:PORT/', addressRefused],
  ['http://127%2e0%2e0%2e1:PORT/', addressRefused],
  ['http://①②⑦.⓪.⓪.①:PORT/', addressRefused],
  ['http://127。0。0。1:PORT/', addressRefused],
  ['http://１２７.０.０.１:PORT/', addressRefused],
  ['http:127.0.0.1:PORT/', addressRefused],
  ['http:\\\\127.0.0.1:PORT\\', addressRefused],
  ['http:////127.0.0.1:PORT/', addressRefused],
  ['ht\ntp://127.0\t.0.1:PORT/', addressRefused],
  ['  http://127.0.0.1:PORT/  ', addressRefused],
  ['HTTP://127.0.0.1:PORT/', addressRefused],
  ['https://127.0.0.1:PORT/', addressRefused],
  ['http://127.0.0.1:PORT#@example.com/', addressRefused],
  ['http://127.0.0.1:PORT\\@example.com/', addressRefused],
  ['http://127.0.0.1:PORT/?x=@example.com', addressRefused],
  ['http://0:PORT/', addressRefused],
  ['http://0.0.0.0:PORT/', addressRefused],
  ['http://127.255.255.254/', addressRefused],
  // Names.
  ['http://localhost:PORT/', addressRefused],
  ['http://LOCALHOST:PORT/', addressRefused],
  ['http://ｌｏｃａｌｈｏｓｔ:PORT/', addressRefused],
  // Other internal IPv4 ranges.
  ['http://10.0.0.1/', addressRefused],
  ['http://172.16.0.1/', addressRefused],
  ['http://192.168.1.1/', addressRefused],
  ['http://3232235777/', addressRefused],
  ['http://100.64.0.1/', addressRefused],
  ['http://169.254.169.254/latest/meta-data/', addressRefused],
  ['http://0xa9fea9fe/', addressRefused],
  ['http://2852039166/', addressRefused],
  ['http://0251.0376.0251.0376/', addressRefused],
  ['http://168.63.129.16/', addressRefused],
  ['http://198.18.0.1/', addressRefused],
  ['http://224.0.0.1/', addressRefused],
  ['http://255.255.255.255/', addressRefused],
  // IPv6.
  ['http://[::1]:PORT/', addressRefused],
  ['http://[0:0:0:0:0:0:0:1]:PORT/', addressRefused],
  ['http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/', addressRefused],
  ['http://[::]:PORT/', addressRefused],
  ['http://[::ffff:127.0.0.1]:PORT/', addressRefused],
  ['http://[::ffff:7f00:1]:PORT/', addressRefused],
  ['http://[0:0:0:0:0:FFFF:7F00:0001]:PORT/', addressRefused],
  ['http://[::127.0.0.1]:PORT/', addressRefused],
  ['http://[::ffff:0:127.0.0.1]:PORT/', addressRefused],
  ['http://[::ffff:169.254.169.254]/', addressRefused],
  ['http://[64:ff9b::127.0.0.1]/', addressRefused],
  ['http://[64:ff9b::a9fe:a9fe]/', addressRefused],
  ['http://[64:ff9b:1::7f00:1]/', addressRefused],
  ['http://[2002:7f00:1::]/', addressRefused],
  ['http://[2002:a9fe:a9fe::1]/', addressRefused],
  ['http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', addressRefused],
  ['http://[fc00::1]/', addressRefused],
  ['http://[fd00:ec2::254]/', addressRefused],
  ['http://[fe80::1]/', addressRefused],
  ['http://[fec0::1]/', addressRefused],
  ['http://[ff02::1]/', addressRefused],
  ['http://[100::1]/', addressRefused],
  ['http://[2001:10::1]/', addressRefused],
  ['http://[2001:db8::1]/', addressRefused],
  // Less known ranges, and addresses inside of addresses.
  ['http://0.1.2.3/', addressRefused],
  ['http://192.0.0.8/', addressRefused],
  ['http://192.0.2.1/', addressRefused],
  ['http://192.88.99.1/', addressRefused],
  ['http://198.51.100.1/', addressRefused],
  ['http://203.0.113.1/', addressRefused],
  ['http://240.0.0.1/', addressRefused],
  ['http://[::ffff:a00:1]/', addressRefused],
  ['http://[::ffff:10.0.0.1]/', addressRefused],
  ['http://[2001:2::1]/', addressRefused],
  ['http://[2001:20::1]/', addressRefused],
  ['http://[3fff::1]/', addressRefused],
  ['http://[5f00::1]/', addressRefused],
  ['http://[64:ff9b::10.0.0.1]/', addressRefused],
  ['http://[2002:a00:1::]/', addressRefused],
  ['http://[2001:0:7f00:1::]/', addressRefused],
  // Dots, digits and letters of other scripts, which a host name may be written in.
  ['http://127．0．0．1:PORT/', addressRefused],
  ['http://127｡0｡0｡1:PORT/', addressRefused],
  ['http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:PORT/', addressRefused],
  ['http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/', addressRefused],
  ['http://localhost\u00ad:PORT/', addressRefused],
  ['http://0x7F.0.0.1.:PORT/', addressRefused],
  // What no parser should agree to.
  ['http://[fe80::1%25eth0]/', urlError],
  ['http://[fe80::1%eth0]/', urlError],
  ['http://[::1/', urlError],
  ['http://127.0.0.256/', urlError],
  ['http://127.0.0.1.1/', urlError],
  ['http://0x100000000/', urlError],
  ['http://127.0.0.1:99999/', urlError],
  ['http://local host/', urlError],
  ['http://localhost%00.example/', urlError],
  ['http://', urlError],
  ['//127.0.0.1/', urlError],
  ['127.0.0.1', urlError],
  ['', urlError],
  // User information, and schemes.
  ['http://user@127.0.0.1:PORT/', credentials],
  ['http://user:secret@127.0.0.1:PORT/', credentials],
  ['http://:secret@127.0.0.1:PORT/', credentials],
  ['http://example.com@127.0.0.1:PORT/', credentials],
  ['http://example.com%40127.0.0.1:PORT@127.0.0.1/', credentials],
  ['http://@127.0.0.1:PORT/', addressRefused],
  ['file:///etc/passwd', scheme],
  ['ftp://127.0.0.1/', scheme],
  ['gopher://127.0.0.1:PORT/_GET', scheme],
  ['data:image/png;base64,AAAA', scheme],
  ['javascript:alert(1)', scheme],
  ['blob:http://127.0.0.1:PORT/x', scheme],
  ['localhost:PORT/', scheme],
];

const noListenerPort = 1;

describe('forbidden source targets', () => {
  let internal: Origin;
  before(async () => {
    internal = await startHttpOrigin((_request, response) => response.end('secret'));
  });
  after(() => internal.close());
  afterEach(() => expect(internal.connections.size + internal.requests.length).to.equal(0));

  const urlOf = (template: string) => template.replaceAll('PORT', `${internal.port}`);

  for (const [template, message] of targets) {
    it(`${JSON.stringify(template)}: ${message}`, async () => {
      const failure = await failureOf(fetchWhole(urlOf(template), { allow: [] }));
      expect(failure).to.deep.equal(notFound(message));
    });
  }

  it('look the same whether something answers there or not', async () => {
    const [up, down] = await Promise.all(
      [internal.port, noListenerPort].map((port) =>
        failureOf(fetchWhole(`http://127.0.0.1:${port}/`, { allow: [] })),
      ),
    );
    expect(up).to.deep.equal(down);
  });

  it('are refused when a name leads there', async () => {
    const resolve = resolvingTo('127.0.0.1');
    const url = urlOf('http://image.example:PORT/');
    const failure = await failureOf(fetchWhole(url, { allow: [], resolve }));
    expect(failure).to.deep.equal(notFound(addressRefused));
  });

  it('are refused when only one of several addresses of a name is forbidden', async () => {
    const resolve = resolvingTo('127.0.0.1', '::ffff:127.0.0.1');
    const url = urlOf('http://image.example:PORT/');
    const failure = await failureOf(fetchWhole(url, { resolve }));
    expect(failure).to.deep.equal(notFound(addressRefused));
  });

  it('are refused when a resolved address has a zone id', async () => {
    const resolve = resolvingTo('fe80::1%lo');
    const failure = await failureOf(
      fetchWhole('http://image.example/', { allow: ['::/0'], resolve }),
    );
    expect(failure).to.deep.equal(notFound(addressRefused));
  });

  it('are refused as things that are no text at all', async () => {
    for (const value of [undefined, null, 80, {}, [], true]) {
      const failure = await failureOf(fetchWhole(value as unknown as string));
      expect(failure).to.deep.equal(notFound(urlError));
    }
  });
});
