import { expect } from 'chai';
import { isIP } from 'node:net';
import { createResolve } from '../../src/source/resolve.ts';
import { startNameServer } from '../support/source/name-server.ts';
import type { Answer, NameServer, Question } from '../support/source/name-server.ts';

const fourAddress = '192.0.2.1';
const sixAddress = '2001:db8:0:0:0:0:0:1';

const never = new AbortController().signal;
const withFamily = (address: string) => ({ address, family: isIP(address) });

describe('resolving a name', () => {
  let server: NameServer;
  afterEach(() => server.close());

  const resolving = async (answerTo: (question: Question) => Answer) => {
    server = await startNameServer(answerTo);
    return createResolve({ nameServers: [server.address], hostsFile: '/nonexistent' });
  };
  const byFamily =
    (four: Answer, six: Answer) =>
    ({ family }: Question): Answer =>
      family === 4 ? four : six;

  const found: readonly (readonly [string, (question: Question) => Answer, readonly string[]])[] = [
    [
      'the addresses of both families',
      byFamily([fourAddress], [sixAddress]),
      [fourAddress, '2001:db8::1'],
    ],
    ['IPv4 addresses alone', byFamily([fourAddress], []), [fourAddress]],
    ['IPv6 addresses alone', byFamily([], [sixAddress]), ['2001:db8::1']],
    ['IPv4 where IPv6 fails', byFamily([fourAddress], 'SERVFAIL'), [fourAddress]],
    ['IPv4 where the name has no IPv6', byFamily([fourAddress], 'NXDOMAIN'), [fourAddress]],
    ['IPv4 where IPv6 is silent', byFamily([fourAddress], 'silence'), [fourAddress]],
    ['IPv6 where IPv4 is silent', byFamily('silence', [sixAddress]), ['2001:db8::1']],
    [
      'the addresses of an alias',
      byFamily({ alias: 'cdn.example', addresses: [fourAddress] }, []),
      [fourAddress],
    ],
    [
      'over TCP what is truncated',
      ({ family, over }) => (family === 6 ? [] : over === 'udp' ? 'truncated' : [fourAddress]),
      [fourAddress],
    ],
  ];
  for (const [title, answerTo, addresses] of found) {
    it(`gives ${title}`, async () => {
      const resolve = await resolving(answerTo);
      expect(await resolve('image.example', never)).to.deep.equal(addresses.map(withFamily));
    });
  }

  it('gives no more than 64 addresses', async () => {
    const many = Array.from({ length: 300 }, (_, index) => `192.0.${index >> 8}.${index & 255}`);
    const resolve = await resolving(({ family, over }) =>
      family === 6 ? [] : over === 'udp' ? 'truncated' : many,
    );
    expect((await resolve('image.example', never)).length).to.equal(64);
  });

  const failing: readonly (readonly [string, Answer, Answer, RegExp])[] = [
    ['no such name', 'NXDOMAIN', 'NXDOMAIN', /ENOTFOUND/],
    ['no address', [], [], /ENODATA/],
    ['a failing name server', 'SERVFAIL', 'SERVFAIL', /ESERVFAIL/],
    ['a name server that refuses', 'REFUSED', 'REFUSED', /EREFUSED/],
  ];
  for (const [title, four, six, error] of failing) {
    it(`fails for ${title}`, async () => {
      const resolve = await resolving(byFamily(four, six));
      const failure = await resolve('image.example', never).catch((cause: Error) => cause);
      expect(String(failure)).to.match(error);
    });
  }

  it('fails where the name server is not there', async () => {
    const resolve = await resolving(() => 'silence');
    await server.close();
    const failure = await resolve('image.example', never).catch((cause: Error) => cause);
    expect(String(failure)).to.match(/Name server did not respond in time/);
    server = await startNameServer(() => 'silence');
  });

  it('asks for both families at once, and for the name as it is', async () => {
    const resolve = await resolving(byFamily([fourAddress], [sixAddress]));
    await resolve('name', never);
    const questions = server.questions.map(({ name, family }) => `${name} ${family}`);
    expect(questions.toSorted()).to.deep.equal(['name 4', 'name 6']);
  });

  it('is cancelled when the signal aborts', async () => {
    const controller = new AbortController();
    const resolve = await resolving(() => {
      controller.abort();
      return 'silence';
    });
    const failure = await resolve('image.example', controller.signal).catch(
      (cause: Error) => cause,
    );
    expect(String(failure)).to.match(/ECANCELLED/);
  });

  it('sends no query for localhost and names below it', async () => {
    const resolve = await resolving(byFamily([fourAddress], [sixAddress]));
    for (const name of ['localhost', 'LocalHost.', 'some.localhost']) {
      expect(await resolve(name, never)).to.deep.equal(['127.0.0.1', '::1'].map(withFamily));
    }
    expect(server.questions).to.deep.equal([]);
  });

  it('does not delay others, however many wait for an answer', async () => {
    const resolve = await resolving(({ name, family }) =>
      name.startsWith('silent') ? 'silence' : family === 4 ? [fourAddress] : [],
    );
    const controller = new AbortController();
    const waiting = Array.from({ length: 50 }, (_, index) =>
      resolve(`silent${index}.example`, controller.signal).catch(() => 'cancelled'),
    );
    expect(await resolve('image.example', never)).to.deep.equal([withFamily(fourAddress)]);
    controller.abort();
    expect(new Set(await Promise.all(waiting))).to.deep.equal(new Set(['cancelled']));
  });
});
