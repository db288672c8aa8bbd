import { expect } from 'chai';
import { parseRanges } from '../../src/net/ip-ranges.ts';
import { parseSourceUrl, resolveTarget } from '../../src/source/target.ts';
import { failureOf, notFound, refusals } from '../support/source/fetching.ts';

const { address: addressRefused } = refusals;

const publicAddresses = { address: '8.8.8.8', family: 4 };
const publicIpv6 = { address: '2606:4700::1111', family: 6 };
const listed = { address: '10.0.0.1', family: 4 };
const internal = { address: '10.1.0.1', family: 4 };
const mapped = { address: '::ffff:8.8.8.8', family: 6 };

const rulesFor = (addresses: { address: string; family: number }[]) => ({
  allow: parseRanges(['10.0.0.0/16']),
  resolve: async () => addresses,
});

const portRefused = 'Port is not allowed';

const { signal } = new AbortController();

describe('a source target', () => {
  const ACCEPTED: [
    url: string,
    addresses: (typeof publicAddresses)[],
    host: string,
    port: number,
  ][] = [
    ['http://image.example/', [publicAddresses], 'image.example', 80],
    ['https://image.example/', [publicAddresses, publicIpv6], 'image.example', 443],
    ['http://image.example:443/', [publicAddresses], 'image.example', 443],
    ['https://image.example:80/', [publicAddresses], 'image.example', 80],
    ['http://image.example:9000/', [listed], 'image.example', 9000],
    ['http://image.example/', [listed, publicAddresses], 'image.example', 80],
    ['http://8.8.8.8/', [publicAddresses], '8.8.8.8', 80],
    ['https://[2606:4700::1111]/', [publicIpv6], '2606:4700::1111', 443],
    ['http://10.1:1/', [listed], '10.0.0.1', 1],
  ];
  for (const [text, addresses, host, port] of ACCEPTED) {
    it(`is ${host} port ${port} for ${text} at ${addresses.map((a) => a.address)}`, async () => {
      const url = parseSourceUrl(text);
      const target = await resolveTarget(url, rulesFor(addresses), signal);
      expect(target).to.deep.equal({ url, host, port, addresses });
    });
  }

  const REFUSED: [url: string, addresses: (typeof publicAddresses)[], message: string][] = [
    ['http://image.example/', [internal], addressRefused],
    ['http://image.example/', [publicAddresses, internal], addressRefused],
    ['http://image.example/', [internal, publicAddresses], addressRefused],
    ['http://image.example/', [publicAddresses, mapped], addressRefused],
    ['http://image.example:22/', [publicAddresses, internal], addressRefused],
    ['http://image.example:22/', [publicAddresses], portRefused],
    ['http://image.example:0/', [publicAddresses], portRefused],
    ['http://image.example:22/', [listed, publicAddresses], portRefused],
    ['http://image.example:8000/', [publicAddresses], portRefused],
    ['https://8.8.8.8:8443/', [], portRefused],
    ['http://image.example/', [], 'Host has no address that may be fetched'],
  ];
  for (const [text, addresses, message] of REFUSED) {
    it(`is refused for ${text} at [${addresses.map((a) => a.address)}]: ${message}`, async () => {
      const target = resolveTarget(parseSourceUrl(text), rulesFor(addresses), signal);
      expect(await failureOf(target)).to.deep.equal(notFound(message));
    });
  }

  it('names the forbidden address in the log, not to the client', async () => {
    const error = await resolveTarget(
      parseSourceUrl('http://image.example/'),
      rulesFor([internal]),
      signal,
    ).catch((refusal: Error) => refusal);
    expect(error).to.include({
      message: addressRefused,
      cause: 'image.example has the forbidden address 10.1.0.1',
    });
  });
});
