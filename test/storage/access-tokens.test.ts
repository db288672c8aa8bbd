import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { secretOf } from '../../src/secret.ts';
import { createAccessTokens } from '../../src/storage/access-tokens.ts';

describe('access tokens of a service account', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rights = {
    serviceAccountKey: secretOf(
      JSON.stringify({
        client_email: 'shrinkd@project.example',
        private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
        token_uri: 'https://oauth.example/token',
      }),
    ),
  };
  const { signal } = new AbortController();

  it('are kept until a minute before they end', async () => {
    let [time, given] = [0, 0];
    const send = () => {
      given += 1;
      return Promise.resolve({
        status: 200,
        json: { access_token: `token ${given}`, expires_in: 3600 },
      });
    };
    const accessToken = createAccessTokens({
      sender: { send, close: () => undefined },
      now: () => time,
    });
    const tokens: string[] = [];
    for (time of [0, 3_539_000, 3_540_000, 3_541_000]) {
      const got = await accessToken(rights, signal);
      tokens.push('token' in got ? got.token.reveal() : expect.fail('no token'));
    }
    expect(tokens).to.deep.equal(['token 1', 'token 1', 'token 2', 'token 2']);
  });

  for (const [title, status, json, code] of [
    ['a refusal', 400, { error: 'invalid_grant' }, 'invalid_grant'],
    ['a fault', 503, {}, 'unknown'],
    ['an answer without a token', 200, { expires_in: 3600 }, 'unknown'],
  ] as const) {
    it(`are none after ${title}`, async () => {
      const send = () => Promise.resolve({ status, json });
      const sender = { send, close: () => undefined };
      const got = await createAccessTokens({ sender, now: () => 0 })(rights, signal);
      expect(got).to.have.nested.property('failure.code', code);
    });
  }
});
