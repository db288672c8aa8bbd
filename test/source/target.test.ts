import { expect } from 'chai';
import { parseRanges } from '../../src/source/addresses.ts';
import { parseSourceUrl, resolveTarget } from '../../src/source/target.ts';
import { failureOf, notFound } from '../support/source/fetching.ts';

const PUBLIC = { address: '8.8.8.8', family: 4 };
const PUBLIC_IPV6 = { address: '2606:4700::1111', family: 6 };
const LISTED = { address: '10.0.0.1', family: 4 };
const INTERNAL = { address: '10.1.0.1', family: 4 };
const MAPPED = { address: '::ffff:8.8.8.8', family: 6 };

const rulesFor = (addresses: { address: string; family: number }[]) => ({
  allow: parseRanges(['10.0.0.0/16']),
  allowedPorts: [80, 443, 8000],
  resolve: async () => addresses,
});

const ADDRESS = 'Address is not allowed';
const PORT = 'Port is not allowed';

const { signal } = new AbortController();

describe('a source target', () => {
  const ACCEPTED: [url: string, addresses: (typeof PUBLIC)[], host: string, port: number][] = [
    ['http://image.example/', [PUBLIC], 'image.example', 80],
    ['https://image.example/', [PUBLIC, PUBLIC_IPV6], 'image.example', 443],
    ['http://image.example:443/', [PUBLIC], 'image.example', 443],
    ['https://image.example:80/', [PUBLIC], 'image.example', 80],
    ['http://image.example:8000/', [PUBLIC], 'image.example', 8000],
    ['http://image.example:9000/', [LISTED], 'image.example', 9000],
    ['http://image.example/', [LISTED, PUBLIC], 'image.example', 80],
    ['http://8.8.8.8/', [PUBLIC], '8.8.8.8', 80],
    ['https://[2606:4700::1111]/', [PUBLIC_IPV6], '2606:4700::1111', 443],
    ['http://10.1:1/', [LISTED], '10.0.0.1', 1],
  ];
  for (const [text, addresses, host, port] of ACCEPTED) {
    it(`is ${host} port ${port} for ${text} at ${addresses.map((a) => a.address)}`, async () => {
      const url = parseSourceUrl(text);
      const target = await resolveTarget(url, rulesFor(addresses), signal);
      expect(target).to.deep.equal({ url, host, port, addresses });
    });
  }

  const REFUSED: [url: string, addresses: (typeof PUBLIC)[], message: string][] = [
    ['http://image.example/', [INTERNAL], ADDRESS],
    ['http://image.example/', [PUBLIC, INTERNAL], ADDRESS],
    ['http://image.example/', [INTERNAL, PUBLIC], ADDRESS],
    ['http://image.example/', [PUBLIC, MAPPED], ADDRESS],
    ['http://image.example:22/', [PUBLIC, INTERNAL], ADDRESS],
    ['http://image.example:22/', [PUBLIC], PORT],
    ['http://image.example:0/', [PUBLIC], PORT],
    ['http://image.example:22/', [LISTED, PUBLIC], PORT],
    ['https://8.8.8.8:8443/', [], PORT],
    ['http://image.example/', [], 'Cannot resolve host name'],
  ];
  for (const [text, addresses, message] of REFUSED) {
    it(`is refused for ${text} at [${addresses.map((a) => a.address)}]: ${message}`, async () => {
      const target = resolveTarget(parseSourceUrl(text), rulesFor(addresses), signal);
      expect(await failureOf(target)).to.deep.equal(notFound(message));
    });
  }

  it('tells the operator, not the client, which address was forbidden', async () => {
    const error = await resolveTarget(
      parseSourceUrl('http://image.example/'),
      rulesFor([INTERNAL]),
      signal,
    ).catch((refusal: Error) => refusal);
    expect(error).to.include({
      message: ADDRESS,
      cause: 'image.example has the forbidden address 10.1.0.1',
    });
  });
});
