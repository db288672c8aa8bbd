import { expect } from 'chai';
import { failureOf, fetchWhole, notFound, resolvingTo } from '../support/source/fetching.ts';
import { startHttpOrigin } from '../support/source/origin.ts';
import type { Origin } from '../support/source/origin.ts';

describe('names that change their address', () => {
  let origin: Origin;
  afterEach(() => origin.close());

  it('are resolved once and the connection goes to the checked address', async () => {
    origin = await startHttpOrigin((_request, response) => response.end('picture'));
    let queries = 0;
    const resolve = () => {
      queries += 1;
      return queries === 1 ? resolvingTo('127.0.0.1')() : resolvingTo('127.0.0.2')();
    };

    const body = await fetchWhole(`http://rebind.example:${origin.port}/`, { resolve });

    expect(body.toString()).to.equal('picture');
    expect(queries).to.equal(1);
    expect(origin.requests[0]?.headers.host).to.equal(`rebind.example:${origin.port}`);
  });

  it('are checked again after a redirect to the same name', async () => {
    origin = await startHttpOrigin((_request, response) =>
      response.writeHead(302, { Location: '/again' }).end(),
    );
    let queries = 0;
    const resolve = () => {
      queries += 1;
      return queries === 1 ? resolvingTo('127.0.0.1')() : resolvingTo('127.0.0.2')();
    };

    const failure = await failureOf(
      fetchWhole(`http://rebind.example:${origin.port}/`, { resolve }),
    );

    expect(failure).to.deep.equal(notFound('Host has no address that may be fetched'));
    expect(queries).to.equal(2);
  });

  it('are connected to at the next checked address when the first does not answer', async () => {
    origin = await startHttpOrigin((_request, response) => response.end('picture'));
    const resolve = resolvingTo('::1', '127.0.0.1');
    const body = await fetchWhole(`http://image.example:${origin.port}/`, { resolve });
    expect(body.toString()).to.equal('picture');
  });
});
