import { expect } from 'chai';
import { failureOf, fetchWhole, notFound, resolvingTo } from '../support/source/fetching.ts';
import { startHttpOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

const ADDRESS = 'Address is not allowed';
const URL_ERROR = 'Cannot parse URL';
const CREDENTIALS = 'Credentials in the URL are not allowed';
const SCHEME = 'Only http and https URLs are supported';

/** Spellings of targets that must never be connected to, with nothing allowed. PORT is a live server. */
const TARGETS: [url: string, message: string][] = [
  // Plain, and all the ways to write 127.0.0.1.
  ['http://127.0.0.1:PORT/', ADDRESS],
  ['http://127.0.0.1/', ADDRESS],
  ['http://127.1:PORT/', ADDRESS],
  ['http://127.0.1:PORT/', ADDRESS],
  ['http://2130706433:PORT/', ADDRESS],
  ['http://0x7f000001:PORT/', ADDRESS],
  ['http://0X7F.1:PORT/', ADDRESS],
  ['http://0x7f.0x0.0x0.0x1:PORT/', ADDRESS],
  ['http://017700000001:PORT/', ADDRESS],
  ['http://0177.0.0.01:PORT/', ADDRESS],
  ['http://0177.1:PORT/', ADDRESS],
  ['http://00000000177.0.0.1:PORT/', ADDRESS],
  ['http://127.0.0.1.:PORT/', ADDRESS],
  ['http://2130706433.:PORT/', ADDRESS],
  ['http://%31%32%37.0.0.1:PORT/', ADDRESS],
  ['http://127%2e0%2e0%2e1:PORT/', ADDRESS],
  ['http://①②⑦.⓪.⓪.①:PORT/', ADDRESS],
  ['http://127。0。0。1:PORT/', ADDRESS],
  ['http://１２７.０.０.１:PORT/', ADDRESS],
  ['http:127.0.0.1:PORT/', ADDRESS],
  ['http:\\\\127.0.0.1:PORT\\', ADDRESS],
  ['http:////127.0.0.1:PORT/', ADDRESS],
  ['ht\ntp://127.0\t.0.1:PORT/', ADDRESS],
  ['  http://127.0.0.1:PORT/  ', ADDRESS],
  ['HTTP://127.0.0.1:PORT/', ADDRESS],
  ['https://127.0.0.1:PORT/', ADDRESS],
  ['http://127.0.0.1:PORT#@example.com/', ADDRESS],
  ['http://127.0.0.1:PORT\\@example.com/', ADDRESS],
  ['http://127.0.0.1:PORT/?x=@example.com', ADDRESS],
  ['http://0:PORT/', ADDRESS],
  ['http://0.0.0.0:PORT/', ADDRESS],
  ['http://127.255.255.254/', ADDRESS],
  // Names.
  ['http://localhost:PORT/', ADDRESS],
  ['http://LOCALHOST:PORT/', ADDRESS],
  ['http://ｌｏｃａｌｈｏｓｔ:PORT/', ADDRESS],
  // Other internal IPv4 ranges.
  ['http://10.0.0.1/', ADDRESS],
  ['http://172.16.0.1/', ADDRESS],
  ['http://192.168.1.1/', ADDRESS],
  ['http://3232235777/', ADDRESS],
  ['http://100.64.0.1/', ADDRESS],
  ['http://169.254.169.254/latest/meta-data/', ADDRESS],
  ['http://0xa9fea9fe/', ADDRESS],
  ['http://2852039166/', ADDRESS],
  ['http://0251.0376.0251.0376/', ADDRESS],
  ['http://168.63.129.16/', ADDRESS],
  ['http://198.18.0.1/', ADDRESS],
  ['http://224.0.0.1/', ADDRESS],
  ['http://255.255.255.255/', ADDRESS],
  // IPv6.
  ['http://[::1]:PORT/', ADDRESS],
  ['http://[0:0:0:0:0:0:0:1]:PORT/', ADDRESS],
  ['http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/', ADDRESS],
  ['http://[::]:PORT/', ADDRESS],
  ['http://[::ffff:127.0.0.1]:PORT/', ADDRESS],
  ['http://[::ffff:7f00:1]:PORT/', ADDRESS],
  ['http://[0:0:0:0:0:FFFF:7F00:0001]:PORT/', ADDRESS],
  ['http://[::127.0.0.1]:PORT/', ADDRESS],
  ['http://[::ffff:0:127.0.0.1]:PORT/', ADDRESS],
  ['http://[::ffff:169.254.169.254]/', ADDRESS],
  ['http://[64:ff9b::127.0.0.1]/', ADDRESS],
  ['http://[64:ff9b::a9fe:a9fe]/', ADDRESS],
  ['http://[64:ff9b:1::7f00:1]/', ADDRESS],
  ['http://[2002:7f00:1::]/', ADDRESS],
  ['http://[2002:a9fe:a9fe::1]/', ADDRESS],
  ['http://[2001:0:4136:e378:8000:63bf:80ff:fffe]/', ADDRESS],
  ['http://[fc00::1]/', ADDRESS],
  ['http://[fd00:ec2::254]/', ADDRESS],
  ['http://[fe80::1]/', ADDRESS],
  ['http://[fec0::1]/', ADDRESS],
  ['http://[ff02::1]/', ADDRESS],
  ['http://[100::1]/', ADDRESS],
  ['http://[2001:10::1]/', ADDRESS],
  ['http://[2001:db8::1]/', ADDRESS],
  // Less known ranges, and addresses inside of addresses.
  ['http://0.1.2.3/', ADDRESS],
  ['http://192.0.0.8/', ADDRESS],
  ['http://192.0.2.1/', ADDRESS],
  ['http://192.88.99.1/', ADDRESS],
  ['http://198.51.100.1/', ADDRESS],
  ['http://203.0.113.1/', ADDRESS],
  ['http://240.0.0.1/', ADDRESS],
  ['http://[::ffff:a00:1]/', ADDRESS],
  ['http://[::ffff:10.0.0.1]/', ADDRESS],
  ['http://[2001:2::1]/', ADDRESS],
  ['http://[2001:20::1]/', ADDRESS],
  ['http://[3fff::1]/', ADDRESS],
  ['http://[5f00::1]/', ADDRESS],
  ['http://[64:ff9b::10.0.0.1]/', ADDRESS],
  ['http://[2002:a00:1::]/', ADDRESS],
  ['http://[2001:0:7f00:1::]/', ADDRESS],
  // Dots, digits and letters of other scripts, which a host name may be written in.
  ['http://127．0．0．1:PORT/', ADDRESS],
  ['http://127｡0｡0｡1:PORT/', ADDRESS],
  ['http://𝟏𝟐𝟕.𝟎.𝟎.𝟏:PORT/', ADDRESS],
  ['http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/', ADDRESS],
  ['http://localhost\u00ad:PORT/', ADDRESS],
  ['http://0x7F.0.0.1.:PORT/', ADDRESS],
  // What no parser should agree to.
  ['http://[fe80::1%25eth0]/', URL_ERROR],
  ['http://[fe80::1%eth0]/', URL_ERROR],
  ['http://[::1/', URL_ERROR],
  ['http://127.0.0.256/', URL_ERROR],
  ['http://127.0.0.1.1/', URL_ERROR],
  ['http://0x100000000/', URL_ERROR],
  ['http://127.0.0.1:99999/', URL_ERROR],
  ['http://local host/', URL_ERROR],
  ['http://localhost%00.example/', URL_ERROR],
  ['http://', URL_ERROR],
  ['//127.0.0.1/', URL_ERROR],
  ['127.0.0.1', URL_ERROR],
  ['', URL_ERROR],
  // User information, and schemes.
  ['http://user@127.0.0.1:PORT/', CREDENTIALS],
  ['http://user:secret@127.0.0.1:PORT/', CREDENTIALS],
  ['http://:secret@127.0.0.1:PORT/', CREDENTIALS],
  ['http://example.com@127.0.0.1:PORT/', CREDENTIALS],
  ['http://example.com%40127.0.0.1:PORT@127.0.0.1/', CREDENTIALS],
  ['http://@127.0.0.1:PORT/', ADDRESS],
  ['file:///etc/passwd', SCHEME],
  ['ftp://127.0.0.1/', SCHEME],
  ['gopher://127.0.0.1:PORT/_GET', SCHEME],
  ['data:image/png;base64,AAAA', SCHEME],
  ['javascript:alert(1)', SCHEME],
  ['blob:http://127.0.0.1:PORT/x', SCHEME],
  ['localhost:PORT/', SCHEME],
];

const NO_LISTENER_PORT = 1;

describe('forbidden source targets', () => {
  let internal: Origin;
  before(async () => {
    internal = await startHttpOrigin((_request, response) => response.end('secret'));
  });
  after(() => internal.close());
  afterEach(() => expect(internal.connections.size + internal.requests.length).to.equal(0));

  const urlOf = (template: string) => template.replaceAll('PORT', `${internal.port}`);

  for (const [template, message] of TARGETS) {
    it(`${JSON.stringify(template)}: ${message}`, async () => {
      const failure = await failureOf(fetchWhole(urlOf(template), { allow: [] }));
      expect(failure).to.deep.equal(notFound(message));
    });
  }

  it('look the same whether something answers there or not', async () => {
    const [up, down] = await Promise.all(
      [internal.port, NO_LISTENER_PORT].map((port) =>
        failureOf(fetchWhole(`http://127.0.0.1:${port}/`, { allow: [] })),
      ),
    );
    expect(up).to.deep.equal(down);
  });

  it('are refused when a name leads there', async () => {
    const resolve = resolvingTo('127.0.0.1');
    const url = urlOf('http://image.example:PORT/');
    const failure = await failureOf(fetchWhole(url, { allow: [], resolve }));
    expect(failure).to.deep.equal(notFound(ADDRESS));
  });

  it('are refused when only one of several addresses of a name is forbidden', async () => {
    const resolve = resolvingTo('127.0.0.1', '::ffff:127.0.0.1');
    const url = urlOf('http://image.example:PORT/');
    const failure = await failureOf(fetchWhole(url, { resolve }));
    expect(failure).to.deep.equal(notFound(ADDRESS));
  });

  it('are refused when a resolved address has a zone id', async () => {
    const resolve = resolvingTo('fe80::1%lo');
    const failure = await failureOf(
      fetchWhole('http://image.example/', { allow: ['::/0'], resolve }),
    );
    expect(failure).to.deep.equal(notFound(ADDRESS));
  });

  it('are refused as things that are no text at all', async () => {
    for (const value of [undefined, null, 80, {}, [], true]) {
      const failure = await failureOf(fetchWhole(value as unknown as string));
      expect(failure).to.deep.equal(notFound(URL_ERROR));
    }
  });
});
