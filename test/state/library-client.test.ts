import { expect } from 'chai';
import { createLibraryClient } from '../../src/state/library-client.ts';

describe('clients of Redis', () => {
  it('are of one class for all addresses, since making one takes long', () => {
    const [one, other] = [6379, 26379].map((port) =>
      createLibraryClient({
        ...{ host: '127.0.0.1', port, password: undefined, tls: undefined, connectTimeoutMs: 1000 },
      }),
    );
    expect(one!.constructor).to.equal(other!.constructor);
  });
});
