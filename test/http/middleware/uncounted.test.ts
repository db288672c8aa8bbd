import { expect } from 'chai';
import { stateAway } from '../../../src/state/away.ts';
import { type Api, startApi } from '../../support/http/api.ts';

describe('a request whose count cannot be read', () => {
  let api: Api;
  afterEach(() => api.close());

  /** Counts that can be read again once `whenBack` has been called, where it `comesBack`. */
  const open = async (comesBack: boolean): Promise<readonly string[]> => {
    const calls: string[] = [];
    let isAway = true;
    api = await startApi({
      overrides: ({ counters }) => ({
        counters: {
          ...counters,
          count: async (accountId) => {
            calls.push('count');
            if (isAway) throw stateAway(new Error('away'));
            return counters.count(accountId);
          },
        },
        whenBack: async () => {
          calls.push('wait');
          isAway = !comesBack;
        },
      }),
    });
    return calls;
  };
  const operation = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"resize":{"method":"fit","width":10,"height":10}}',
  };

  it('is answered where it can be read a little later', async () => {
    const calls = await open(true);
    const { status, headers } = await api.ask(`/output/${api.output.id}`, operation);
    expect([status, headers['compression-count']]).to.deep.equal([200, '1']);
    expect(calls.slice(0, 3)).to.deep.equal(['count', 'wait', 'count']);
  });

  it('is refused after that', async () => {
    const calls = await open(false);
    const { status, headers } = await api.ask(`/output/${api.output.id}`, operation);
    expect([status, headers['retry-after']]).to.deep.equal([503, '5']);
    expect(calls).to.deep.equal(['count', 'wait', 'count']);
  });

  it('is answered at once where it is a download', async () => {
    const calls = await open(false);
    const { status, headers } = await api.ask(`/output/${api.output.id}`);
    expect(status).to.equal(200);
    expect(headers).not.to.have.property('compression-count');
    expect(calls).to.deep.equal(['count']);
  });
});
