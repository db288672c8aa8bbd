import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { failureOf, fetchWhole, notFound, refusals } from '../support/source/fetching.ts';
import { startHttpOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

const { address: addressRefused, url: urlError, credentials, scheme } = refusals;

describe('redirects', () => {
  let origin: Origin;
  afterEach(() => origin.close());

  const serve = async (listener: RequestListener): Promise<string> => {
    origin = await startHttpOrigin(listener);
    return `http://127.0.0.1:${origin.port}`;
  };

  /** Redirects `hops` times, then answers; every hop has another relative or absolute form. */
  const serveHops = (hops: number, status = 302) =>
    serve((request, response) => {
      const hop = Number(new URL(request.url ?? '', 'http://x').searchParams.get('hop'));
      if (hop >= hops) return response.end('picture');
      const next = `?hop=${hop + 1}`;
      const forms = [`/a/b${next}`, `../c${next}`, `http://${request.headers.host}/${next}`];
      return response.writeHead(status, { Location: forms[hop % forms.length] }).end('moved');
    });

  for (const status of [301, 302, 303, 307, 308]) {
    it(`with status ${status} are followed`, async () => {
      const url = await serveHops(1, status);
      expect((await fetchWhole(url)).toString()).to.equal('picture');
    });
  }

  it('are followed three times, relative to where the last one led', async () => {
    const url = await serveHops(3);
    expect((await fetchWhole(url)).toString()).to.equal('picture');
    expect(origin.requests.map((request) => request.url)).to.deep.equal([
      '/',
      '/a/b?hop=1',
      '/c?hop=2',
      '/?hop=3',
    ]);
    await origin.idle();
  });

  it('are followed where the address has bytes beyond ASCII', async () => {
    const url = await serve((request, response) => {
      if (request.url !== '/') return response.end('picture');
      // Node writes header text as Latin-1, so this is UTF-8 as it stands.
      const path = Buffer.from('/caf\u00e9 \u20ac.jpg').toString('latin1');
      return response.writeHead(302, { Location: path }).end();
    });
    expect((await fetchWhole(url)).toString()).to.equal('picture');
    expect(origin.requests[1]?.url).to.equal('/caf%c3%a9%20%e2%82%ac.jpg');
  });

  it('are not followed a fourth time', async () => {
    const url = await serveHops(4);
    expect(await failureOf(fetchWhole(url))).to.deep.equal(notFound('Too many redirects'));
    expect(origin.requests.length).to.equal(4);
    await origin.idle();
  });

  it('do not carry cookies from one hop to the next', async () => {
    const url = await serve((request, response) => {
      if (request.url !== '/') return response.end('picture');
      return response.writeHead(302, { Location: '/next', 'Set-Cookie': 'a=b' }).end();
    });
    await fetchWhole(url);
    expect(origin.requests[1]?.headers).to.not.have.any.keys('cookie', 'referer', 'authorization');
  });

  it('do not wait for the body of the answer that redirects', async () => {
    const url = await serve((request, response) => {
      if (request.url !== '/') response.end('picture');
      else response.writeHead(302, { Location: '/next' }).write('moved, and never ending');
    });
    expect((await fetchWhole(url)).toString()).to.equal('picture');
    await origin.idle();
  });
});

/** Where a redirect must not lead, from an origin that is allowed itself. */
const redirects: [location: string, message: string][] = [
  ['http://127.0.0.2:PORT/', addressRefused],
  ['http://0x7f000002:PORT/', addressRefused],
  ['//127.0.0.2:PORT/', addressRefused],
  ['http://169.254.169.254/latest/meta-data/', addressRefused],
  ['http://[::ffff:127.0.0.1]:PORT/', addressRefused],
  ['http://2130706434:PORT/', addressRefused],
  ['https://10.0.0.1/', addressRefused],
  ['http://user:secret@127.0.0.1:PORT/', credentials],
  ['file:///etc/passwd', scheme],
  ['http://[fe80::1%25lo]/', urlError],
];

describe('redirects to forbidden source targets', () => {
  let internal: Origin;
  let origin: Origin;
  before(async () => {
    internal = await startHttpOrigin((_request, response) => response.end('secret'), '127.0.0.2');
  });
  after(() => internal.close());
  afterEach(() => origin.close());

  for (const [template, message] of redirects) {
    it(`to ${template}: ${message}`, async () => {
      const location = template.replaceAll('PORT', `${internal.port}`);
      origin = await startHttpOrigin((_request, response) =>
        response.writeHead(302, { Location: location }).end(),
      );
      const failure = await failureOf(fetchWhole(`http://127.0.0.1:${origin.port}/`));
      expect(failure).to.deep.equal(notFound(message));
      expect(origin.requests.length).to.equal(1);
      expect(internal.requests.length).to.equal(0);
    });
  }
});
